/** Keys of `voicecall:` that only the command line reads. */
export const commandKeys: readonly string[] = ["merged", "ignore"];
