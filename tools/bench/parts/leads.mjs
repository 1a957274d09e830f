import { writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expectEqual } from "./checks.mjs";
import { measured } from "../subjects/measure.mjs";
import { startService } from "../subjects/service.mjs";
import { stackOf } from "../subjects/stack.mjs";

const CAMPAIGN = 1;
const CHANGED = "Person 5, changed";
const PLAIN = fileURLToPath(new URL("../subjects/programs/plain.mjs", import.meta.url));

export const leads = {
  title: "Leads",
  sizes: [2_000, 20_000, 200_000],
  // Terraform has a resource per lead, whose time would be that of thousands of them.
  subjects: (size) => ["floor", "ours", ...(size > 2_000 ? [] : ["terraform"]), "plain"],
  operations: {
    create: "create the list",
    preview: "preview, unchanged",
    refresh: "refresh, unchanged",
    change: "change one row",
    destroy: "destroy",
  },
  about: `The size is the number of leads in the account. A quarter of them are the rows of one \`LeadSet\`, with three variables; the others belong to other campaigns. **The limit** is a bare Node process with undici: it posts the same bodies, eight at once, and it reads the same listing with one \`JSON.parse\`. "CPU, host" and "MiB, host" of the second table divide our provider host by it. The do-nothing provider has one resource and reads no file. Terraform has a resource per lead, at the smallest size only; it reads and changes none, because the service has no route for one lead that it could use.`,
  open: async (block, programs) => {
    const service = await startService(block.later);
    fill(service.state, block.size);
    return block.subject === "plain" ? plain(block, service) : list(block, service, programs);
  },
};

const plan = { plan: "Gold", city: "Springfield" };
const phoneOf = (index) => `+49151${10_000_000 + index}`;
const nameOf = (index) => `Person ${index}`;

/**
 * Leads of three other campaigns. No spread in the literal: V8 would make each lead a hash table, and the service would
 * compare them fifty times slower.
 */
function fill({ leads: live, campaigns }, size) {
  const [campaign] = campaigns;
  for (let id = 901; id <= 903; id += 1) campaigns.push({ ...campaign, id, name: `Other ${id}` });
  for (let index = size / 4; index < size; index += 1)
    live.push({
      id: 1_000_000 + index,
      owner: campaign.owner,
      campaign_id: 901 + (index % 3),
      phone_number: phoneOf(index),
      status: "created",
      variables: { customer_name: nameOf(index), ...plan },
      secondary_contacts: [],
      fallback_sent_at: null,
      created_at: campaign.created_at,
      updated_at: campaign.created_at,
    });
}

/** The bodies of the creates. */
const bodies = (size) =>
  Array.from({ length: size / 4 }, (_, index) => ({
    phone_number: phoneOf(index),
    campaign_id: CAMPAIGN,
    variables: { customer_name: nameOf(index), ...plan },
  }));

async function list({ subject, size, folder, later }, service, programs) {
  const stack = await stackOf(programs, { subject, folder, service, later });
  const columns = {
    phoneNumber: "Phone",
    variables: { customer_name: "Name", plan: "Plan", city: "City" },
  };
  const writeRows = (changed) => {
    const rows = Array.from({ length: size / 4 }, (_, index) => {
      const name = index === changed ? `"${CHANGED}"` : nameOf(index);
      return `${phoneOf(index)},${name},${plan.plan},${plan.city}`;
    });
    stack.write("people.csv", ["Phone,Name,Plan,City", ...rows].join("\n"));
    // The hash is for the do-nothing provider, which reads no file.
    const note = subject === "floor" ? { changed: changed ?? "none" } : {};
    stack.declare({
      lists: [{ campaign: CAMPAIGN, leads: "people.csv", columns, defaultCountry: "DE", ...note }],
    });
  };
  if (subject === "terraform") stack.declare({ leads: bodies(size) });
  else writeRows();
  return {
    run: async (operation) => {
      if (subject === "terraform" && ["refresh", "change"].includes(operation)) return undefined;
      if (operation === "change") writeRows(5);
      service.begin();
      const result = { ...(await stack.run(operation)), requests: service.requests() };
      expectEqual("the exit code", result.exitCode, 0, result);
      if (subject !== "floor") checkLeads(operation, size, service.state, result);
      return result;
    },
  };
}

function checkLeads(operation, size, { leads: live }, result) {
  const own = live.filter((lead) => lead.campaign_id === CAMPAIGN);
  const changed = own.filter(({ variables }) => variables.customer_name === CHANGED);
  expectEqual(
    "the leads in the service",
    live.length,
    operation === "destroy" ? (size * 3) / 4 : size,
    result,
  );
  expectEqual("the leads of the list", own.length, operation === "destroy" ? 0 : size / 4, result);
  expectEqual("the changed leads", changed.length, operation === "change" ? 1 : 0, result);
}

/** What no client can do without. */
function plain({ size, folder }, service) {
  const file = path.join(folder, "bodies");
  writeFileSync(
    file,
    bodies(size)
      .map((body) => JSON.stringify(body))
      .join("\n"),
  );
  const { address, token } = service;
  const run = async (...args) => {
    service.begin();
    const options = { cwd: folder, env: process.env, folder };
    const result = await measured(process.execPath, [PLAIN, address, token, ...args], options);
    expectEqual("the leads in the service", service.state.leads.length, size, result);
    expectEqual("the exit code", result.exitCode, 0, result);
    return { ...result, requests: service.requests() };
  };
  const runs = { create: () => run(file), refresh: () => run() };
  return { run: (operation) => runs[operation]?.() };
}
