import { CALLER } from "../../kinds/campaign.js";
import { type Declared, UNKNOWN } from "../../support/engine-part.js";
import type { Props } from "../../support/engine-part.js";
import { addLead } from "../../support/stored-lead.js";
import { type Situation, adds, list, lists, loses, one } from "./programs.js";
import { PEOPLE, type Person } from "./people.js";

export const comes = { campaign: UNKNOWN, __refersTo: { campaign: "Summer" } };
const summer: Declared = { kind: "Campaign", props: { name: "Summer", assistant: CALLER.name } };
const inSummer = (person: Person): Declared => ({
  kind: "Lead",
  props: (of) => ({
    ...comes,
    phoneNumber: PEOPLE[person],
    campaign: Number(of("summer")["id"]) || UNKNOWN,
  }),
});

export const MORE_SOURCES: Record<string, Record<string, Situation>> = {
  "Two sources": {
    "a row moves to the list of another campaign": {
      before: { people: list(["Ada", "Bob"]), others: list(["Cyd"], { campaign: 2 }) },
      now: { people: list(["Ada"]), others: list(["Cyd", "Bob"], { campaign: 2 }) },
    },
    "a row comes from the list of another campaign, which is applied first": {
      before: { others: list(["Cyd", "Bob"], { campaign: 2 }), people: list(["Ada"]) },
      now: { others: list(["Cyd"], { campaign: 2 }), people: list(["Ada", "Bob"]) },
    },
    "a row comes from the list of another campaign, which is applied last": {
      before: { people: list(["Ada"]), others: list(["Cyd", "Bob"], { campaign: 2 }) },
      now: { people: list(["Ada", "Bob"]), others: list(["Cyd"], { campaign: 2 }) },
    },
    "a row becomes a Lead": {
      before: { people: list(["Ada", "Bob"]) },
      now: { people: list(["Ada"]), bob: one("Bob") },
    },
    "a row becomes a Lead that adopts it": {
      before: { people: list(["Ada", "Bob"]) },
      now: { bob: one("Bob", { onExisting: "adopt" }), people: list(["Ada"]) },
    },
    "a Lead becomes a row": {
      before: { people: list(["Ada"]), bob: one("Bob") },
      now: { people: list(["Ada", "Bob"], { onExisting: "adopt" }) },
    },
    "a Lead has the number of a row": {
      now: { people: list(["Ada", "Bob"]), bob: one("Bob") },
    },
    "a row has the number of a Lead": {
      before: { bob: one("Bob") },
      now: { bob: one("Bob"), people: list(["Ada", "Bob"]) },
    },
    "a Lead and a list, both new, and the list first": {
      now: { people: list(["Ada"]), bob: one("Bob") },
    },
  },
  "Leads that nobody names": {
    "without a list": {
      before: { ada: one("Ada") },
      then: (here) => adds(here, ["Bob", "Cyd"]),
      now: { ada: one("Ada") },
    },
    "beside a list": {
      before: { people: list(["Ada"]) },
      then: (here) => adds(here, ["Bob", "Cyd"]),
      now: { people: list(["Ada"]) },
    },
    "beside a list that changes": {
      before: { people: list(["Ada"]) },
      then: (here) => adds(here, ["Bob"]),
      now: { people: list(["Ada", "Cyd"]) },
    },
    "beside a list and a Lead": {
      before: { people: list(["Ada"]), bob: one("Bob") },
      then: (here) => adds(here, ["Cyd"]),
      now: { people: list(["Ada"]), bob: one("Bob") },
    },
    "beside a list and a Lead that gets a new number": {
      before: { people: list(["Ada"]), bob: one("Bob") },
      then: (here) => adds(here, ["Cyd"]),
      now: { people: list(["Ada"]), bob: one("Dan") },
    },
    "blacklisted or completed": {
      before: { people: list(["Ada"]) },
      then: (here) => {
        adds(here, ["Bob"], { status: "blacklisted" });
        adds(here, ["Cyd"], { status: "completed" });
      },
      now: { people: list(["Ada"]) },
    },
    "in another campaign": {
      before: { people: list(["Ada"]) },
      then: (here) => adds(here, ["Bob"], { campaign_id: 2 }),
      now: { people: list(["Ada"]) },
    },
    "exclusive removes them": {
      before: { people: list(["Ada"]) },
      then: (here) => adds(here, ["Bob", "Cyd"]),
      now: { people: list(["Ada"], { exclusive: true }) },
    },
    "an unchanged list with exclusive removes them": {
      before: { people: list(["Ada"], { exclusive: true }) },
      then: (here) => adds(here, ["Bob"]),
      now: { people: list(["Ada"], { exclusive: true }) },
    },
    "exclusive beside a Lead": {
      before: { people: list(["Ada"]), bob: one("Bob") },
      then: (here) => adds(here, ["Cyd"]),
      now: { people: list(["Ada"], { exclusive: true }), bob: one("Bob") },
    },
    "exclusive beside a Lead that gets a new number": {
      before: { people: list(["Ada"]), bob: one("Bob") },
      then: (here) => adds(here, ["Cyd"]),
      now: { people: list(["Ada"], { exclusive: true }), bob: one("Dan") },
    },
    "exclusive beside a Lead whose number only the apply knows": {
      before: { people: list(["Ada"]), bob: one("Bob") },
      then: (here) => adds(here, ["Cyd"]),
      now: {
        people: list(["Ada"], { exclusive: true }),
        bob: { kind: "Lead", props: () => ({ campaign: 1, phoneNumber: PEOPLE.Bob }) },
      },
    },
    "exclusive, and Bob comes from there to a list of another campaign": {
      before: { people: list(["Ada"]), others: list(["Cyd"], { campaign: 2 }) },
      then: (here) => adds(here, ["Bob"]),
      now: { people: list(["Ada"], { exclusive: true }), others: list(["Cyd", "Bob"], { campaign: 2 }) },
    },
    "exclusive beside a skipped row without a number": {
      before: { people: list(["Ada"]) },
      then: (here) => adds(here, ["Bob"]),
      now: { people: list(["Ada", "a wrong row"], { exclusive: true, onRefusedRow: "skip" }) },
    },
    "exclusive, and a Lead adopts one of them": {
      before: { people: list(["Ada"]) },
      then: (here) => adds(here, ["Bob", "Cyd"]),
      now: { people: list(["Ada"], { exclusive: true }), bob: one("Bob", { onExisting: "adopt" }) },
    },
    "exclusive, and a Lead adopts one of them by its id, with another number": {
      before: { people: list(["Ada"]) },
      then: (here) => adds(here, ["Bob", "Cyd"]),
      now: { people: list(["Ada"], { exclusive: true }), bob: one("Dan", { adoptId: 901 }) },
    },
    "another stack adds Bob between preview and up": {
      before: { people: list(["Ada"]) },
      now: { people: list(["Ada"]) },
      meanwhile: (here) => adds(here, ["Bob"]),
      why: "the service was changed after the preview",
    },
    "another stack adds the number of a new row between preview and up": {
      before: { people: list(["Ada"]) },
      now: { people: list(["Ada", "Bob"]) },
      meanwhile: (here) => adds(here, ["Bob"]),
    },
    "another stack deletes Bob's lead between preview and up": {
      before: { people: list(["Ada", "Bob"]) },
      now: { people: list(["Ada", "Bob"]) },
      meanwhile: (here) => loses(here, "Bob"),
    },
  },
  "With --target, which leaves out": {
    "a new Lead": {
      before: { people: list(["Ada"]) },
      now: { people: list(["Ada"]), bob: one("Bob") },
      play: (here) => (here.engine.targets = ["people", "start"]),
    },
    "a Lead beside a lead that nobody names": {
      before: { people: list(["Ada"]), bob: one("Bob") },
      then: (here) => adds(here, ["Cyd"]),
      now: { people: list(["Ada"]), bob: one("Bob") },
      play: (here) => (here.engine.targets = ["people", "start"]),
    },
    "a Lead, beside a list with exclusive": {
      before: { people: list(["Ada"]), bob: one("Bob") },
      then: (here) => adds(here, ["Cyd"]),
      now: { people: list(["Ada"], { exclusive: true }), bob: one("Dan") },
      play: (here) => (here.engine.targets = ["people", "start"]),
    },
    "a list from which a row is gone": {
      before: { people: list(["Ada", "Bob"]), cyd: one("Cyd") },
      now: { people: list(["Ada"]), cyd: one("Cyd") },
      play: (here) => (here.engine.targets = ["cyd", "start"]),
    },
  },
  "What the listing cannot show": {
    "the campaigns of the leads": {
      before: { people: list(["Ada"]) },
      now: { people: list(["Ada"]) },
      then: (here) =>
        lists(here, { status: 200, body: [{ id: 1, phone_number: PEOPLE.Ada, status: "created" }] }),
      why: "the preview says that it does not know",
    },
    "all leads, because the service fails": {
      before: { people: list(["Ada"]) },
      now: { people: list(["Ada"]), bob: one("Bob") },
      then: (here) => lists(here, { status: 500 }),
    },
    "the number of a lead that nobody names": {
      before: { people: list(["Ada"]) },
      then: ({ emulator: { state } }) => {
        addLead(state, { id: 900 });
        state.leads.at(-1)!.phone_number = {} as never;
      },
      now: { people: list(["Ada"]) },
    },
  },
  "A campaign that the same run creates": {
    "with leads that refer to its resource": {
      isComing: true,
      now: { summer, ada: inSummer("Ada"), bob: inSummer("Bob") },
    },
    "with a list that refers to its resource": {
      isComing: true,
      now: {
        summer,
        people: {
          kind: "LeadSet",
          props: (of) => ({
            ...(list(["Ada", "Bob"]).props as Props),
            ...comes,
            campaign: Number(of("summer")["id"]) || UNKNOWN,
          }),
        },
      },
    },
    "with a lead whose campaign is some other computed one": {
      isComing: true,
      now: {
        summer,
        ada: inSummer("Ada"),
        bob: {
          kind: "Lead",
          props: (of) => ({ phoneNumber: PEOPLE.Bob, campaign: Number(of("summer")["id"]) || UNKNOWN }),
        },
      },
      why: "the preview says that it does not know",
    },
  },
};
