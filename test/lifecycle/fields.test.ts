/**
 * Tests the managed fields of tools, assistants and leads: in both API forms of the service and in every engine
 * mode. A declared field is set, read back, changed manually, changed in the program and removed. A manual change to
 * an undeclared field is not a difference. With services that spell values differently, a field that is set and
 * changed shows no other difference.
 */
import { describe, expect, test } from "vitest";
import type { EmulatorOptions } from "../../emulator/index.js";
import { tidied } from "../../emulator/base/rewritten.js";
import { undeclaredIn } from "../../cli/drift/undeclared.js";
import { catalog, openSession, parseSettings, same } from "../../provider/facade.js";
import { type ApiForm, type Field, type FieldTable, role } from "../../provider/core/fields/fields.js";
import { assistantIn2026, modes as engineModes } from "../kinds/assistant-2026.js";
import {
  type Row,
  type Sample,
  type Subject,
  aMultimodalAssistant,
  declaring,
  everySubject,
  fieldsOf,
  subjects,
} from "../kinds/index.js";
import { midCallToolIn2026 } from "../kinds/mid-call-tool-2026.js";
import type { Props } from "../support/engine-part.js";
import { inSoak } from "../support/soak.js";
import { type World, world, succeeded, unchanged, oneStep } from "../support/world.js";

interface Part {
  title: string;
  subject: Subject;
  fields: FieldTable;
  options: EmulatorOptions;
  /** Whether the service spells values as documented. */
  isPlain: boolean;
}

/**
 * `npm run soak -- fields` tests each field in each engine mode, with a service that spells its JSON as PHP does, and an
 * assistant with other spellings, of which `spellings.test.ts` has some.
 */
const ALL = inSoak("fields");

/** Services of each form: one as documented, and one that spells values differently. */
const services: Record<ApiForm, Record<string, EmulatorOptions>> = {
  "2025": {
    plain: {},
    tidied: { tidyText: true, toolItems: "ids", leadsEnvelope: true, campaignsEnvelope: true },
    ...(ALL && { "in PHP": { dialect: "php" } }),
  },
  "2026": {
    plain: {},
    "with other spellings": {
      allRecordKeys: true,
      textDecimals: true,
      tidyText: true,
      toolItems: "ids",
      toolIds: true,
    },
    ...(ALL && { "in PHP": { dialect: "php", allRecordKeys: true, toolIds: true } }),
  },
};

/** The kinds whose objects the API can change, in each form, with assistants in each engine mode. */
const subjectsIn: Record<ApiForm, Subject[]> = {
  "2025": [...subjects, aMultimodalAssistant],
  "2026": subjects.flatMap((subject) => {
    if (subject.kind === "Assistant") return engineModes.map(assistantIn2026);
    return subject.kind === "MidCallTool" ? midCallToolIn2026 : subject;
  }),
};

const matrix: Part[] = (["2025", "2026"] as const).flatMap((form) =>
  subjectsIn[form].flatMap((subject) => {
    const mode = subject.props["engineType"] as string | undefined;
    const isBrief = !ALL && subject.kind === "Assistant";
    const played = Object.entries(services[form]).filter(([name]) => name === "plain" || !isBrief);
    return played.map(([name, options]) => ({
      title: [subject.kind, `${form} form`, mode ?? [], `service ${name}`].flat().join(", "),
      subject,
      fields: fieldsOf(subject.kind, form, mode),
      options: { form, extraFields: ["new_setting"], ...options },
      isPlain: name === "plain",
    }));
  }),
);

/** Never changes after creation, so leads.test.ts tests it. */
const EXEMPT = ["secondaryContacts"];

const managedIn = (fields: FieldTable): string[] =>
  Object.keys(fields).filter((property) => role(fields[property]!) === "field" && !EXEMPT.includes(property));

const inMatrix = matrix.map(({ subject }) => subject.kind);

test.each(everySubject.filter(({ kind }) => !inMatrix.includes(kind)))(
  "every managed field of $kind has a sample in test/kinds",
  ({ kind, samples }) => {
    const managed = managedIn(fieldsOf(kind));
    expect(Object.keys(samples).sort()).toEqual(managed.sort());
  },
);

