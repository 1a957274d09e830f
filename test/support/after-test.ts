/** What a test opened and nobody closed. Test files may share a process, so this is no hook of the file that opens. */
const open: { close(): Promise<void> | void }[] = [];

export function closeAfterTest<T extends { close(): Promise<void> | void }>(thing: T): T {
  open.push(thing);
  return thing;
}

/** Closes the last that was opened first; the setup file calls it after each test. */
export async function closeAll(): Promise<void> {
  for (const thing of open.splice(0).reverse()) await thing.close();
}
