// Made by `npm run generate` from the field tables in provider/. Do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { Declared } from "../declared.js";

/** The arguments of {@link MidCallTool}. */
export interface MidCallToolArgs {
  /**
   * The tool's name. The AI sees it, and the property `tools` of an assistant can refer to it.
   *
   * Allowed: lowercase letters and underscores, starting with a letter; in the 2026 form 1-64 letters,
   * digits and underscores, starting with a letter or an underscore.
   */
  name: pulumi.Input<string>;

  /**
   * When and how the AI should use the tool.
   *
   * Allowed: 1-255 characters.
   */
  description: pulumi.Input<string>;

  /**
   * The URL of the API that is called during a call.
   *
   * Allowed: an http:// or https:// URL; in the 2026 form an http:// or https:// URL of at most 2048
   * characters; may contain {parameter} and {{variable}}.
   */
  endpoint: pulumi.Input<string>;

  /**
   * HTTP method of the request to the endpoint.
   *
   * Allowed: "GET" or "POST" or "PUT" or "PATCH" or "DELETE".
   */
  method: pulumi.Input<"GET" | "POST" | "PUT" | "PATCH" | "DELETE">;

  /**
   * How the body of a POST, PUT or PATCH request to the endpoint is encoded. The service's default is
   * `json`.
   *
   * Allowed: "json" or "form". Default: the service is assumed to use `"json"`. Only in the 2026 form.
   */
  bodyFormat?: pulumi.Input<"json" | "form" | undefined>;

  /**
   * Time limit for the endpoint, in seconds. The service's default is 10.
   *
   * Allowed: a whole number, 1-30 seconds. Default: the service is assumed to use `10`.
   */
  timeout?: pulumi.Input<number | undefined>;

  /**
   * HTTP headers sent with the tool request, as a list of `{ name, value }`. Encrypted in state and
   * never shown. The order does not matter.
   *
   * Allowed: an array of {name, value}; in the 2026 form an array of {name, value: at most 2048
   * characters}.
   */
  headers?: pulumi.Input<
    | readonly pulumi.Input<{
        /** Name of the header, such as Authorization. At least 1 character. */
        name: pulumi.Input<string>;
        /** Value of the header, which may be a secret. 1-2048 characters. */
        value: pulumi.Input<string>;
      }>[]
    | undefined
  >;

  /**
   * Fields that every request to the endpoint contains; values may contain `{{variable}}`. Encrypted in
   * state and never shown, like headers. The order does not matter.
   *
   * Allowed: an array of {key, value}. Only in the 2026 form.
   */
  staticFields?: pulumi.Input<
    | readonly pulumi.Input<{
        /** Name of the field in the request. At least 1 character. */
        key: pulumi.Input<string>;
        /** Value of the field, which may be a secret. At least 1 character. */
        value: pulumi.Input<string>;
      }>[]
    | undefined
  >;

  /**
   * The parameters that the AI extracts from the conversation and sends to the endpoint. The order does
   * not matter.
   *
   * Allowed: an array of {name: 2-32 characters, type: `string`, `number` or `boolean`, description:
   * 3-255 characters}; in the 2026 form an array of {name: 1-32 characters, type: `string`, `number`,
   * `float` or `boolean`, description: 3-255 characters, required?}.
   */
  schema?: pulumi.Input<
    | readonly pulumi.Input<{
        /** Name of the parameter in the request. 1-32 characters. */
        name: pulumi.Input<string>;
        /** Type of the value that the AI extracts. "string" or "number" or "float" or "boolean". */
        type: pulumi.Input<"string" | "number" | "float" | "boolean">;
        /** Tells the AI what to extract. 3-255 characters. */
        description: pulumi.Input<string>;
        /** Whether the parameter is required. True or false. */
        required?: pulumi.Input<boolean | undefined>;
      }>[]
    | undefined
  >;

  /**
   * What to do if the account already has an object with the same name. "fail" stops with an error that
   * names the object and shows how to adopt it. "adopt" adopts it and writes only the fields that
   * differ. "create" creates another object. Default: the value of the setting voicecall:onExisting,
   * which is "fail" if it is not set. Used at creation, and when an update would give this object the
   * name of another object. Such an update fails unless the value is "create".
   *
   * Allowed: "fail" or "adopt" or "create".
   */
  onExisting?: "fail" | "adopt" | "create" | undefined;

  /**
   * Adopts the existing object with this id instead of creating one, and writes only the fields that
   * differ. Used at creation only. Later it must be the id in state, or be left out.
   *
   * Allowed: an id.
   */
  adoptId?: number | undefined;

  /**
   * What deleting the tool does while a live assistant uses it or may use it. "fail" (default) names the
   * assistant and keeps the tool. "detach" deletes the tool, which removes it from every assistant.
   *
   * Allowed: "fail" or "detach". Controls the provider, and is never sent to the service.
   */
  onDestroy?: pulumi.Input<"fail" | "detach" | undefined>;
}

/** The outputs of {@link MidCallTool}: what the program declared, and what the service assigned. */
export interface MidCallToolOutputs extends Declared<MidCallToolArgs> {
  /** When the service created the tool, ISO 8601. */
  readonly createdAt: pulumi.Output<string>;

  /** When the tool was last changed, ISO 8601. */
  readonly updatedAt: pulumi.Output<string>;
}

export const definition = {
  kind: "MidCallTool",
  inputs: [
    "name",
    "description",
    "endpoint",
    "method",
    "bodyFormat",
    "timeout",
    "headers",
    "staticFields",
    "schema",
    "onExisting",
    "adoptId",
    "onDestroy",
  ],
  computed: ["createdAt", "updatedAt"],
  secrets: ["headers", "staticFields"],
  texts: ["description", "endpoint"],
  references: {},
} as const;