describe.each(matrix)("$title", (part) => {
  const { subject, fields, options, isPlain } = part;
  const earlier = matrix.slice(0, matrix.indexOf(part));
  const isTestedInOtherMode = (property: string): boolean =>
    earlier.some(
      (other) =>
        other.subject.kind === subject.kind &&
        other.options.form === options.form &&
        other.options.dialect === options.dialect &&
        other.isPlain === isPlain &&
        property in other.fields,
    );
  const managed = managedIn(fields);

  test("every managed field, and no other, has a sample in test/kinds", () => {
    expect(Object.keys(subject.samples).sort()).toEqual(managed.sort());
  });

  // Only these fields depend on the engine mode. In `npm test`, each other field is tested in one mode.
  const ofMode = ["voice", "llmModel"];
  const tested = managed.filter(
    (property) => (isPlain && (ALL || ofMode.includes(property))) || !isTestedInOtherMode(property),
  );
  for (const property of tested) {
    const sample = subject.samples[property];
    if (sample) fieldTests({ subject, fields, options, isPlain }, property, sample);
  }
});

/** Whether a manual change sets a field to the service's default, or the field has no effect. */
function isNothing(field: Field, byHand: Row, declared: Props): boolean {
  const { record = "", codec, needs, assumedDefault } = field;
  // Only the program names the keys of `extraFields`.
  if (record === "*") return true;
  if (needs !== undefined) return declared[needs] === undefined;
  const value = codec ? codec.decode(byHand[record], byHand) : byHand[record];
  return assumedDefault !== undefined && same(field, value, assumedDefault);
}

