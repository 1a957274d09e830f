// A Vitest reporter that writes what truly ran as JSON, for the last line of `npm test`.
import { writeFileSync } from "node:fs";

export default class CountingReporter {
  onInit(vitest) {
    this.namePattern = vitest.config.testNamePattern;
  }

  onTestRunEnd(modules, unhandledErrors) {
    const counts = { passed: 0, failed: 0, skipped: [], failures: [] };
    const fail = (name) => {
      counts.failed += 1;
      counts.failures.push(name);
    };
    for (const module of modules) {
      const place = module.relativeModuleId;
      if (module.errors().length > 0) fail(`${place} (the file itself)`);
      for (const suite of module.children.allSuites()) {
        if (suite.errors().length > 0) fail(`${place} > ${suite.fullName} (its hooks)`);
      }
      for (const test of module.children.allTests()) this.#count(test, place, counts, fail);
    }
    for (const error of unhandledErrors) fail(`an error outside of any test: ${error.message}`);
    writeFileSync(process.env.VOICECALL_TEST_COUNTS, JSON.stringify(counts));
  }

  #count(test, place, counts, fail) {
    const { state, note } = test.result();
    const name = `${place} > ${test.fullName}`;
    if (state === "passed") counts.passed += 1;
    else if (state === "failed") fail(name);
    // A test that the caller's own `-t` leaves out was not asked for.
    else if (!this.namePattern || this.namePattern.test(test.fullName.replaceAll(" > ", " "))) {
      counts.skipped.push({ name, reason: note ?? "no reason given" });
    }
  }
}
