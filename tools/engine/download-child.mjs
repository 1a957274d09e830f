// The official download, as a process of its own: it starts a shell and other programs, and is ended with all of them.
import { subscribe } from "node:diagnostics_channel";
import { createRequire } from "node:module";

const sdk = createRequire(import.meta.url).resolve("@pulumi/pulumi/package.json");
const requireFromSdk = createRequire(sdk);
const { PulumiCommand } = requireFromSdk("./automation");
const { SemVer } = requireFromSdk("semver");

subscribe("undici:request:headers", () => process.send?.("connected"));
const [version, root] = process.argv.slice(2);
await PulumiCommand.install({ version: new SemVer(version), root });
process.disconnect?.();
