import { js } from "../../support/engine-world.js";

export type Adopted = Partial<Record<"weather" | "support" | "ada", number>>;

/** Each resource depends on the previous one, so that only one request is pending at a time. */
export function program(variant: number, adopted: Adopted = {}): string {
  const adopt = (id: number | undefined): string => (id === undefined ? "" : `, adoptId: ${id}`);
  return js(`
const weather = new MidCallTool("weather", { ...tool("get_weather"), timeout: ${10 + variant}${adopt(adopted.weather)} }, { protect: false });
const it = new Assistant("support", { ...support, tools: [weather], maxCallDuration: ${60 + variant}${adopt(adopted.support)} }, { protect: false });
const ada = new Lead("ada", { campaign: 1, phoneNumber: "+12025550143", variables: { visits: ${variant} }${adopt(adopted.ada)} }, { dependsOn: [it], protect: false });
new CampaignState("spring", { campaign: 1, state: "started" }, { dependsOn: [ada] });
`);
}

/** Resource names, by the path of the create. */
export const NAMES = { "/user/tools": "weather", "/user/assistant": "support", "/user/lead": "ada" } as const;
