import * as pulumi from "@pulumi/pulumi";
import { beforeEach, describe, expect, it } from "vitest";
import { references } from "../../provider/core/lookup/names.js";
import { definition } from "../../sdk/generated/assistant.js";
import { providerText } from "../../sdk/host.js";
import {
  Assistant,
  type AssistantArgs,
  assistantTransfer,
  Campaign,
  CampaignState,
  Lead,
  LeadSet,
  MidCallTool,
  type MidCallToolArgs,
} from "../../sdk/index.js";
import { assistant, fieldsOf, fixtures, kinds, tool } from "../kinds/index.js";
import { mocked, settled, type Registered } from "./sdk-mocks.js";

let registered: Registered[];
beforeEach(async () => void (registered = await mocked()));

const { headers: _, ...toolArgs } = tool as MidCallToolArgs;
const assistantArgs = assistant as AssistantArgs;
const classes = { MidCallTool, Assistant, Campaign, Lead, LeadSet, CampaignState };

async function inputsOf(resource: pulumi.Resource, name: string): Promise<Record<string, unknown>> {
  await settled(resource.urn);
  return registered.find((one) => one.name === name)!.inputs;
}

/** Whether a resource ends up protected, which mocks do not show. */
const protectedAs = (resource: object) => (resource as { __protect?: boolean }).__protect === true;

interface Registration {
  inputs: object;
  dependencies: string[];
}

/** Records the registrations as they are sent to the engine. Pulumi's mocks show less. */
function watchRegistrations(): Registration[] {
  const sent: Registration[] = [];
  const monitor = pulumi.runtime.getMonitor() as unknown as { registerResource(...args: unknown[]): unknown };
  const register = monitor.registerResource.bind(monitor);
  monitor.registerResource = (request, ...rest) => {
    const registration = request as {
      getObject(): { toJavaScript(): object };
      getDependenciesList(): string[];
    };
    sent.push({
      inputs: registration.getObject().toJavaScript(),
      dependencies: registration.getDependenciesList(),
    });
    return register(request, ...rest);
  };
  return sent;
}

