/** A secret or variable that the workflows read from the GitHub repository. */
export interface RepositorySetting {
  name: string;
  /** GitHub hides the value of a secret and shows the value of a variable. */
  kind: "secret" | "variable";
  why: string;
}

export const stateBackends = ["pulumi-cloud", "s3", "postgres", "azblob", "gcs"] as const;

export type StateBackend = (typeof stateBackends)[number];

export const TOKEN = "VOICECALL_ACCESS_TOKEN";

const baseUrl: RepositorySetting = {
  name: "VOICECALL_BASE_URL",
  kind: "variable",
  why: "the root of the service's API",
};

const token: RepositorySetting = {
  name: TOKEN,
  kind: "secret",
  why: "the token of the account that the stack manages",
};

const backendUrl = (example: string): RepositorySetting => ({
  name: "PULUMI_BACKEND_URL",
  kind: "variable",
  why: `where Pulumi keeps its state, such as ${example}`,
});

const passphrase: RepositorySetting = {
  name: "PULUMI_CONFIG_PASSPHRASE",
  kind: "secret",
  why: "the stack's passphrase, which decrypts the secrets in state and stack configuration",
};

const ofState: Record<StateBackend, RepositorySetting[]> = {
  "pulumi-cloud": [{ name: "PULUMI_ACCESS_TOKEN", kind: "secret", why: "signs in to Pulumi Cloud" }],
  s3: [
    backendUrl("s3://my-state?region=eu-central-1"),
    { name: "AWS_ACCESS_KEY_ID", kind: "secret", why: "a key that may read and write that bucket" },
    { name: "AWS_SECRET_ACCESS_KEY", kind: "secret", why: "the secret of that key" },
    passphrase,
  ],
  postgres: [
    {
      name: "PULUMI_BACKEND_URL",
      kind: "secret",
      why: "where Pulumi keeps its state, such as postgres://user:password@host/database?sslmode=verify-full; a secret, because the URL contains the password",
    },
    passphrase,
  ],
  azblob: [
    backendUrl("azblob://my-container"),
    { name: "AZURE_STORAGE_ACCOUNT", kind: "variable", why: "the storage account of that container" },
    { name: "AZURE_STORAGE_KEY", kind: "secret", why: "a key of that storage account" },
    passphrase,
  ],
  gcs: [
    backendUrl("gs://my-state"),
    {
      name: "GOOGLE_CREDENTIALS",
      kind: "secret",
      why: "the JSON key of a service account that may read and write that bucket",
    },
    passphrase,
  ],
};

/** @param hasBaseUrls whether the file of each stack has a base URL, which a variable could contradict */
export const settingsFor = (state: StateBackend, hasBaseUrls: boolean): RepositorySetting[] => [
  ...(hasBaseUrls ? [] : [baseUrl]),
  token,
  ...ofState[state],
];

/** Whether an account or a service of its own needs another value for a stack. */
export const isOfAccount = ({ name }: RepositorySetting): boolean => [TOKEN, baseUrl.name].includes(name);

/**
 * The command that sets the secret or variable. `gh` prompts for the value, which keeps the value out of the
 * shell's history.
 */
export const ghCommand = ({ kind, name }: RepositorySetting): string => `gh ${kind} set ${name}`;
