import semver from "semver";

/** The version that is built; the go.mod files under tools/ pin the same one. */
export const WANTED = "3.255.0";

/** 3.254.0 is the first whose `pulumi import --file` takes inputs and outputs, the only way to import a dynamic resource. */
export const OLDEST = "3.254.0";

/** A CLI of another major version has another protocol, however new it is. */
export const isUsable = (version) => semver.satisfies(semver.coerce(version), `^${OLDEST}`);
