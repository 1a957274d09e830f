/** Mid call tools (spec 4.1). */
import { httpError } from "../base/http-error.js";
import { add, change, found, remove } from "../base/records.js";
import { toolRecords } from "../records/tool.js";
import { validated } from "../rules/field.js";
import { toolForms } from "../rules/tool.js";
import { withoutDropped, type Route, type Service } from "../base/service.js";
import type { StoredTool } from "../base/state.js";

export function toolRoutes(service: Service): Route[] {
  const { state, settings } = service;
  const form = (): (typeof toolForms)["2025"] => toolForms[settings.form];
  const record = (tool: StoredTool): object => toolRecords[settings.form](tool);

  return [
    {
      at: "POST /user/tools",
      status: 201,
      handle: ({ user, body, dropped, planLimit = { limit: user.toolLimit, status: 422 } }) => {
        const fields = withoutDropped(validated(form().create, body, settings, "field"), dropped);
        if (state.tools.filter((tool) => tool.owner === user.id).length >= planLimit.limit) {
          throw httpError(
            planLimit.status,
            `You have reached your plan limit of ${planLimit.limit} mid call tools. Please upgrade your plan to create more.`,
          );
        }
        const tool = add(service, "tools", user, { name: "", ...fields });
        return { message: "Tool created successfully", data: record(tool) };
      },
    },
    {
      at: "GET /user/tools",
      requiresJsonHeaders: true,
      handle: (call) => service.listings.of("tools", call).map(record),
    },
    {
      at: "GET /user/tools/{id}",
      requiresJsonHeaders: true,
      handle: ({ id, user }) => record(found(service, "tools", id, user)),
    },
    {
      at: "updateTool",
      handle: ({ id, user, body, dropped, resets }) => {
        const tool = found(service, "tools", id, user);
        const { update, ignored } = form();
        const fields = validated(update, body, settings);
        change(service, "tools", tool, withoutDropped(fields, [...dropped, ...ignored(tool)]), resets);
        return { message: "Tool updated successfully", data: record(tool) };
      },
    },
    {
      at: "deleteTool",
      handle: ({ id, user }) => {
        remove(state, "tools", found(service, "tools", id, user).id);
        return { message: "Tool deleted successfully" };
      },
    },
  ];
}
