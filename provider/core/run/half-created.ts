import { type ErrorChanges, VoicecallError } from "../../base/errors.js";

/**
 * The error of a failed operation whose object exists. The object stays in state, and the next `pulumi up`
 * finishes the operation.
 */
export class HalfCreated extends VoicecallError {
  constructor(
    readonly id: string,
    readonly properties: Record<string, unknown>,
    failure: VoicecallError,
  ) {
    super(failure.code, failure.what, { cause: failure, ...failure.details, lost: false, status: undefined });
  }

  override with(changes: ErrorChanges): HalfCreated {
    return new HalfCreated(this.id, this.properties, super.with(changes));
  }
}
