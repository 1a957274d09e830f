import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { refusal } from "./refusal.js";

/** The runs that already have an error. A process of the Automation API may have many runs. */
const failing = new WeakSet<object>();

/**
 * Prints the errors that the provider found for a resource in a preview. If the provider failed instead, the engine
 * would stop, and users would see only one error. So the provider's `check` returns mistakes as an output. Its `diff`
 * can return nothing to the program, so it writes errors to the file of the run.
 */
export function reportErrors(
  resource: pulumi.Resource & { __mistakes?: pulumi.Output<string[] | undefined> },
): void {
  resource.__mistakes?.apply((mistakes) => report(resource, mistakes ?? []));
  const run = pulumi.runtime.getMonitor();
  const file = run && files.get(run);
  if (file === undefined) return;
  resource.urn.apply((urn) => report(resource, writtenFor(urn, file)));
}

function report(resource: pulumi.Resource, errors: readonly string[]): void {
  if (errors.length === 0) return;
  for (const error of errors) void pulumi.log.error(error, resource);
  const run = pulumi.runtime.getMonitor();
  if (run === undefined || failing.has(run)) return;
  failing.add(run);
  throw refusal("the preview found mistakes, shown on their resources.");
}

const files = new WeakMap<object, string>();
const named: string[] = [];

/** The file of this run. Its name cannot be guessed. The provider creates it only if it has something to write. */
export function failuresFile(): string | undefined {
  const run = pulumi.runtime.getMonitor();
  if (run === undefined) return undefined;
  const file = files.get(run) ?? newFile();
  files.set(run, file);
  return file;
}

function newFile(): string {
  if (named.length === 0) process.once("exit", () => named.forEach((file) => rmSync(file, { force: true })));
  const file = path.join(tmpdir(), `voicecall-preview-${randomUUID()}`);
  named.push(file);
  return file;
}

function writtenFor(urn: string, file: string): string[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  const failures = lines.map((line) => JSON.parse(line) as { urn: string; text: string });
  return [...new Set(failures.filter((failure) => failure.urn === urn).map(({ text }) => text))];
}
