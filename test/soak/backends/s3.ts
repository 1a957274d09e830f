import { mkdirSync } from "node:fs";
import path from "node:path";
import type { StateBackend } from "./backend.js";
import { lineTo } from "./line.js";
import { Server, serverFolder } from "./server.js";

const BUCKET = "pulumi-state";
const REGION = "eu-central-1";
const ACCOUNT = { AWS_ACCESS_KEY_ID: "engine-test", AWS_SECRET_ACCESS_KEY: "engine-test-secret" };

/** An S3-compatible server with one bucket. It verifies the signatures of requests. */
export async function s3(): Promise<StateBackend> {
  const { s3Program } = await import("../../../tools/state-servers/index.mjs");
  const folder = serverFolder();
  const [buckets, sidecar, socket] = ["buckets", "sidecar", "s3.sock"].map((name) => path.join(folder, name));
  for (const each of [path.join(buckets!, BUCKET), sidecar!]) mkdirSync(each, { recursive: true });
  const gateway = ["--port", socket!, "--region", REGION, "--keep-alive"];
  const server = new Server(
    {
      file: await s3Program(),
      // `--sidecar` keeps metadata in files instead of extended attributes, which a file system may lack.
      args: [...gateway, "posix", "--sidecar", sidecar!, buckets!],
      options: {
        cwd: folder,
        env: { ROOT_ACCESS_KEY: ACCOUNT.AWS_ACCESS_KEY_ID, ROOT_SECRET_KEY: ACCOUNT.AWS_SECRET_ACCESS_KEY },
      },
    },
    folder,
  );
  await server.until(/s3\.sock/);
  const line = await lineTo(socket!);
  const query = new URLSearchParams({
    endpoint: `127.0.0.1:${line.port}`,
    disableSSL: "true",
    s3ForcePathStyle: "true",
    region: REGION,
  });
  return {
    env: {
      PULUMI_BACKEND_URL: `s3://${BUCKET}?${query.toString()}`,
      ...ACCOUNT,
      // Pulumi must not use this machine's AWS settings.
      AWS_SESSION_TOKEN: undefined,
      AWS_PROFILE: undefined,
      AWS_CONFIG_FILE: path.join(folder, "none"),
      AWS_SHARED_CREDENTIALS_FILE: path.join(folder, "none"),
      AWS_EC2_METADATA_DISABLED: "true",
      // Pulumi tries ten times to write state. With retries of the AWS SDK as well, that would take minutes.
      AWS_MAX_ATTEMPTS: "1",
    },
    cut: line.cut,
    mend: line.mend,
    close: async () => {
      await line.close();
      await server.close();
    },
  };
}
