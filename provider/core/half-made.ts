import { VoicecallError } from "../http/errors.js";

/** A failed operation whose object exists: kept in state, marked, repaired by the next apply. */
export class HalfMade extends VoicecallError {
  constructor(
    readonly id: string,
    readonly properties: Record<string, unknown>,
    message: string,
    code: VoicecallError["code"],
  ) {
    super(code, message);
  }
}
