/** Prints the one closing line that any CI can read: `N passed, N failed`, and `, N skipped` when there are any. */
import type { Reporter, TestModule, TestRunEndReason } from 'vitest/node';

export default class PlainReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[], reason: TestRunEndReason): void {
    const count = { passed: 0, failed: errors.length, skipped: 0, pending: 0 };
    for (const module of modules) {
      const before = count.failed;
      for (const test of module.children.allTests()) {
        count[test.result().state]++;
        if (test.diagnostic()?.flaky)
          console.log(`Passed only when tried again: ${test.fullName} (${module.moduleId.split('/tests/').at(-1)})`);
      }
      // A file that did not load, or a hook that threw: no test of it failed, and yet it did.
      if (!module.ok() && count.failed === before) count.failed++;
    }
    if (reason === 'interrupted') count.failed += count.pending;
    const skipped = count.skipped > 0 ? `, ${count.skipped} skipped` : '';
    console.log(`${count.passed} passed, ${count.failed} failed${skipped}`);
  }
}
