import semver from "semver";

/** The version to build. The go.mod files under tools/ pin the same version. */
export const WANTED = "3.255.0";

/**
 * From 3.254.0, `pulumi import --file` accepts inputs and outputs, which is the only way to import a dynamic resource.
 */
export const OLDEST = "3.254.0";

/** A CLI of another major version uses another protocol. */
export const isUsable = (version) => semver.satisfies(semver.coerce(version), `^${OLDEST}`);