describe("a resource", () => {
  it.each([
    ["MidCallTool", (opts: pulumi.CustomResourceOptions) => new MidCallTool("it", toolArgs, opts), /adoptId/],
    [
      "Assistant",
      (opts: pulumi.CustomResourceOptions) => new Assistant("it", assistantArgs, opts),
      /adoptId/,
    ],
    [
      "Lead",
      (opts: pulumi.CustomResourceOptions) =>
        new Lead("it", { campaign: 1, phoneNumber: "+12025550143" }, opts),
      /adoptId/,
    ],
    [
      "CampaignState",
      (opts: pulumi.CustomResourceOptions) =>
        new CampaignState("it", { campaign: 1, state: "stopped" }, opts),
      /uses the campaign in its arguments/,
    ],
  ] as const)("of kind %s rejects the option import, and says what to use", (kind, make, instead) => {
    expect(() => make({ import: "101" })).toThrow(`${kind} "it": the resource option import does not work`);
    expect(() => make({ import: "101" })).toThrow(instead);
    expect(registered).toEqual([]);
  });

  it("passed as an argument becomes its id, and a text stays a name", async () => {
    const caller = new Assistant("caller", assistantArgs);
    const offers = new Campaign("offers", { name: "Summer offers", assistant: caller });
    const phoneNumber = "+12025550143";
    const state = new CampaignState("state", { campaign: pulumi.output(offers), state: "stopped" });
    const byName = new Lead("by-name", { campaign: "601", phoneNumber });
    const byResource = new Lead("by-resource", { campaign: offers, phoneNumber });
    expect((await inputsOf(offers, "offers"))["assistant"]).toBe("7");
    const people = new LeadSet("people", { campaign: offers, leads: [], columns: { phoneNumber: "Phone" } });
    expect((await inputsOf(byResource, "by-resource"))["campaign"]).toBe(7);
    expect((await inputsOf(people, "people"))["campaign"]).toBe(7);
    expect((await inputsOf(state, "state"))["campaign"]).toBe(7);
    expect((await inputsOf(byName, "by-name"))["campaign"]).toBe("601");
  });

  it.each(
    kinds.flatMap((kind) =>
      Object.entries(fieldsOf(kind)).flatMap(([property, { refers }]) => {
        const accepted = refers && references[refers.to].kind;
        return accepted ? { kind, property, accepted, isList: refers.many === true } : [];
      }),
    ),
  )(
    "$kind rejects a resource in $property that is not of the kind $accepted",
    ({ kind, property, accepted, isList }) => {
      const other =
        accepted === "Assistant" ? new MidCallTool("other", toolArgs) : new Assistant("other", assistantArgs);
      // The fixture's `leads` is what the class passes to the provider. The class itself takes a path or rows.
      const leads = kind === "LeadSet" && { leads: [] };
      const args = { ...fixtures[kind].props, ...leads, [property]: isList ? [other] : other };
      expect(() => new classes[kind]("wrong", args as never)).toThrow(
        `${property}: takes ${accepted} resources, names or ids, but got a resource of another type.`,
      );
    },
  );

  it("sends what the program declares and the provider text, and nothing else", async () => {
    const schema = [{ name: "city", type: "string" as const, description: "Where" }];
    const tool = new MidCallTool("tool", { ...toolArgs, timeout: undefined, schema });
    expect(await inputsOf(tool, "tool")).toEqual({
      ...toolArgs,
      schema,
      __urn: expect.stringMatching(/::pulumi-nodejs:dynamic\/voicecall:MidCallTool::tool$/) as string,
      __provider: providerText("MidCallTool"),
    });
    expect(registered[0]!.type).toBe("pulumi-nodejs:dynamic/voicecall:MidCallTool");
  });

  it("has an output for each property and each computed value, also for those not declared", () => {
    const assistant = new Assistant("assistant", assistantArgs) as unknown as Record<string, unknown>;
    for (const name of [...definition.inputs, ...definition.computed]) {
      expect(pulumi.Output.isInstance(assistant[name]), name).toBe(true);
    }
  });

  it("passes an unknown key on, so that check can reject it by name", async () => {
    const tool = new MidCallTool("tool", { ...toolArgs, tiemout: 3 } as never);
    expect(await inputsOf(tool, "tool")).toMatchObject({ tiemout: 3 });
  });

  it("does not let the program replace the provider", async () => {
    const tool = new MidCallTool("tool", { ...toolArgs, __provider: "exports" } as never);
    expect(await inputsOf(tool, "tool")).toMatchObject({ __provider: providerText("MidCallTool") });
  });

  it("reads an existing object by its id, as text or number", async () => {
    const found = Assistant.get("found", 12);
    const again = Assistant.get("again", pulumi.output("13"));
    expect((await settled(found.id)).value).toBe("12");
    expect((await settled(again.id)).value).toBe("13");
    expect(await inputsOf(found, "found")).toEqual({ __provider: providerText("Assistant") });
  });

  it.each(Object.entries({ MidCallTool, Assistant, Campaign, Lead, CampaignState }))(
    "%s: get() reads by id, and rejects a missing id",
    async (kind, { get }) => {
      expect((await settled(get("found", 12).id)).value).toBe("12");
      expect(registered[0]).toMatchObject({ type: `pulumi-nodejs:dynamic/voicecall:${kind}`, id: "12" });
      for (const id of [undefined, null, "", Number.NaN, 1.5, {}])
        expect(() => get("found", id as never)).toThrow(
          `${kind} "found": get() needs the id of an existing object, as text or a number.`,
        );
    },
  );

  it("knows its own kind", () => {
    const tool = new MidCallTool("tool", toolArgs);
    expect(MidCallTool.isInstance(tool)).toBe(true);
    expect(Assistant.isInstance(tool)).toBe(false);
    expect(Lead.isInstance({})).toBe(false);
    expect(CampaignState.isInstance(undefined)).toBe(false);
  });
});

describe("headers", () => {
  it("are secret without the user asking", async () => {
    const tool = new MidCallTool("tool", { ...toolArgs, headers: [{ name: "X-Key", value: "hidden" }] });
    expect((await settled(tool.headers)).secret).toBe(true);
    expect((await settled(tool.endpoint)).secret).toBe(false);
  });

  it("are listed among the secret outputs, beside those the user lists", async () => {
    const seen: (readonly string[] | undefined)[] = [];
    const transform = (args: pulumi.ResourceTransformationArgs) => {
      seen.push((args.opts as pulumi.CustomResourceOptions).additionalSecretOutputs);
      return undefined;
    };
    const tool = new MidCallTool("tool", toolArgs, {
      additionalSecretOutputs: ["endpoint"],
      transformations: [transform],
    });
    await settled(tool.urn);
    expect(seen).toEqual([["endpoint", "headers", "staticFields", "__overwritten"]]);
  });

  it("that are not declared stay undeclared", async () => {
    const tool = new MidCallTool("tool", toolArgs);
    expect(await inputsOf(tool, "tool")).not.toHaveProperty("headers");
  });
});

