// Made by `npm run generate` from provider/http/settings-table.ts. Do not edit.
import type * as pulumi from "@pulumi/pulumi";

/** The arguments of {@link Account}. */
export interface AccountArgs {
  /**
   * The root of the service's API. It may have a path. Different values in the environment and in stack
   * configuration are an error. An `Account` without a base URL uses `VOICECALL_BASE_URL`.
   *
   * Allowed: an https URL without credentials, query or fragment; http for loopback addresses only,
   * unless `allowHttp` is set.
   */
  baseUrl?: pulumi.Input<string | undefined>;

  /**
   * The token sent as `Authorization: Bearer`. Without a token, previews work offline and look up
   * nothing. An `Account` uses only a token of its own.
   *
   * Allowed: the bare token. Encrypted in state.
   */
  accessToken?: pulumi.Input<string | undefined>;

  /**
   * The name of an environment variable with the token. The variable is read in every run, so a rotated
   * token needs no change to this setting.
   *
   * Allowed: the name of a variable that is set; not together with `accessToken`.
   */
  accessTokenEnv?: pulumi.Input<string | undefined>;

  /**
   * What a create does if an object with the same key already exists. `adopt`: set it for one run only
   * (docs/promote.md). Not for LeadSet.
   *
   * Allowed: `fail`, `create`, `adopt`. Default: the stack's `voicecall:onExisting`, or `fail`.
   */
  onExisting?: pulumi.Input<"fail" | "create" | "adopt" | undefined>;

  /**
   * What an update does to a field that was changed manually.
   *
   * Allowed: `fail`, `warn`, `overwrite`. Default: the stack's `voicecall:onConflict`, or `fail`.
   */
  onConflict?: pulumi.Input<"fail" | "warn" | "overwrite" | undefined>;

  /**
   * `never`: a missing token is an error, even in preview. Use it in CI. `always`: no token is used, and
   * the value `offline` counts as not known yet (docs/ci.md).
   *
   * Allowed: `auto`, `never`, `always`. Default: the stack's `voicecall:offline`, or `auto`.
   */
  offline?: pulumi.Input<"auto" | "never" | "always" | undefined>;

  /**
   * The form of the service's API, named after the year of its documentation. `auto` detects it from the
   * account's voices and models.
   *
   * Allowed: `auto`, `2025`, `2026`. Default: the stack's `voicecall:apiForm`, or `auto`.
   */
  apiForm?: pulumi.Input<"auto" | "2025" | "2026" | undefined>;

  /**
   * How long a listing may lag behind a create. An object younger than this does not count as gone if a
   * listing does not show it.
   *
   * Allowed: seconds such as `10` or `10s`, or `500ms`; from 0 ms to 300 s. Default: the stack's
   * `voicecall:listLag`, or `10s`.
   */
  listLag?: pulumi.Input<number | string | undefined>;

  /**
   * Time limit for one attempt of a request, from connecting to the last byte of the response.
   *
   * Allowed: seconds such as `10` or `10s`, or `500ms`; from 10 ms to 600 s. Default: the stack's
   * `voicecall:timeout`, or `30s`.
   */
  timeout?: pulumi.Input<number | string | undefined>;

  /**
   * Maximum number of requests in flight.
   *
   * Allowed: a whole number from 1 to 100. Default: the stack's `voicecall:maxInFlight`, or `8`.
   */
  maxInFlight?: pulumi.Input<number | undefined>;

  /**
   * What happens if an assistant's prompts do not match its variables or tools.
   *
   * Allowed: `warn`, `error`, `off`. Default: the stack's `voicecall:promptChecks`, or `warn`.
   */
  promptChecks?: pulumi.Input<"warn" | "error" | "off" | undefined>;

  /**
   * The only people that this stack may call (docs/promote.md). A lead, a secondary contact, a start or
   * `voicecall call` that would reach anyone else is an error in preview and apply. A valid number
   * stands for itself only; other entries, and entries that end in `*`, are prefixes.
   *
   * Allowed: numbers and prefixes with "+" and digits only, separated by commas or as a JSON array in
   * quotes, such as `["+12025550143", "+4930*"]`; `[]` allows nobody, `any` everybody. Default: the
   * stack's `voicecall:callOnly`, or `any`.
   */
  callOnly?: pulumi.Input<string | readonly string[] | undefined>;

