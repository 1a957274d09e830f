import { type Props, UNKNOWN } from "../../support/engine-part.js";
import { type Situation, adds, computed, list, loses, one, stored } from "./programs.js";
import { PEOPLE } from "./people.js";

const contacts = { secondaryContacts: [{ phoneNumber: "+12025550150" }] };
const replaced = { onUnconvergent: "replace", allowDuplicate: true } as const;
const bob = list(["Bob"]).props as Props;
const rowsOf = ({ id }: Props): Props => ({ ...bob, ...(id === UNKNOWN && { leads: UNKNOWN }) });
const COMPUTED = "only the apply knows the number";

export const ONE_SOURCE: Record<string, Record<string, Situation>> = {
  "Lead resources": {
    "two new leads": { now: { ada: one("Ada"), bob: one("Bob") } },
    "a new lead whose number only the apply knows": {
      now: { ada: one("Ada"), bob: computed("Bob", "ada") },
      why: COMPUTED,
    },
    "a lead stays": { before: { ada: one("Ada") }, now: { ada: one("Ada") } },
    "Bob's resource is removed": {
      before: { ada: one("Ada"), bob: one("Bob") },
      now: { ada: one("Ada") },
    },
    "Bob's lead gets Cyd's number": {
      before: { ada: one("Ada"), bob: one("Bob") },
      now: { ada: one("Ada"), bob: one("Cyd") },
    },
    "Bob's lead moves to another campaign": {
      before: { ada: one("Ada"), bob: one("Bob") },
      now: { ada: one("Ada"), bob: one("Bob", { campaign: 2 }) },
    },
    "Bob's lead comes from another campaign": {
      before: { ada: one("Ada"), bob: one("Bob", { campaign: 2 }) },
      now: { ada: one("Ada"), bob: one("Bob") },
    },
    "Ada and Bob exchange their numbers": {
      before: { ada: one("Ada", { onExisting: "create" }), bob: one("Bob", { onExisting: "create" }) },
      now: { ada: one("Bob", { onExisting: "create" }), bob: one("Ada", { onExisting: "create" }) },
    },
    "the name of Bob's campaign now means another campaign": {
      before: { ada: one("Ada"), bob: one("Bob", { campaign: "Spring renewals" }) },
      then: ({ emulator: { state } }) => {
        const [spring, other] = state.campaigns;
        [spring!.name, other!.name] = [other!.name, spring!.name];
      },
      now: { ada: one("Ada"), bob: one("Bob", { campaign: "Spring renewals" }) },
    },
    "Bob's lead is to be called again": {
      before: { ada: one("Ada"), bob: one("Bob", { status: "completed" }) },
      now: { ada: one("Ada"), bob: one("Bob", { status: "created" }) },
    },
    "Bob's lead is marked as completed": {
      before: { ada: one("Ada"), bob: one("Bob") },
      now: { ada: one("Ada"), bob: one("Bob", { status: "completed" }) },
    },
    "Bob's lead is replaced": {
      before: { ada: one("Ada"), bob: one("Bob", replaced) },
      now: { ada: one("Ada"), bob: one("Bob", { ...replaced, ...contacts }) },
    },
    "Bob's lead is replaced and retained": {
      before: { ada: one("Ada"), bob: one("Bob", { ...replaced, onExisting: "create" }) },
      now: { ada: one("Ada"), bob: one("Bob", { ...replaced, ...contacts, onExisting: "create" }) },
      play: (here) => (here.engine.retainsOnDelete = true),
      why: "nothing tells the provider of retainOnDelete",
    },
    "Bob's resource is renamed without an alias": {
      before: { ada: one("Ada"), bob: one("Bob") },
      now: { ada: one("Ada"), robert: one("Bob", { onExisting: "adopt" }) },
    },
    "Bob's lead is gone": {
      before: { ada: one("Ada"), bob: one("Bob") },
      then: (here) => loses(here, "Bob"),
      now: { ada: one("Ada"), bob: one("Bob") },
    },
    "Bob's lead is gone, and to be created again": {
      before: { ada: one("Ada"), bob: one("Bob", { onGone: "recreate" }) },
      then: async (here) => {
        loses(here, "Bob");
        await here.engine.refresh();
      },
      now: { ada: one("Ada"), bob: one("Bob", { onGone: "recreate" }) },
    },
    "Bob's lead is blacklisted by the service": {
      before: { ada: one("Ada"), bob: one("Bob") },
      then: ({ emulator }) => (stored(emulator, "Bob").status = "blacklisted"),
      now: { ada: one("Ada"), bob: one("Bob") },
    },
    "Bob's lead has a new status that nobody knows": {
      before: { ada: one("Ada"), bob: one("Bob") },
      then: ({ emulator }) => (stored(emulator, "Bob").status = "sleeping" as never),
      now: { ada: one("Ada"), bob: one("Bob") },
    },
    "Bob's lead exists and is adopted": {
      before: { ada: one("Ada") },
      then: (here) => adds(here, ["Bob"]),
      now: { ada: one("Ada"), bob: one("Bob", { onExisting: "adopt" }) },
    },
    "Bob's lead is adopted by its id, with Cyd's number": {
      before: { ada: one("Ada") },
      then: (here) => adds(here, ["Bob"]),
      now: { ada: one("Ada"), bob: one("Cyd", { adoptId: 901 }) },
    },
    "Bob's lead exists, and a second one is created": {
      before: { ada: one("Ada") },
      then: (here) => adds(here, ["Bob"]),
      now: { ada: one("Ada"), bob: one("Bob", { onExisting: "create", allowDuplicate: true }) },
    },
    "Bob's lead exists, and nothing allows to adopt it": {
      before: { ada: one("Ada") },
      then: (here) => adds(here, ["Bob"]),
      now: { ada: one("Ada"), bob: one("Bob") },
    },
  },
  "A list": {
    "a new list": { now: { people: list(["Ada", "Bob"]) } },
    "a list stays": { before: { people: list(["Ada", "Bob"]) }, now: { people: list(["Ada", "Bob"]) } },
    "a row is new, and another is gone": {
      before: { people: list(["Ada", "Bob"]) },
      now: { people: list(["Ada", "Cyd"]) },
    },
    'a row is gone, with onRemove "keep"': {
      before: { people: list(["Ada", "Bob"], { onRemove: "keep" }) },
      now: { people: list(["Ada"], { onRemove: "keep" }) },
    },
    "the rows are not known before the apply": {
      now: { ada: one("Ada"), people: { kind: "LeadSet", props: (of) => rowsOf(of("ada")) } },
      why: "the preview does not know the rows, and says so",
    },
    "a row is skipped": {
      before: { people: list(["Ada", "Bob"]) },
      now: { people: list(["Ada", "Bob", "a wrong row"], { onRefusedRow: "skip" }) },
    },
    "Bob's lead is gone": {
      before: { people: list(["Ada", "Bob"]) },
      then: (here) => loses(here, "Bob"),
      now: { people: list(["Ada", "Bob"]) },
    },
    "Bob's lead is gone, and to be created again": {
      before: { people: list(["Ada", "Bob"], { onGone: "recreate" }) },
      then: async (here) => {
        loses(here, "Bob");
        await here.engine.refresh();
      },
      now: { people: list(["Ada", "Bob"], { onGone: "recreate" }) },
    },
    "Bob's lead was moved away by hand, and the list takes it back": {
      before: { people: list(["Ada", "Bob"]) },
      then: async (here) => {
        stored(here.emulator, "Bob").campaign_id = 2;
        await here.engine.refresh();
      },
      now: { people: list(["Ada", "Bob"]) },
    },
    "Bob's lead got Cyd's number by hand": {
      before: { people: list(["Ada", "Bob"]) },
      then: async (here) => {
        stored(here.emulator, "Bob").phone_number = PEOPLE.Cyd;
        await here.engine.refresh();
      },
      now: { people: list(["Ada", "Bob"]) },
    },
    "Bob's lead exists and is adopted": {
      then: (here) => adds(here, ["Bob"]),
      now: { people: list(["Ada", "Bob"], { onExisting: "adopt" }) },
    },
    "Bob's lead exists, and nothing allows to adopt it": {
      then: (here) => adds(here, ["Bob"]),
      now: { people: list(["Ada", "Bob"]) },
    },
    "the list moves from another campaign": {
      before: { people: list(["Ada", "Bob"], { campaign: 2 }) },
      now: { people: list(["Ada", "Bob"]) },
    },
    "the list moves to another campaign": {
      before: { people: list(["Ada", "Bob"]) },
      now: { people: list(["Ada", "Bob"], { campaign: 2 }) },
    },
    "the list is removed": {
      before: { people: list(["Ada", "Bob"]), cyd: one("Cyd") },
      now: { cyd: one("Cyd") },
    },
    "the list is renamed without an alias": {
      before: { people: list(["Ada", "Bob"]) },
      now: { others: list(["Ada", "Bob"], { onExisting: "adopt" }) },
    },
  },
};
