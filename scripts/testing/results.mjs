/** What the test runners' JSON reports say, brought to three numbers. */

/**
 * @typedef {object} Outcome
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 */

/**
 * A test file that cannot be loaded counts as one failure, and so does whatever makes the runner fail without a
 * failed test: an error outside of tests, or files among which not a single test ran.
 *
 * @param {string | undefined} report of vitest's `json` reporter, undefined when it wrote none
 * @param {number} exitCode of vitest
 * @returns {Outcome}
 */
export function readVitestResult(report, exitCode) {
  if (report === undefined) return withoutReport()
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(report)
  const unloaded = testResults.filter(
    (/** @type {{ status: string, assertionResults: unknown[] }} */ file) =>
      file.status === 'failed' && file.assertionResults.length === 0,
  ).length
  return judge(
    { passed: numPassedTests, failed: numFailedTests + unloaded, skipped: numPendingTests + numTodoTests },
    exitCode,
  )
}

/**
 * A flaky test counts as passed, as Playwright itself does.
 *
 * @param {string | undefined} report of Playwright's `json` reporter, undefined when it wrote none
 * @param {number} exitCode of Playwright
 * @returns {Outcome}
 */
export function readPlaywrightResult(report, exitCode) {
  if (report === undefined) return withoutReport()
  const { expected, flaky, unexpected, skipped } = JSON.parse(report).stats
  return judge({ passed: expected + flaky, failed: unexpected, skipped }, exitCode)
}

/**
 * @param {Outcome} outcome
 * @param {number} exitCode
 * @returns {Outcome}
 */
function judge(outcome, exitCode) {
  const isSilentFailure = outcome.failed === 0 && (exitCode !== 0 || outcome.passed === 0)
  return isSilentFailure ? { ...outcome, failed: 1 } : outcome
}

/** @returns {Outcome} */
function withoutReport() {
  return { passed: 0, failed: 1, skipped: 0 }
}
