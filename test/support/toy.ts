/** The provider text of a toy resource. It loads `toy.js` from the program's folder. */
export const TOY_TEXT = `exports.handler = () => require("node:module").createRequire(process.cwd() + "/index.js")("./toy.js").open();`;

/**
 * The provider of the toy. It stores data only in state. Its output `host` is the path of the script that the provider
 * host runs.
 */
export const TOY_PROVIDER = `
exports.open = () => ({
  configure(request) {
    this.greeting = request.config.get("toy:greeting");
  },
  async check(olds, news) {
    if (news.size < 0) return { inputs: news, failures: [{ property: "size", reason: "must not be negative" }] };
    return { inputs: news };
  },
  async diff(id, olds, news) {
    return olds.size === news.size ? { changes: false } : {};
  },
  async create(news) {
    if (news.size === 13) throw Object.assign(new Error("half made"), {
      id: "toy-13", properties: { ...news }, reasons: ["the second request failed"],
    });
    if (news.size === 14) throw new Error("not made");
    console.log("creating a toy of size " + news.size);
    return { id: "toy-1", outs: { ...news, greeting: this.greeting ?? null, host: process.argv[1] } };
  },
  async read(id, props) {
    const { greeting, host, ...inputs } = props;
    return id === "gone" ? {} : { id, props, inputs };
  },
  async update(id, olds, news) {
    return { outs: { ...olds, ...news } };
  },
  async delete(id, props) {
    console.log("deleting " + id);
  },
});
`;
