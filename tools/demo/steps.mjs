import pc from "picocolors";
import { count, describe, firstAssistant, inventory, isEmpty } from "./service.mjs";
import { check, say, scene, showFile, step } from "./story.mjs";

const PROGRAM = "index.ts";
const PROMPT = "prompts/renewals.md";
const VOICE = { right: 'voice: "Sarah"', wrong: 'voice: "Sara"' };
const STATE = { stopped: 'state: "stopped"', started: 'state: "started"' };
const LAST_LINE = {
  before: "If it is a bad time, thank them and end the call.",
  after: "If it is a bad time, offer to call back tomorrow.",
};
const FIRST_LINE = {
  before: "Ask whether they want to renew it, and for how long.",
  after: "Ask whether they want to renew it for a year.",
};

const LEADS = {
  before: "// The state",
  after: `new Lead("bob", { campaign: "Spring renewals", phoneNumber: "+12025550144" });

// The state`,
};

/** The story, from an empty account to an empty one. Shows each step, and checks the results of most. */
export async function tell(stack, service, atFirst) {
  await showProgram(stack.project);
  await misspell(stack, service);
  await create(stack, service);
  await announceStart(stack, service);
  await editPrompt(stack);
  await changeManually(service);
  await warnOfConflict(stack);
  await applyOverManualChange(stack, service);
  await findDrift(stack);
  await pull(stack);
  await applyBoth(stack, service);
  await cutLine(stack, service);
  await destroyAll(stack, service, atFirst);
}

async function showProgram(project) {
  await scene(
    "A program declares a tool, an assistant with its prompt, a person to call and a campaign.",
    () => {
      showFile(PROGRAM, project.read(PROGRAM));
      say();
      showFile(PROMPT, project.read(PROMPT));
    },
  );
}

async function misspell(stack, service) {
  await step(
    `A mistake: ${VOICE.wrong}. Preview lists its plan and then the error, before anything is created.`,
    async () => {
      stack.project.edit(PROGRAM, VOICE.right, VOICE.wrong);
      const output = await stack.rejected("preview");
      check(/did you mean "Sarah"/i.test(output), "The preview suggests no voice.");
      check(isEmpty(inventory(service)), "A preview created an object.");
      stack.project.edit(PROGRAM, VOICE.wrong, VOICE.right);
      return "rejected, with the name that was meant; nothing was created";
    },
  );
}

async function create(stack, service) {
  await step("Mistake corrected: up creates what the program declares.", async () => {
    await stack.pulumi("up", "--yes", "--skip-preview");
    const now = inventory(service);
    check(!isEmpty(now), "Pulumi reports success, but the account is empty.");
    return `the account has ${describe(now)} now; the campaign stays stopped, so no phone rings`;
  });
}

async function announceStart(stack, service) {
  await step(
    `What if the campaign had ${STATE.started}? Preview warns that people would be called.`,
    async () => {
      stack.project.edit(PROGRAM, STATE.stopped, STATE.started);
      const before = inventory(service);
      const output = await stack.pulumi("preview");
      check(/will START the campaign/.test(output), "The preview does not say that the campaign will start.");
      const now = inventory(service);
      check(now.running.join() === before.running.join(), "A preview started a campaign.");
      stack.project.edit(PROGRAM, STATE.started, STATE.stopped);
      return `a warning: preview succeeds, and starts no campaign. The program declares ${STATE.stopped} again`;
    },
  );
  say("     A lead that joins a running campaign is called too, and preview warns of that as well.");
}

async function editPrompt(stack) {
  await step("You edit a line of the prompt. Preview shows that line, and changes nothing.", async () => {
    stack.project.edit(PROMPT, LAST_LINE.before, LAST_LINE.after);
    const output = await stack.pulumi("preview", "--diff");
    check(output.includes("offer to call back"), "The preview does not show the new line.");
    return "one field of one resource would change";
  });
}

