import semver from "semver";

/** The version of the CLI that tools/pulumi-cli/go.mod pins. */
export const PINNED = "3.276.0";

/**
 * From 3.254.0 on, `pulumi import --file` accepts inputs and outputs. There is no other way to import a dynamic
 * resource.
 */
export const OLDEST = "3.254.0";

/** The version to install or build. The matrix of the soak sets another than the pinned one. */
export const WANTED = process.env.VOICECALL_CLI_VERSION ?? PINNED;

/** A CLI of a different major version may have a different protocol. */
export const isUsable = (version) => semver.satisfies(semver.coerce(version), `^${OLDEST}`);
