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
  comments: Post[];
}

type Arguments = Record<string, unknown>;

export const BOT = "github-actions[bot]";

export class GitHub {
  readonly issues: Issue[] = [];
  readonly warnings: string[] = [];
  /** The newest commit of each branch. */
  readonly branches: Record<string, string> = {};
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
        return { data: { commit: { sha } } };
      },
    };
    const paginate = async (list: (given: Arguments) => unknown[], given: Arguments) => list(given);
    return { rest: { issues, repos }, paginate };
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

/** The fields that a request sets. GitHub rejects a body of more than 65,536 characters with 422. */
function changes(given: Arguments): { body?: string } {
  const { owner: _, repo: __, issue_number: ___, comment_id: ____, ...changed } = given;
  if (typeof changed["body"] === "string" && changed["body"].length > 65_536)
    throw new Error("422: body is too long");
  return changed;
}
