/** Checks the manifest in examples/kubernetes against the operator's definition of a Stack. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { Ajv, type SchemaObject } from "ajv";
import { expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { REPOSITORY } from "../../support/project.js";

interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string };
  stringData?: Record<string, string>;
  subjects?: { name: string }[];
  spec?: StackSpec;
}

interface StackSpec {
  serviceAccountName: string;
  refresh: boolean;
  destroyOnFinalize: boolean;
  envRefs: Record<string, { type: string; secret?: { name: string; key: string } }>;
}

/** A field that the operator has from version 2 on, according to its documentation. */
const SINCE_VERSION_2 = { serviceAccountName: { type: "string" } };

const all = parseAllDocuments(
  readFileSync(path.join(REPOSITORY, "examples/kubernetes/stack.yaml"), "utf8"),
).map((document) => document.toJS() as Manifest);
const ofKind = (kind: string): Manifest => all.find((one) => one.kind === kind)!;

/** Rejects unknown fields. The API server would drop them, or reject them with `kubectl apply --validate=strict`. */
function strict(schema: SchemaObject): SchemaObject {
  const inner = Object.entries(schema).map(([key, value]: [string, unknown]) => {
    if (key === "properties") {
      const properties = Object.entries(value as Record<string, SchemaObject>);
      return [key, Object.fromEntries(properties.map(([name, one]) => [name, strict(one)]))];
    }
    const isSchema = ["items", "additionalProperties"].includes(key) && typeof value === "object";
    return [key, isSchema ? strict(value as SchemaObject) : value];
  });
  const copy = Object.fromEntries(inner) as SchemaObject;
  return "properties" in copy ? { additionalProperties: false, ...copy } : copy;
}

function errorsOf(spec: unknown): string[] {
  const file = path.join(__dirname, "stack-spec-1.16.0.json");
  const schema = JSON.parse(readFileSync(file, "utf8")) as SchemaObject & { properties: object };
  const known = { ...schema, properties: { ...schema.properties, ...SINCE_VERSION_2 } };
  const ajv = new Ajv({ allErrors: true, strict: false, validateFormats: false });
  const validate = ajv.compile(strict(known));
  validate(spec);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

test("the Stack matches the operator's schema", () => {
  const { apiVersion, spec } = ofKind("Stack");
  expect([apiVersion, errorsOf(spec)]).toEqual(["pulumi.com/v1", []]);
});

test.each<[string, object, string]>([
  ["a misspelled field", { refreshh: true }, " must NOT have additional properties"],
  ["a wrong type", { refresh: "no" }, "/refresh must be boolean"],
  ["a reference without a type", { envRefs: { A: {} } }, "/envRefs/A must have required property 'type'"],
])("%s is found", (_, change, error) => {
  expect(errorsOf({ ...ofKind("Stack").spec, ...change })).toEqual([error]);
});

test("the objects refer to each other, and the Stack refreshes and destroys nothing automatically", () => {
  const { spec, metadata } = ofKind("Stack");
  const secret = ofKind("Secret");
  expect(all.map((one) => one.metadata.namespace).filter(Boolean)).toEqual(Array(3).fill(metadata.namespace));
  expect(spec!.serviceAccountName).toBe(ofKind("ServiceAccount").metadata.name);
  expect(ofKind("ClusterRoleBinding").subjects![0]!.name).toBe(spec!.serviceAccountName);
  for (const { type, secret: from } of Object.values(spec!.envRefs)) {
    if (type !== "Secret") continue;
    expect(from!.name).toBe(secret.metadata.name);
    expect(Object.keys(secret.stringData!)).toContain(from!.key);
  }
  expect([spec!.refresh, spec!.destroyOnFinalize]).toEqual([false, false]);
});