  /**
   * The most leads that one campaign of this stack may have, without those that are completed or
   * blacklisted. A lead beyond them, or a start of a campaign with more, is an error in preview and
   * apply.
   *
   * Allowed: a whole number, or `none`. Default: the stack's `voicecall:maxLeads`, or `none`.
   */
  maxLeads?: pulumi.Input<number | string | undefined>;

  /**
   * Whether an apply may delete objects of the service, also to replace one. A forbidden deletion is
   * predicted by `voicecall preview`, and fails in the apply. Rows of a list are no objects of their
   * own.
   *
   * Allowed: `allow`, `fail`, or the kinds that must not be deleted, such as `Assistant,Campaign`.
   * Default: the stack's `voicecall:deletions`, or `allow`.
   */
  deletions?: pulumi.Input<string | undefined>;

  /**
   * Whether prompts and other texts that no program had declared are kept before an apply replaces or
   * deletes them, for `voicecall undo` (docs/undo.md): those of deleted objects in this folder,
   * encrypted with the access token, all others in state.
   *
   * Allowed: a folder, relative to the program's; or `off`. Default: the stack's
   * `voicecall:keepOverwritten`, or `.voicecall`.
   */
  keepOverwritten?: pulumi.Input<string | undefined>;

  /**
   * Accepts plain http for any host, which exposes the token to the network.
   *
   * Allowed: `false`, `true`. Default: the stack's `voicecall:allowHttp`, or `false`.
   */
  allowHttp?: pulumi.Input<boolean | undefined>;

  /**
   * Overrides the method and path of individual API routes: a JSON object that maps a route's name to
   * `METHOD /path`, or to `none` if the service has no such route.
   *
   * Allowed: a JSON object such as `{"updateTool": "PUT /user/tools/{id}", "deleteLead": "none"}`.
   * Default: the stack's `voicecall:routes`, or `{}`.
   */
  routes?: pulumi.Input<
    | {
        /** Default: `POST /user/tools`. */
        createTool?: pulumi.Input<string | undefined>;
        /** Default: `GET /user/tools`. */
        listTools?: pulumi.Input<string | undefined>;
        /** Default: `GET /user/tools/{id}`. */
        getTool?: pulumi.Input<string | undefined>;
        /** Default: `PUT /user/tools/{id}`, assumed. */
        updateTool?: pulumi.Input<string | undefined>;
        /** Default: `DELETE /user/tools/{id}`, assumed. */
        deleteTool?: pulumi.Input<string | undefined>;
        /** Default: `POST /user/assistant`. */
        createAssistant?: pulumi.Input<string | undefined>;
        /** Default: `PUT /user/assistant/{id}`, assumed. */
        updateAssistant?: pulumi.Input<string | undefined>;
        /** Default: `DELETE /user/assistant/{id}`. */
        deleteAssistant?: pulumi.Input<string | undefined>;
        /** Default: `POST /user/assistants/enable-inbound-webhook`, assumed. */
        enableInboundWebhook?: pulumi.Input<string | undefined>;
        /** Default: `POST /user/assistants/disable-inbound-webhook`, assumed. */
        disableInboundWebhook?: pulumi.Input<string | undefined>;
        /** Default: `GET /user/assistants/get`. */
        listAssistants?: pulumi.Input<string | undefined>;
        /** Default: `GET /user/assistants/phone-numbers`. */
        listPhoneNumbers?: pulumi.Input<string | undefined>;
        /** Default: `GET /user/assistants/voices`. */
        listVoices?: pulumi.Input<string | undefined>;
        /** Default: `GET /user/assistants/models`. */
        listModels?: pulumi.Input<string | undefined>;
        /** Default: `GET /user/assistants/languages`. */
        listLanguages?: pulumi.Input<string | undefined>;
        /** Default: `GET /user/assistants/synthesizer-providers`. */
        listSynthesizers?: pulumi.Input<string | undefined>;
        /** Default: `GET /user/assistants/transcriber-providers`. */
        listTranscribers?: pulumi.Input<string | undefined>;
        /** Default: `GET /user/folders`. */
        listFolders?: pulumi.Input<string | undefined>;
        /** Default: `GET /user/labels`. */
        listLabels?: pulumi.Input<string | undefined>;
        /** Default: `POST /user/campaign`. */
        createCampaign?: pulumi.Input<string | undefined>;
        /** Default: `DELETE /user/campaign/{id}`. */
        deleteCampaign?: pulumi.Input<string | undefined>;
        /** Default: `POST /user/lead`. */
        createLead?: pulumi.Input<string | undefined>;
        /** Default: `GET /user/leads`. */
        listLeads?: pulumi.Input<string | undefined>;
        /** Default: `PUT /user/leads/{id}`. */
        updateLead?: pulumi.Input<string | undefined>;
        /** Default: `DELETE /user/leads/{id}`, assumed. */
        deleteLead?: pulumi.Input<string | undefined>;
        /** Default: `POST /user/make_call`. */
        makeCall?: pulumi.Input<string | undefined>;
        /** Default: `GET /user/calls`. */
        listCalls?: pulumi.Input<string | undefined>;
        /** Default: `POST /user/campaigns/update-status`. */
        updateCampaignStatus?: pulumi.Input<string | undefined>;
        /** Default: `GET /user/campaigns`, assumed. */
        listCampaigns?: pulumi.Input<string | undefined>;
      }
    | undefined
  >;

