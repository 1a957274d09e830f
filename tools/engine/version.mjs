import semver from "semver";

/** The version of the CLI to build. tools/pulumi-cli/go.mod pins the same version. */
export const WANTED = "3.255.0";

/**
 * From 3.254.0 on, `pulumi import --file` accepts inputs and outputs. There is no other way to import a dynamic
 * resource.
 */
export const OLDEST = "3.254.0";

/** A CLI of a different major version may have a different protocol. */
export const isUsable = (version) => semver.satisfies(semver.coerce(version), `^${OLDEST}`);