async function changeManually(service) {
  await scene(
    "Meanwhile a colleague edits another line of that prompt, in the service's dashboard.",
    async () => {
      const assistant = firstAssistant(service);
      const prompt = assistant.system_prompt;
      check(prompt.includes(FIRST_LINE.before), "The prompt in the service is not that of the program.");
      assistant.system_prompt = prompt.replace(FIRST_LINE.before, FIRST_LINE.after);
      say(`     ${pc.red(`- ${FIRST_LINE.before}`)}`);
      say(`     ${pc.green(`+ ${FIRST_LINE.after}`)}`);
    },
  );
}

async function warnOfConflict(stack) {
  await step(
    "You preview your edit again. Now preview warns of a conflict with your colleague's edit.",
    async () => {
      const output = await stack.pulumi("preview");
      check(
        /was changed manually.*will fail/s.test(output),
        "The preview does not warn about the manual change.",
      );
      return "a warning; `voicecall preview`, as in CI, fails";
    },
  );
}

async function applyOverManualChange(stack, service) {
  await step(
    "You apply your edit all the same. It would overwrite your colleague's edit, so `pulumi up` stops.",
    async () => {
      await stack.rejected("up", "--yes", "--skip-preview");
      const { system_prompt: prompt } = firstAssistant(service);
      check(prompt.includes(FIRST_LINE.after), "The manual change is lost.");
      return "nothing was changed, and your colleague's line is still there";
    },
  );
}

async function findDrift(stack) {
  await step("What did they change? voicecall drift compares the last up with the service.", async () => {
    const code = await stack.voicecall("drift");
    check(code === 2, `voicecall drift exited with code ${code} instead of 2.`);
    return "it shows their line, and changes nothing (exit code 2 means drift, for scripts)";
  });
}

async function pull(stack) {
  await step(
    "You want both lines: voicecall pull puts your colleague's line into the file, between your own.",
    async () => {
      // The demo's folder has no Git repository that could bring back the file.
      const code = await stack.voicecall("pull", "--force");
      check(code === 0, `voicecall pull exited with code ${code}.`);
      const prompt = stack.project.read(PROMPT);
      const hasBoth = prompt.includes(FIRST_LINE.after) && prompt.includes(LAST_LINE.after);
      check(hasBoth && prompt.includes("{{company}}"), "The file does not have both lines.");
      return `${PROMPT} has both lines, and its variables; nothing was sent`;
    },
  );
}

async function applyBoth(stack, service) {
  await step("Now up applies your edit, and keeps your colleague's.", async () => {
    await stack.pulumi("up", "--yes", "--skip-preview");
    const { system_prompt: prompt } = firstAssistant(service);
    const hasBoth = prompt.includes(FIRST_LINE.after) && prompt.includes(LAST_LINE.after);
    check(hasBoth, "The service does not have both lines.");
    return "the service has both lines";
  });
  say("     To overwrite a manual change instead: `pulumi up --refresh`.");
}

async function cutLine(stack, service) {
  await step(
    "One more person to call. The service creates the lead, and the line is cut before it answers.",
    async () => {
      stack.project.edit(PROGRAM, LEADS.before, LEADS.after);
      service.faults.add({ method: "POST", path: "/user/lead", times: 1, fault: "cut-after" });
      await stack.pulumi("up", "--yes", "--skip-preview");
      const { leads } = inventory(service);
      check(leads === 2, `The account has ${leads} leads instead of 2.`);
      return "the provider found the new lead in the listing: there is one, and Bob is called once";
    },
  );
}

async function destroyAll(stack, service, atFirst) {
  await step("destroy removes what the program created, and nothing else.", async () => {
    await stack.pulumi("destroy", "--yes", "--skip-preview");
    const now = inventory(service);
    check(isEmpty(now), `The account still has ${describe(now)}.`);
    const running = now.running.join(", ");
    check(
      running === atFirst.running.join(", "),
      `Different campaigns are running than before: ${running || "none"}.`,
    );
    return `the account is as it was: ${count(now.campaigns, "campaign")}, and no tools, assistants or leads`;
  });
}
