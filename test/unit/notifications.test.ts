import { expect, test } from "vitest";
import { postCallNotification } from "../../sdk/notifications.js";
import { byHand, service } from "../support/engine-world.js";
import { anAssistant } from "../kinds/index.js";

const least = {
  id: 501,
  customer_phone: "+12025550143",
  status: "completed",
  created_at: "2026-11-27T10:00:00Z",
};

test.each(["2025", "2026"] as const)(
  "what the local service sends in form %s is read whole",
  async (form) => {
    const emulator = await service();
    const item = { name: "wants_offer", type: "bool", description: "Whether the caller wants an offer." };
    await byHand(emulator, "POST", "/user/assistant", {
      ...anAssistant.body,
      calls_direction: "make",
      is_webhook_active: true,
      webhook_url: "http://127.0.0.1:9/",
      post_call_schema: [item],
    });
    emulator.configure({ form });
    const { id } = emulator.state.assistants[0]!;
    await byHand(emulator, "POST", "/user/lead", {
      campaign_id: 1,
      phone_number: "+12025550143",
      variables: { a: "b" },
    });
    await byHand(emulator, "POST", "/user/make_call", { assistant_id: id, phone_number: "+12025550143" });
    await fetch(`${emulator.address}/_emulator/calls/501/finish`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ extracted_variables: { wants_offer: true }, transcript: "Hello!" }),
    });
    const { payload } = emulator.state.notifications[0]!;
    const call = postCallNotification.parse(JSON.parse(JSON.stringify(payload)));
    expect(call).toMatchObject({
      customer_phone: "+12025550143",
      status: "completed",
      duration: 42,
      extracted_variables: { wants_offer: true },
      transcript: [{ text: "Hello!", sender: "bot" }],
      lead: { phone_number: "+12025550143", variables: { a: "b" } },
    });
    expect(call.lead!.call_tries).toBe(form === "2026" ? 1 : undefined);
  },
);

test("the least notification, and the spellings of PHP", () => {
  expect(postCallNotification.parse(least)).toMatchObject({
    assistant_phone: null,
    duration: null,
    extracted_variables: {},
    transcript: [],
    finished_at: null,
  });
  const odd = {
    ...least,
    id: "501",
    duration: "12.5",
    extracted_variables: [],
    transcript: "Hi",
    lead: null,
    transfers: null,
    x: 1,
  };
  expect(postCallNotification.parse(odd)).toMatchObject({
    id: 501,
    duration: 12.5,
    extracted_variables: {},
    transcript: [{ text: "Hi" }],
    x: 1,
  });
  const lead = { id: "1", phone_number: "+12025550143", variables: [], call_tries: null };
  expect(postCallNotification.parse({ ...least, lead }).lead).toMatchObject({ id: 1, variables: {} });
});

test("what is no notification is refused, and the key is named", () => {
  const result = postCallNotification.safeParse({ ...least, status: 5 });
  expect(result.success).toBe(false);
  expect(!result.success && result.error.message).toContain("status");
});
