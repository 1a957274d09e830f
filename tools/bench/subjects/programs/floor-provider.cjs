// A provider that does nothing. It has no check, diff or delete, so the provider host skips these operations.
let created = 0;

module.exports = {
  create(inputs) {
    created += 1;
    return Promise.resolve({ id: String(created), outs: inputs });
  },
  // Returns inputs too. Every provider that finds drift must do so, because the engine compares them.
  read: (id, props) => Promise.resolve({ id, props, inputs: props }),
  update: (id, olds, news) => Promise.resolve({ outs: news }),
};