function fieldTests(
  { subject, fields, options, isPlain }: Omit<Part, "title">,
  property: string,
  sample: Sample,
): void {
  const { kind, props, rows, prepare } = subject;
  const program = (value: unknown) => declaring(subject, { ...sample.beside, [property]: value });
  const { [property]: _, ...others } = { ...props, ...sample.beside };
  const bare = { it: { kind, props: others } };
  const row = ({ emulator }: World) => rows(emulator).at(-1)!;
  const method = sample.route ? "POST" : "PUT";
  const bodyOf = (here: World, body: Row) =>
    sample.route ? { assistant_id: row(here)["id"], ...body } : body;

  const running = async (): Promise<World> => {
    const here = await world(options);
    prepare?.(here.emulator);
    return here;
  };

  if (!isPlain) {
    test(`${property}: set, read back, changed in the program`, async () => {
      const here = await running();
      await isSet(here);
      await isChanged(here);
    });
    return;
  }

  test(`${property}: set, read back, changed manually, changed in the program, removed`, async () => {
    const here = await running();
    await isSet(here);
    if (sample.byHand) await isChangedManually(here, sample.byHand);
    await isChanged(here);
    await isTakenOut(here);
  });

  async function isSet(here: World): Promise<void> {
    const { errors } = await here.engine.up(program(sample.first));
    expect(
      errors,
      `an apply with ${property} fails: the local service (emulator/) may lack the field`,
    ).toEqual([]);
    here.requests();
    expect(await here.engine.preview(program(sample.first)), "read back").toMatchObject(unchanged);
    expect(await here.engine.refresh(), "read back").toMatchObject(unchanged);
    expect(here.writes()).toEqual([]);
    const hidden = here.engine.state.get("it")!.outputs["__notReadable"] ?? [];
    expect(hidden, `the local service (emulator/) never shows ${property}`).not.toContain(property);
  }

  /**
   * Expects that a refresh shows a difference only in this field, and that up repairs it with one write.
   */
  async function isChangedManually(here: World, byHand: object): Promise<void> {
    Object.assign(row(here), byHand);
    const refresh = await here.engine.refresh();
    expect(refresh, "changed manually").toMatchObject(oneStep("update", property));
    const repair = await here.engine.up(program(sample.first));
    expect(repair, "changed manually").toMatchObject(oneStep("update", property));
    expect(here.methods()).toEqual([method]);
    expect(await here.engine.preview(program(sample.first)), "repaired").toMatchObject(unchanged);
  }

  /**
   * Expects that the preview shows a difference only in this field, and that the update sends nothing else.
   */
  async function isChanged(here: World): Promise<void> {
    const preview = await here.engine.preview(program(sample.second));
    if (sample.refused) {
      expect(preview.errors).toEqual([expect.stringMatching(sample.refused)]);
      expect(preview.errors[0]).toContain(property);
      return;
    }
    expect(preview, "changed in the program").toMatchObject(oneStep("update", property));
    expect(here.writes()).toEqual([]);
    expect(await here.engine.up(program(sample.second))).toMatchObject(succeeded);
    const writes = here.writes();
    expect(writes.map((one) => one.method)).toEqual([method]);
    expect(writes[0]!.body).toEqual(bodyOf(here, sample.body));
    const stored = options.tidyText || options.dialect === "php" ? tidied(sample.stored) : sample.stored;
    expect(row(here), `the local service (emulator/) does not keep ${property}`).toMatchObject(
      stored as Props,
    );
    expect(await here.engine.preview(program(sample.second)), "changed").toMatchObject(unchanged);
    expect(await here.engine.refresh(), "changed").toMatchObject(unchanged);
  }

  async function isTakenOut(here: World): Promise<void> {
    const preview = await here.engine.preview(bare);
    if (sample.required) {
      expect(preview.errors, "taken out").toEqual([`${property}: is required`]);
      return;
    }
    expect(preview, "taken out").toMatchObject(oneStep("update", property));
    const before = structuredClone(row(here));
    here.requests();
    expect(await here.engine.up(bare)).toMatchObject(succeeded);
    if (sample.emptied) {
      expect(here.bodies()).toEqual([bodyOf(here, sample.emptied)]);
    } else {
      expect(here.writes()).toEqual([]);
      expect(row(here)).toEqual(before);
      expect(preview.lines.join("\n")).toMatch(
        property === "variables"
          ? /stay in the service/
          : fields[property]!.shown
            ? /left (at .+|as it is) in the service/
            : /left as it is in the service/,
      );
    }
    expect(await here.engine.preview(bare)).toMatchObject(unchanged);
  }

  /** What `voicecall drift --undeclared` finds. */
  async function undeclared(here: World): Promise<string[]> {
    const { inputs, id } = here.engine.state.get("it")!;
    const { transport } = here.engine;
    const session = openSession(
      parseSettings(() => undefined, here.engine.env),
      { print: () => undefined, clock: here.clock, ...(transport && { transport }) },
    );
    const standard = catalog[kind].standard!;
    const record = (await session.records[standard.kind].read("current")).all.find(
      (one) => String(one.id) === id,
    )!;
    return (await undeclaredIn(standard, session, record, inputs)).map(({ path }) => path);
  }

  if (!sample.byHand) {
    test(`${property}: ${sample.notReadable}, so it has no record key`, () => {
      expect(sample.notReadable).toBeDefined();
      expect(fields[property]!.record).toBeUndefined();
    });
  } else if (sample.required) {
    test(`${property}: is required, so it is never undeclared`, () => {
      expect(fields).toHaveProperty([property, "required"], true);
    });
  } else {
    test(`${property}: not declared, a manual change is never a difference, and found by drift --undeclared`, async () => {
      const here = await running();
      expect(await here.engine.up(bare)).toMatchObject(succeeded);
      expect(await undeclared(here), "before the change").toEqual([]);
      Object.assign(row(here), sample.byHand);
      const found = await undeclared(here);
      if (isNothing(fields[property]!, sample.byHand!, others)) expect(found).toEqual([]);
      else expect(found).toContain(property);
      here.requests();
      expect(await here.engine.refresh()).toMatchObject(unchanged);
      expect(await here.engine.up(bare)).toMatchObject(unchanged);
      expect(here.writes()).toEqual([]);
    });
  }
}
