/** A fake of the parts of GitHub that the workflows' scripts use, with the interface of `actions/github-script`. */
import { createRequire } from "node:module";

export interface Post {
  id: number;
  user: { login: string } | null;
  body: string;
}

export interface Issue extends Post {
  number: number;
  title: string;
  state: string;
  pull_request?: object;
  /** Of a pull request: the branch. */
  head?: string;
  comments: Post[];
}

type Arguments = Record<string, unknown>;

export const BOT = "github-actions[bot]";

export class GitHub {
  readonly issues: Issue[] = [];
  readonly warnings: string[] = [];
  /** The newest commit of each branch. */
  readonly branches: Record<string, string> = {};
  /** The types of each environment's protection rules. Undefined if it has none. */
  readonly environments: Record<string, string[] | undefined> = {};
  /** The commits that scripts made, with the texts of their changed files and their parents. */
  readonly commits: Record<string, { files: Record<string, string>; parents: unknown; author?: string }> = {};
  /** The commit of the run. */
  sha = "abc123";
  #id = 1000;

  issue(more: Partial<Issue>): Issue {
    const number = this.issues.length + 1;
    const issue = { ...this.#post({ body: "" }), number, title: "", state: "open", comments: [], ...more };
    this.issues.push(issue);
    return issue;
  }

  comment(on: Issue, login: string, body = ""): Post {
    const comment = { ...this.#post({ body }), user: { login } };
    on.comments.push(comment);
    return comment;
  }

  /**
   * Runs a script as the action does: as the body of an async function. Throws if the step would fail.
   */
  async run(script: string, env: Record<string, string>, payload: Arguments = {}): Promise<void> {
    const names = ["github", "context", "core", "require", "process"];
    const body = `return (async () => {\n${script}\n})();`;
    // oxlint-disable-next-line typescript/no-implied-eval -- it is what actions/github-script does.
    const action = new Function(...names, body) as (...given: unknown[]) => Promise<void>;
    const context = {
      repo: { owner: "acme", repo: "voice" },
      serverUrl: "https://github.example.com",
      runId: 7,
      sha: this.sha,
      payload,
    };
    const failures: string[] = [];
    const core = {
      setFailed: (text: string) => void failures.push(text),
      warning: (text: string) => void this.warnings.push(text),
    };
    await action(this.#client(), context, core, createRequire(__filename), { env });
    if (failures.length > 0) throw new Error(failures.join("\n"));
  }

  #client() {
    const issues = {
      listForRepo: (given: Arguments) => this.issues.filter(({ state }) => state === given["state"]),
      listComments: (given: Arguments) => this.#issue(given).comments,
      create: (given: Arguments) => this.issue(changes(given)),
      createComment: (given: Arguments) => this.comment(this.#issue(given), BOT, changes(given).body),
      update: (given: Arguments) => Object.assign(this.#issue(given), changes(given)),
      updateComment: (given: Arguments) => {
        const comments = this.issues.flatMap((issue) => issue.comments);
        const comment = comments.find(({ id }) => id === given["comment_id"]);
        if (!comment) throw new Error(`404: no comment ${String(given["comment_id"])}`);
        return Object.assign(comment, changes(given));
      },
    };
    const repos = {
      getBranch: ({ owner, repo, branch }: Arguments) => {
        const sha = this.branches[String(branch)];
        if (owner !== "acme" || repo !== "voice" || sha === undefined) throw new Error("404: no branch");
        const { files, author = BOT } = this.commits[sha] ?? {};
        return {
          data: {
            commit: { sha, author: { login: author }, commit: { tree: { sha: JSON.stringify(files) } } },
          },
        };
      },
    };
    const environments = {
      getEnvironment: ({ environment_name }: Arguments) => {
        const rules = this.environments[String(environment_name)]?.map((type) => ({ type }));
        return { data: { name: environment_name, ...(rules && { protection_rules: rules }) } };
      },
    };
    const pulls = {
      list: ({ state, head }: Arguments) =>
        this.issues.filter((one) => one.pull_request && one.state === state && head === `acme:${one.head}`),
      create: (given: Arguments) => this.issue({ ...changes(given), pull_request: {} }),
      update: ({ pull_number, ...given }: Arguments) =>
        Object.assign(this.#issue({ ...given, issue_number: pull_number }), changes(given)),
    };
    // The name of a tree is its content.
    const git = {
      createTree: ({ tree }: Arguments) => {
        const files = (tree as { path: string; content: string }[]).map((one) => [one.path, one.content]);
        return { data: { sha: JSON.stringify(Object.fromEntries(files)) } };
      },
      createCommit: ({ tree, parents }: Arguments) => {
        const sha = `commit-${Object.keys(this.commits).length + 1}`;
        this.commits[sha] = { files: JSON.parse(String(tree)) as Record<string, string>, parents };
        return { data: { sha } };
      },
      createRef: ({ ref, sha }: Arguments) => {
        const branch = String(ref).replace("refs/heads/", "");
        if (this.branches[branch] !== undefined) throw new Error("422: the branch exists");
        this.branches[branch] = String(sha);
      },
      updateRef: ({ ref, sha }: Arguments) => {
        this.branches[String(ref).replace("heads/", "")] = String(sha);
      },
    };
    const paginate = async (list: (given: Arguments) => unknown[], given: Arguments) => list(given);
    return { rest: { git, issues, pulls, repos: promised({ ...repos, ...environments }) }, paginate };
  }

  #issue({ owner, repo, issue_number }: Arguments): Issue {
    if (owner !== "acme" || repo !== "voice") throw new Error("404: another repository");
    const issue = this.issues.find(({ number }) => number === issue_number);
    if (!issue) throw new Error(`404: no issue ${String(issue_number)}`);
    return issue;
  }

  #post({ body }: { body: string }): Post {
    this.#id += 1;
    return { id: this.#id, user: { login: BOT }, body };
  }
}

/** Errors reject the promise of a request, as in the real client. */
const promised = <T extends Record<string, (given: Arguments) => unknown>>(functions: T): T =>
  Object.fromEntries(
    Object.entries(functions).map(([name, run]) => [name, async (given: Arguments) => run(given)]),
  ) as T;

/** The fields that a request sets. GitHub rejects a body of more than 65,536 characters with 422. */
function changes(given: Arguments): { body?: string } {
  const { owner: _, repo: __, issue_number: ___, comment_id: ____, ...changed } = given;
  if (typeof changed["body"] === "string" && changed["body"].length > 65_536)
    throw new Error("422: body is too long");
  return changed;
}
