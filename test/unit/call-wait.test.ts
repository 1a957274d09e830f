/** What `voicecall call --wait` takes for the end of its call. */
import { expect, test } from "vitest";
import { atReceiver, deviations, inListing } from "../../cli/call/wait.js";
import type { Client } from "../../provider/facade.js";
import { freePort } from "../support/free-port.js";

const old = { id: 50, status: "completed", duration: 9 };

/** The end that is seen, for the records before the call and after it. */
async function seen(before: object[], after: object[]) {
  const answers = [before, after];
  const client = { request: () => Promise.resolve({ data: answers.shift() }) } as unknown as Client;
  const watch = inListing(client, 201, "+12025550143");
  await watch.begin();
  return watch.look();
}

test.each([
  ["an older record that was not on the page before", [old], [{ ...old, id: 49 }, old]],
  ["a new record without a status", [{ ...old, status: null }], [old, { id: 51, status: null }]],
  [
    "a call of another number, where the service ignores the filter,",
    [old],
    [old, { ...old, id: 51, client_phone_number: "+12025550144" }],
  ],
  ["a call from the number", [old], [old, { ...old, id: 51, type: "inbound" }]],
  ["a call in another spelling of in-progress", [old], [old, { id: 51, status: "In_Progress" }]],
])("%s is no end", async (_, before, after) => {
  expect(await seen(before, after)).toBeUndefined();
});

test("ids as text, and another spelling of a status", async () => {
  const ended = await seen(
    [old],
    [old, { id: "51", status: "Completed", duration: "12", client_phone_number: "12025550143" }],
  );
  expect(ended).toEqual({ status: "Completed", duration: 12, variables: {} });
  expect(deviations(ended!, { statuses: ["completed"], minDuration: 12, variables: {} })).toEqual([]);
});

test.each(["+1 202-555-0143", "0012025550143", "12025550143"])(
  "a notification with the number as %s is that of the call",
  async (customer_phone) => {
    const port = await freePort();
    const watch = atReceiver(port, "+12025550143");
    await watch.begin();
    const body = JSON.stringify({ id: 1, customer_phone, status: "completed", created_at: "" });
    await fetch(`http://127.0.0.1:${port}`, { method: "POST", body });
    expect(await watch.look()).toMatchObject({ status: "completed" });
    watch.close();
  },
);