  /**
   * Logs method, path, status and time of each attempt of a request, never a body. Also logs the stack
   * trace of each error.
   *
   * Allowed: `false`, `true`. Default: the stack's `voicecall:debug`, or `false`.
   */
  debug?: pulumi.Input<boolean | undefined>;
}

/** Where to connect, and with which token. An account never takes these from stack configuration. */
export const credentialKeys = ["baseUrl", "accessToken", "accessTokenEnv"] as const;

/** An account uses the stack configuration for policies that its arguments do not set. */
export const policyKeys = [
  "onExisting",
  "onConflict",
  "offline",
  "apiForm",
  "listLag",
  "timeout",
  "maxInFlight",
  "promptChecks",
  "callOnly",
  "maxLeads",
  "deletions",
  "keepOverwritten",
  "allowHttp",
  "routes",
  "debug",
] as const;

/** The allowed values and the default of each policy whose values match a pattern. */
export const policyForms: Readonly<Record<string, { pattern: string; allowed: string; default: string }>> = {
  onExisting: { pattern: "^(fail|create|adopt)$", allowed: "`fail`, `create`, `adopt`", default: "fail" },
  onConflict: { pattern: "^(fail|warn|overwrite)$", allowed: "`fail`, `warn`, `overwrite`", default: "fail" },
  offline: { pattern: "^(auto|never|always)$", allowed: "`auto`, `never`, `always`", default: "auto" },
  apiForm: { pattern: "^(auto|2025|2026)$", allowed: "`auto`, `2025`, `2026`", default: "auto" },
  listLag: {
    pattern: "^(\\d+(?:\\.\\d+)?)(s|ms)?$",
    allowed: "seconds such as `10` or `10s`, or `500ms`; from 0 ms to 300 s",
    default: "10s",
  },
  timeout: {
    pattern: "^(\\d+(?:\\.\\d+)?)(s|ms)?$",
    allowed: "seconds such as `10` or `10s`, or `500ms`; from 10 ms to 600 s",
    default: "30s",
  },
  maxInFlight: { pattern: "^\\d+$", allowed: "a whole number from 1 to 100", default: "8" },
  promptChecks: { pattern: "^(warn|error|off)$", allowed: "`warn`, `error`, `off`", default: "warn" },
  maxLeads: { pattern: "^(\\d{1,7}|none)$", allowed: "a whole number, or `none`", default: "none" },
  allowHttp: { pattern: "^(false|true)$", allowed: "`false`, `true`", default: "false" },
  debug: { pattern: "^(false|true)$", allowed: "`false`, `true`", default: "false" },
};

export const secretKeys = ["accessToken"] as const;
