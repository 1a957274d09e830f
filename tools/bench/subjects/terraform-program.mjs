export const SOURCE = "example.com/mastercard/restapi";

/** The program as JSON. It has one block per object, because with `for_each` each object takes time for all others. */
export function terraformProgram({ address, token, perSecond }, backend, declared) {
  const { tools = [], assistants = [], leads = [] } = declared;
  const blocks = [
    ...tools.map((tool, index) => [`tool_${index}`, { path: "/user/tools", data: JSON.stringify(tool) }]),
    ...assistants.map((one, index) => [
      `assistant_${index}`,
      { path: "/user/assistant", data: assistantBody(one) },
    ]),
    ...leads.map((lead, index) => [
      `lead_${index}`,
      { path: "/user/lead", destroy_path: "/user/leads/{id}", data: JSON.stringify(lead) },
    ]),
  ];
  const headers = { Accept: "application/json", "Content-Type": "application/json" };
  const restapi = {
    uri: address,
    headers: { Authorization: `Bearer ${token}`, ...headers },
    write_returns_object: true,
    id_attribute: "data/id",
    ...(perSecond && { rate_limit: perSecond }),
  };
  return {
    terraform: {
      required_providers: { restapi: { source: SOURCE } },
      backend: { http: { address: backend } },
    },
    provider: { restapi },
    ...(blocks.length > 0 && { resource: { restapi_object: Object.fromEntries(blocks) } }),
  };
}

function assistantBody({ tools, voice: _, name, ...assistant }) {
  const ids = tools.map((tool) => `\${restapi_object.tool_${tool}.id}`);
  const body = { assistant_name: name, voice_id: 1, ...inSnakeCase(assistant), tool_ids: [] };
  return JSON.stringify(body).replace('"tool_ids":[]', `"tool_ids":[${ids.join()}]`);
}

const inSnakeCase = (fields) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );
