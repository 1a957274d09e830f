/**
 * Finds live values that the program does not declare, such as a filler audio that somebody switched on. An update leaves
 * them as they are, so no other report shows them.
 */
import {
  type Field,
  type Session,
  type Standard,
  type ServiceRecord,
  catalog,
  isObject,
  liveFields,
  ownValue,
  withoutToken,
} from "../../provider/facade.js";
import { isKind } from "../../provider/base/kind.js";
import { TYPE_PREFIX } from "../../sdk/provider-text.js";
import { reasonOf } from "../base/exit.js";
import { code, keyText } from "../export/code.js";
import { credentialIn } from "../export/secret-values.js";
import type { StackAccount } from "./accounts.js";
import { reported } from "./compare.js";
import type { Undeclared } from "./report.js";
import { SECRET, isSecret } from "./secret.js";

type UndeclaredFields = Undeclared["undeclared"][number]["fields"];

export async function findUndeclared(accounts: readonly StackAccount[]): Promise<Undeclared> {
  const found: Undeclared = { undeclared: [], notes: [], errors: [] };
  for (const { session, resources } of accounts)
    for (const resource of resources) {
      const kind = resource.type.slice(TYPE_PREFIX.length);
      const standard = isKind(kind) ? catalog[kind].standard : undefined;
      if (!standard) continue;
      const resourceTexts = reported(resource.urn, kind, resource);
      try {
        // If the object is gone, the report about declared fields says so.
        const record = (await session.records[standard.kind].read("current")).withId(Number(resource.id));
        const fields = record ? await undeclaredIn(standard, session, record, resource.inputs) : [];
        if (fields.length > 0) found.undeclared.push({ ...resourceTexts, fields });
      } catch (error) {
        const text = withoutToken(reasonOf(error), session.settings.accessToken);
        found.errors.push({ ...resourceTexts, text: `Its undeclared values were not read: ${text}` });
      }
    }
  return found;
}

export async function undeclaredIn(
  standard: Standard,
  session: Session,
  record: ServiceRecord,
  inputs: Readonly<Record<string, unknown>>,
): Promise<UndeclaredFields> {
  const { fields, operation } = await liveFields(standard, session, record, { full: false });
  return Object.entries(fields).flatMap(([property, value]) => {
    const field = operation.definition.fields[property]!;
    const declared = ownValue(inputs, property);
    if (declared === undefined) return [undeclared(field, property, value)];
    if (!field.merged || !isObject(declared) || !isObject(value) || isSecret(declared)) return [];
    // The service merges such a value, so keys that the program lacks stay, and are no difference.
    return Object.entries(value)
      .filter(([key]) => !Object.hasOwn(declared, key))
      .map(([key, one]) => undeclared(field, key, one, `${property}.`));
  });
}

/** @param within the property that the program has, and that lacks the key; "" if it lacks the property */
function undeclared(field: Field, key: string, live: unknown, within = ""): UndeclaredFields[number] {
  const path = within + key;
  if (field.secret || credentialIn(path, live) !== undefined) {
    const read = field.secret ? "requireSecretObject" : "requireSecret";
    const line = `${keyText(key)}: config.${read}(${JSON.stringify(path)}),`;
    return { path, live: SECRET, secret: true, line };
  }
  return { path, live: live as UndeclaredFields[number]["live"], line: `${keyText(key)}: ${code(live)},` };
}
