/**
 * Searches for canaries (canaries.ts) in what the tested code prints, logs, stores and throws. If it finds
 * one, the current test fails (each-test.ts). The tier `canary` checks how much was searched.
 */
import { subscribe } from "node:diagnostics_channel";
import { readdirSync, readFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import type { Emulator } from "../../emulator/index.js";
import { canaries, leaksIn } from "./canaries.js";

export const CHANNELS = ["printed", "logged", "stored", "thrown"] as const;
export type Channel = (typeof CHANNELS)[number];

/** How much was searched, and whether tests used canaries at all. */
export interface Watched {
  searched: Record<Channel, { texts: number; bytes: number }>;
  /** Requests with the canary token to a service in this process. */
  signedIn: number;
  /** Test files in which a service stored a canary or received one in a request. */
  held: { header: number; personal: number };
}

export function nothingWatched(): Watched {
  const none = () => ({ texts: 0, bytes: 0 });
  return {
    searched: { printed: none(), logged: none(), stored: none(), thrown: none() },
    signedIn: 0,
    held: { header: 0, personal: 0 },
  };
}

export let watched = nothingWatched();

/** The counts since the last call, because test files may share a process. */
export function takeWatched(): Watched {
  noteHeld();
  const taken = watched;
  watched = nothingWatched();
  return taken;
}

subscribe("http.server.request.start", (message) => {
  const { request } = message as { request: IncomingMessage };
  if (request.headers.authorization === `Bearer ${canaries.token}`) watched.signedIn += 1;
  // Records are searched before the request is processed, because a delete removes them.
  if (request.method !== "GET") noteHeld();
});

const found: string[] = [];

/** The leaks since the last call. */
export function takeLeaks(): string[] {
  return found.splice(0);
}

export function look(channel: Channel, place: string, text: string): void {
  if (text === "") return;
  const count = watched.searched[channel];
  count.texts += 1;
  count.bytes += text.length;
  for (const { spelling, around } of leaksIn(text))
    found.push(`a secret is ${channel} ${spelling}, ${place}: …${around}…`);
}

/**
 * Searches only for the token. A provider host passes other secrets to the engine in clear text, and the engine
 * encrypts them. But a host must never pass the token.
 */
export function lookForToken(place: string, text: string): void {
  if (text.includes(canaries.token)) found.push(`the token is stored, ${place}`);
}

/** Searches all texts of a thrown value. Skips the properties of a half-created object, which are state. */
export function lookAtThrown(place: string, thrown: unknown): void {
  if (!(thrown instanceof Error)) return look("thrown", place, String(thrown));
  const { name, message, stack = "", cause } = thrown;
  look("thrown", place, `${name}: ${message}`);
  look("thrown", `${place} (its stack)`, stack);
  const carried = JSON.stringify(thrown, (key, value: unknown) => (key === "properties" ? undefined : value));
  look("thrown", `${place} (what it carries)`, carried);
  if (cause !== undefined) lookAtThrown(`${place} (its cause)`, cause);
}

/** Searches every file in the folder. Does not follow links. */
export function lookInFolder(folder: string, place: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const where = `${place}: ${path.relative(folder, file)}`;
    look("stored", `${where} (its name)`, path.relative(folder, file));
    const text = contentOf(file);
    if (text !== undefined) look("stored", where, text);
  }
}

function contentOf(file: string): string | undefined {
  try {
    const bytes = readFileSync(file);
    const packed = bytes[0] === 0x1f && bytes[1] === 0x8b;
    return (packed ? gunzipSync(bytes) : bytes).toString("latin1");
  } catch (error) {
    // Another process may have removed the file in the meantime.
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

const services = new Set<Pick<Emulator, "state" | "requests">>();

/** Watches the state and the requests of a service until the returned function is called. */
export function followService(emulator: Pick<Emulator, "state" | "requests">): () => void {
  services.add(emulator);
  return () => {
    noteHeld();
    services.delete(emulator);
  };
}

/** Searches only until both types of canaries are found, because a service may have many records. */
function noteHeld(): void {
  if (watched.held.header > 0 && watched.held.personal > 0) return;
  for (const service of services) note(service);
}

function note(emulator: Pick<Emulator, "state" | "requests">): void {
  const seen = JSON.stringify([emulator.state, emulator.requests()]);
  const holds = (...values: string[]) => values.some((value) => seen.includes(JSON.stringify(value)));
  const { header, headerByHand, prompt, variable, name, phone } = canaries;
  if (holds(header, headerByHand)) watched.held.header = 1;
  if (holds(prompt, variable, name, phone)) watched.held.personal = 1;
}
