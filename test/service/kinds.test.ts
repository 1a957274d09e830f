/**
 * Checks that a new field or kind of resource is complete. Each failure names the file to edit. CONTRIBUTING
 * has the recipes.
 */
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { allRoutes } from "../../emulator/routes/all.js";
import type { Service } from "../../emulator/base/service.js";
import { fileName, kinds, namesOf } from "../../provider/base/kind.js";
import { catalog } from "../../provider/catalog.js";
import { routes } from "../../provider/http/routes.js";
import * as sdk from "../../sdk/index.js";
import { classDoc, firstSentence } from "../../tools/generate/class-doc.js";
import { type Sample, everySubject, fieldsOf, fixtures, serviceOf } from "../kinds/index.js";
import { service } from "./harness.js";

/**
 * The sample of a property, and for a flag also `true`, because the flag may already have the sample's value.
 */
function bothFlags([property, { request, body, stored, route }]: [string, Sample]) {
  const rows: [string, Pick<Sample, "body" | "stored" | "route">][] = [
    [property, { body, stored, ...(route && { route }) }],
  ];
  if (typeof body[request] !== "boolean") return rows;
  const [key = ""] = Object.keys(stored);
  return [
    ...rows,
    [property, { body: { ...body, [request]: true }, stored: { [key]: true } }] as (typeof rows)[0],
  ];
}

describe.each(kinds)("%s", (kind) => {
  test("has a class", () => {
    expect(sdk, `sdk/index.ts does not export ${kind}, the class in sdk/${fileName(kind)}.ts`).toHaveProperty(
      kind,
    );
  });

  test("has a description above its class, and an entry in the README's list", () => {
    const reference = `docs/resources/${fileName(kind)}.md`;
    const source = `sdk/${fileName(kind)}.ts`;
    const about = classDoc(readFileSync(source, "utf8"), kind);
    expect(about, `${source} has no documentation comment above the class ${kind}`).not.toBe("");
    const entry = `- **[${kind}](${reference})**: ${firstSentence(about)}`;
    expect(readFileSync("README.md", "utf8").includes(entry), `README.md has no ${entry}`).toBe(true);
  });

  test("has a fixture, in which each property of the table is a sample or an option", () => {
    const { props, samples, options } = fixtures[kind];
    const known = { ...props, ...samples, ...options };
    for (const property of Object.keys(fieldsOf(kind)))
      expect(known, `test/kinds/${fileName(kind)}.ts has no sample or option for ${property}`).toHaveProperty(
        property,
      );
    for (const property of Object.keys(known))
      expect(fieldsOf(kind), `provider/${fileName(kind)}/schema.ts has no field ${property}`).toHaveProperty(
        property,
      );
  });
});

test("the local service has every route of the provider", async () => {
  const { emulator } = await service();
  const settings = { routes: {}, strict: false };
  const offered = allRoutes({ ...emulator, settings } as unknown as Service);
  const missing = Object.entries(routes).filter(
    ([, { method, path }]) => !offered.some((route) => route.method === method && route.path === path),
  );
  expect(
    missing.map(([name]) => name),
    "emulator/routes/all.ts lacks routes of provider/http/routes.ts",
  ).toEqual([]);
});

describe.each(everySubject)(
  "the local service and $kind",
  ({ kind, create, list, item, body, samples, ...subject }) => {
    const { noun } = namesOf(kind);
    const files = [
      "rules/NOUN.ts",
      "records/NOUN.ts",
      "base/stored-NOUN.ts",
      "routes/NOUN-changes.ts",
      "base/state.ts",
    ]
      .map((file) => `emulator/${file.replace("NOUN", noun)}`)
      .filter((file) => existsSync(file));

    test("a new record has every field", async () => {
      const { call } = await service(serviceOf(kind));
      await call("POST", create, body);
      const { json } = await call("GET", list);
      const [record] = (Array.isArray(json) ? json : json.data) as object[];
      for (const [property, field] of Object.entries(fieldsOf(kind))) {
        if (field.record === undefined || field.record === "*") continue;
        expect(record, `${property} is not in a new record: ${files.join(", ")}`).toHaveProperty([
          field.record,
        ]);
      }
    });

    test("every field of a request is stored", async () => {
      const { call, emulator } = await service(serviceOf(kind, { extraFields: ["new_setting"] }));
      subject.prepare?.(emulator);
      await call("POST", create, body);
      for (const [property, { body: changed, stored, route }] of Object.entries(samples).flatMap(bothFlags)) {
        const { id } = subject.rows(emulator).at(-1)!;
        // An object that cannot be changed is created again, with the other value.
        const isFixed = catalog[kind].definition.unchangeable !== undefined;
        const { status, text } = isFixed
          ? await call("POST", create, { ...body, ...changed })
          : route
            ? await call("POST", route, { assistant_id: id, ...changed })
            : await call("PUT", item.replace("{id}", String(id)), changed);
        expect(status, text).toBe(isFixed ? 201 : 200);
        const row = subject.rows(emulator).at(-1)!;
        // The sent value counts too. The sample of `headers` sends a masked value, and the sample of `variables`
        // expects a merge with its first value.
        for (const [key, value] of Object.entries(stored))
          expect(
            [value, ...Object.values(changed)],
            `${property} is not stored: ${files.join(", ")}`,
          ).toContainEqual(row[key]);
      }
    });
  },
);
