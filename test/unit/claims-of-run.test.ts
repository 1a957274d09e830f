/** Claims among the provider hosts of one command, with real sockets. */
import { expect, test, vi } from "vitest";
import { claimsOfRun } from "../../provider/claims-of-run.js";

let engines = 1000;
const hostsOf = (count: number) => {
  const address = { host: "127.0.0.1", port: (engines += 1) };
  return Array.from({ length: count }, () => claimsOfRun(address));
};

test("the second of two hosts learns which resource has the claim", async () => {
  const [one, other] = hostsOf(2);
  expect(await one!("campaign 1", "CampaignState first")).toBeUndefined();
  expect(await other!("campaign 1", "CampaignState second")).toBe("CampaignState first");
  expect(await other!("campaign 2", "CampaignState second")).toBeUndefined();
});

test("the same resource in another host, as in preview and up, and another engine have no conflict", async () => {
  const [preview, up] = hostsOf(2);
  const [elsewhere] = hostsOf(1);
  for (const claim of [preview, up]) expect(await claim!("campaign 1", "CampaignState it")).toBeUndefined();
  expect(await elsewhere!("campaign 1", "CampaignState else")).toBeUndefined();
});

test("many claims cause no warning of Node", async () => {
  const warned = vi.spyOn(process, "emitWarning");
  const [claim] = hostsOf(1);
  const before = process.listenerCount("exit");
  for (let id = 1; id <= 20; id += 1) await claim!(`campaign ${id}`, `CampaignState ${id}`);
  expect(process.listenerCount("exit") - before).toBeLessThanOrEqual(1);
  expect(warned).not.toHaveBeenCalled();
  warned.mockRestore();
});
