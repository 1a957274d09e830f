/** A Vitest reporter that counts the tests of each tier, for the last lines of `npm test`. */
export class CountingReporter {
  #namePattern;
  /** Passed and failed tests, by tier. */
  tiers = new Map();
  skipped = [];
  failures = [];

  onInit({ config }) {
    this.#namePattern = config.testNamePattern;
  }

  onTestRunEnd(modules, unhandledErrors) {
    for (const module of modules) {
      const tier = module.project.name;
      if (module.errors().length > 0) this.fail(tier, `${module.relativeModuleId} (the file itself)`);
      for (const suite of module.children.allSuites()) {
        if (suite.errors().length > 0)
          this.fail(tier, `${module.relativeModuleId} > ${suite.fullName} (its hooks)`);
      }
      for (const test of module.children.allTests()) this.#count(tier, test);
    }
    for (const { message } of unhandledErrors)
      this.fail("vitest", `an error outside of any test: ${message}`);
  }

  fail(tier, what) {
    this.#of(tier).failed += 1;
    this.failures.push(what);
  }

  #count(tier, test) {
    const { state, note = "no reason given" } = test.result();
    const name = `${test.module.relativeModuleId} > ${test.fullName}`;
    if (state === "passed") this.#of(tier).passed += 1;
    else if (state === "failed") this.fail(tier, name);
    // Tests that `-t` leaves out are not reported as skipped.
    else if (!this.#namePattern || this.#namePattern.test(test.fullName.replaceAll(" > ", " ")))
      this.skipped.push(`${name} (${note})`);
  }

  #of(tier) {
    if (!this.tiers.has(tier)) this.tiers.set(tier, { passed: 0, failed: 0 });
    return this.tiers.get(tier);
  }

  /** Scripts read the last line: `N passed, N failed`, and `, N skipped` if any were. */
  print() {
    const all = [...this.tiers.values()];
    const sum = (key) => all.reduce((total, counts) => total + counts[key], 0);
    const skipped = this.skipped.length > 0 ? `, ${this.skipped.length} skipped` : "";
    console.log("");
    for (const [tier, { passed, failed }] of this.tiers)
      console.log(`${tier.padEnd(9)} ${passed} passed, ${failed} failed`);
    for (const what of this.skipped) console.log(`skipped: ${what}`);
    for (const what of this.failures) console.log(`failed: ${what}`);
    console.log(`${sum("passed")} passed, ${sum("failed")} failed${skipped}`);
  }
}
