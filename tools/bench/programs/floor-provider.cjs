// A provider that does nothing. It has no check, diff and delete, which Pulumi's host then skips.
let created = 0;

module.exports = {
  create(inputs) {
    created += 1;
    return Promise.resolve({ id: String(created), outs: inputs });
  },
  // Returns inputs too, as every provider that finds drift must: the engine compares them.
  read: (id, props) => Promise.resolve({ id, props, inputs: props }),
  update: (id, olds, news) => Promise.resolve({ outs: news }),
};
