/** Routes for account data, which only form 2026 has. */
import { requestedPage } from "../base/page-lies.js";
import { pageRequest } from "../base/pages.js";
import { folder, knowledgebase, label, phoneNumber2026 } from "../records/lookups.js";
import type { Call, Route, Service } from "../base/service.js";

export function accountRoutes(service: Service): Route[] {
  const { state } = service;
  const get = (path: string, body: (call: Call) => unknown): Route => ({
    method: "GET",
    path,
    form: "2026",
    handle: (call) => ({ status: 200, body: body(call) }),
  });
  const rowsOf = <T extends { owner: number }>(rows: T[], { user }: Call): T[] =>
    rows.filter((row) => row.owner === user.id);
  const paged = (path: string, rows: (call: Call) => object[]): Route =>
    get(path, (call) =>
      requestedPage(call.pageLie, rows(call), pageRequest(call.query, 15), `${service.address()}${path}`),
    );
  const assistantsWith = (knowledgebaseId: number): number =>
    state.assistants.filter((row) => row.knowledgebase_id === knowledgebaseId && row.deleted_at === null)
      .length;

  return [
    get("/user/me", ({ user: { name, email = "local-user@example.com", balance } }) => ({
      name,
      email,
      total_balance: balance,
    })),
    get("/user/knowledgebases", (call) => ({
      data: rowsOf(state.knowledgebases, call).map((row) => knowledgebase(row, assistantsWith(row.id))),
    })),
    paged("/user/folders", (call) => rowsOf(state.folders, call).map(folder)),
    paged("/user/labels", (call) => rowsOf(state.labels, call).map(label)),
    get("/user/phone-numbers/all", (call) => ({
      data: rowsOf(state.phoneNumbers, call).map(phoneNumber2026),
    })),
  ];
}
