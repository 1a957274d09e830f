import * as pulumi from "@pulumi/pulumi";

/** With this exit code of a program, Pulumi fails and adds no error of its own. */
const HAS_SHOWN_ERRORS = 32;

/** False in the Automation API, whose programs run in a process of the user. */
const isRunByPulumi = (): boolean => /[\\/]cmd[\\/]run[\\/]/.test(require.main?.filename ?? "");

/**
 * Prints the mistakes that the provider found for a resource in a preview. If the provider failed instead, the engine
 * would stop, and users would see only one error. So the provider's `check` returns mistakes as an output.
 */
export function reportErrors(
  resource: pulumi.Resource & { __mistakes?: pulumi.Output<string[] | undefined> },
): void {
  resource.__mistakes?.apply((mistakes = []) => {
    for (const mistake of mistakes) void pulumi.log.error(mistake, resource);
    // Pulumi would show a thrown error as one more error, of the stack. In the Automation API, it would fail the other
    // stacks of the process too, and the errors that are shown suffice.
    if (mistakes.length > 0 && isRunByPulumi()) process.exitCode = HAS_SHOWN_ERRORS;
  });
}
