import { describe, firstAssistant, inventory, isEmpty } from "./service.mjs";
import { check, say, step } from "./story.mjs";

/** From an empty service to a kept promise: every step is shown, and checked. */
export async function createAndRepair(stack, service) {
  let planned;
  await step("What would Pulumi do? A preview shows it and changes nothing.", async () => {
    planned = counted(await stack.run("preview"), "to create");
    check(planned >= 2, "The preview names nothing to create.");
    check(isEmpty(await inventory(service)), "A preview changed the service.");
    return `${planned} to create, and the service is still empty`;
  });

  await step("Do it: create what the program in examples/quickstart declares.", async () => {
    const created = counted(await stack.run("up", "--yes", "--skip-preview"), "created");
    check(created === planned, `${created} were created instead of the ${planned} of the preview.`);
    const now = await inventory(service);
    check(!isEmpty(now), "Pulumi reports success, but the service is empty.");
    return `the service now has ${describe(now)}`;
  });

  await step("Preview again: program and service agree, so there is nothing to do.", async () => {
    await stack.run("preview", "--expect-no-changes");
    return "unchanged";
  });

  const drift = await changeByHand(service);

  await step("Does Pulumi notice? A preview with --refresh looks at the service first.", async () => {
    await stack.run("preview", "--refresh", "--diff");
    const found = changedProperties(await stack.json("preview", "--refresh"));
    check(
      found.length === 1 && found[0] === "maxCallDuration",
      `It found ${found.join(", ") || "nothing"} instead of maxCallDuration alone.`,
    );
    return "it found that change and no other";
  });

  await step("Repair it: up --refresh puts back what the program says.", async () => {
    await stack.run("up", "--refresh", "--yes", "--skip-preview");
    const { max_duration: value } = await firstAssistant(service);
    check(value === drift.before, `max_call_duration is ${value} instead of ${drift.before}.`);
    return `max_call_duration is ${value} again`;
  });
}

async function changeByHand(service) {
  const { id, name, max_duration: before } = await firstAssistant(service);
  const after = before === 120 ? 240 : 120;
  await step(
    `Now somebody changes the assistant "${name}" by hand, past Pulumi, by plain HTTP.`,
    async () => {
      say(`   $ PUT ${service.address}/user/assistant/${id} {"max_call_duration": ${after}}`);
      await service.ask("PUT", `/user/assistant/${id}`, { max_call_duration: after });
      const { max_duration: now } = await firstAssistant(service);
      check(now === after, `The service kept ${now}.`);
      return `max_call_duration went from ${before} to ${after}`;
    },
  );
  return { before, after };
}

export async function destroyAll(stack, service, atFirst) {
  await step("Clean up: destroy removes all that the program made.", async () => {
    await stack.run("destroy", "--yes", "--skip-preview");
    const now = await inventory(service);
    check(isEmpty(now), `The service still has ${describe(now)}.`);
    const running = now.running.join(", ");
    check(running === atFirst.running.join(", "), `Other campaigns run than before: ${running || "none"}.`);
    return "the service is empty again, and no other campaigns run than before";
  });
}

/** The number before a word in Pulumi's summary, as in `+ 5 to create`. */
function counted(output, word) {
  // The stack itself is among the resources that Pulumi counts; the service has no object for it.
  const number = new RegExp(`\\+ (\\d+) ${word}`).exec(withoutColor(output))?.[1];
  return number === undefined ? 0 : Number(number) - 1;
}

function withoutColor(text) {
  return text.replace(/\x1b\[[0-9;]*m/g, "");
}

function changedProperties({ steps }) {
  return steps
    .filter(({ op }) => op !== "same" && op !== "refresh")
    .flatMap(({ op, urn, detailedDiff, diffReasons }) => {
      const names = Object.keys(detailedDiff ?? {});
      if (names.length > 0) return names;
      return diffReasons ?? [`${op} of ${urn.split("::").at(-1)}`];
    });
}
