/** Mid call tools (spec 4.1). */
import { httpError } from "../base/http-error.js";
import type { Place } from "../base/assumed-routes.js";
import { toolRecords } from "../records/tool.js";
import { removeRow } from "../base/removal.js";
import { validated } from "../rules/field.js";
import { toolForms } from "../rules/tool.js";
import { isoNow, withoutDropped, nextId, type Call, type Route, type Service } from "../base/service.js";
import { toolSchema, type StoredTool } from "../base/state.js";

export function toolRoutes(
  service: Service,
  places: { updateTool: Place | undefined; deleteTool: Place | undefined },
): Route[] {
  const { state, settings } = service;
  const form = (): (typeof toolForms)["2025"] => toolForms[settings.form];
  const record = (tool: StoredTool): object => toolRecords[settings.form](tool);
  const findTool = ({ id, user }: Call): StoredTool => {
    const tool = state.tools.find((row) => row.id === id && row.owner === user.id);
    if (!tool) throw httpError(404, "Tool not found");
    return tool;
  };

  const create: Route = {
    method: "POST",
    path: "/user/tools",
    handle: ({ user, body, dropped, planLimit = { limit: user.toolLimit, status: 422 } }) => {
      const fields = withoutDropped(validated(form().create, body, settings, "field"), dropped);
      if (state.tools.filter((tool) => tool.owner === user.id).length >= planLimit.limit) {
        throw httpError(
          planLimit.status,
          `You have reached your plan limit of ${planLimit.limit} mid call tools. Please upgrade your plan to create more.`,
        );
      }
      const now = isoNow(service);
      const tool = toolSchema.parse({
        name: "",
        ...fields,
        id: nextId(state, "tools"),
        owner: user.id,
        created_at: now,
        updated_at: now,
      });
      state.tools.push(tool);
      return { status: 201, body: { message: "Tool created successfully", data: record(tool) } };
    },
  };

  const list: Route = {
    method: "GET",
    path: "/user/tools",
    requiresJsonHeaders: true,
    handle: ({ user, listLag }) => ({
      status: 200,
      body: service.listings
        .of("tools", listLag)
        .filter((tool) => tool.owner === user.id)
        .map(record),
    }),
  };

  const get: Route = {
    method: "GET",
    path: "/user/tools/{id}",
    requiresJsonHeaders: true,
    handle: (call) => ({ status: 200, body: record(findTool(call)) }),
  };

  const update = (call: Call): ReturnType<Route["handle"]> => {
    const tool = findTool(call);
    const { update, ignored } = form();
    const fields = validated(update, call.body, settings);
    Object.assign(tool, withoutDropped(fields, [...call.dropped, ...ignored(tool)]), {
      updated_at: isoNow(service),
    });
    return { status: 200, body: { message: "Tool updated successfully", data: record(tool) } };
  };

  const remove = (call: Call): ReturnType<Route["handle"]> => {
    const tool = findTool(call);
    removeRow(state, "tools", tool.id);
    return { status: 200, body: { message: "Tool deleted successfully" } };
  };

  return [
    create,
    list,
    get,
    ...(places.updateTool ? [{ ...places.updateTool, handle: update }] : []),
    ...(places.deleteTool ? [{ ...places.deleteTool, handle: remove }] : []),
  ];
}