describe("the assistant of a transfer", () => {
  it("cannot be a resource of another kind", () => {
    const other = new MidCallTool("tool", toolArgs);
    expect(() => assistantTransfer({ assistant: other as never })).toThrow(
      "assistantTransfer: assistant: takes an Assistant resource or its id, but got a resource of another type.",
    );
  });

  it("is sent as its id, also from an output", async () => {
    const other = new Assistant("other", assistantArgs);
    for (const [name, given] of Object.entries({ plain: other, inside: pulumi.output(other), id: "7" })) {
      const builtInTools = [assistantTransfer({ assistant: given as never, description: "Invoices." })];
      const transferring = new Assistant(name, { ...assistantArgs, builtInTools });
      expect((await inputsOf(transferring, name))["builtInTools"]).toMatchObject({
        value: [{ type: "assistantTransfer", description: "Invoices.", assistant: "7" }],
      });
    }
  });
});

describe("an assistant's tools", () => {
  let weather: MidCallTool;
  let count = 0;
  beforeEach(() => void (weather = new MidCallTool("tool", toolArgs)));

  const withTools = async (tools: AssistantArgs["tools"]) => {
    const name = `assistant ${++count}`;
    return inputsOf(new Assistant(name, { ...assistantArgs, tools }), name);
  };

  it("are resources, names and ids", async () => {
    expect(await withTools([weather, "get_hours", 3, weather.id])).toMatchObject({
      tools: ["7", "get_hours", 3, "7"],
    });
  });

  it("may be outputs, in part or as a whole", async () => {
    const tools = ["7", "get_hours"];
    expect(await withTools([pulumi.output(weather), Promise.resolve("get_hours")])).toMatchObject({ tools });
    expect(await withTools(pulumi.output([weather, "get_hours"]))).toMatchObject({ tools });
    expect(await withTools(Promise.resolve([weather, "get_hours"]))).toMatchObject({ tools });
  });

  it("add their dependencies, in each form", async () => {
    const urn = (await settled(weather.urn)).value;
    const sent = watchRegistrations();
    for (const tools of [[weather], [pulumi.output(weather)], pulumi.output([weather])])
      await withTools(tools);
    expect(sent.map(({ dependencies }) => dependencies)).toEqual([[urn], [urn], [urn]]);
  });

  it("keep known values beside a planned tool", async () => {
    await mocked({ preview: true, id: "" });
    const planned = new MidCallTool("planned", toolArgs);
    await settled(planned.urn);
    const sent = watchRegistrations();
    await settled(new Assistant("assistant", { ...assistantArgs, tools: [planned, "get_hours"] }).urn);
    expect(sent[0]!.inputs).toMatchObject({ tools: [pulumi.runtime.unknownValue, "get_hours"] });
  });

  it("must be tools: another resource is rejected", () => {
    const lead = new Lead("lead", { campaign: 1, phoneNumber: "+12025550143" });
    expect(() => new Assistant("assistant", { ...assistantArgs, tools: [lead as never] })).toThrow(
      /MidCallTool/,
    );
  });
});

describe("adoption", () => {
  it.each([
    ["onExisting: adopt", { onExisting: "adopt" as const }, true],
    ["an adoptId", { adoptId: 12 }, true],
    ["onExisting in an output", { onExisting: pulumi.output("adopt") as never }, true],
    ["onExisting in a promise", { onExisting: Promise.resolve("adopt") as never }, true],
    ["onExisting create", { onExisting: "create" as const }, false],
    ["neither", {}, false],
  ])("with %s: protected is %s", (_words, options, expected) => {
    expect(protectedAs(new MidCallTool("tool", { ...toolArgs, ...options }))).toBe(expected);
  });

  it("does not protect a resource with protect: false", () => {
    const tool = new MidCallTool("tool", { ...toolArgs, adoptId: 12 }, { protect: false });
    expect(protectedAs(tool)).toBe(false);
  });
});
