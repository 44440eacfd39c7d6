/** What the test runners' JSON reports say, brought to three numbers and the time of each file. */
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/**
 * @typedef {object} Outcome
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {FileTime[]} files
 * @property {string[]} failures the failed tests by name, each with the first line of why
 *
 * @typedef {object} FileTime
 * @property {string} file relative to the repository
 * @property {number} durationMs from the start of its first test to the end of its last
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
  const files = testResults.map((/** @type {{ name: string, startTime: number, endTime: number }} */ file) => ({
    file: relative(process.cwd(), file.name),
    durationMs: file.endTime - file.startTime,
  }))
  const unloaded = testResults.filter(
    (/** @type {{ status: string, assertionResults: unknown[] }} */ file) =>
      file.status === 'failed' && file.assertionResults.length === 0,
  ).length
  const failures = testResults.flatMap((/** @type {VitestFile} */ { name, message, assertionResults }) => {
    const file = relative(process.cwd(), name)
    if (assertionResults.length === 0 && message) return [failure(file, message)]
    return assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => failure(`${file} › ${fullName}`, failureMessages[0]))
  })
  return judge(
    {
      passed: numPassedTests,
      failed: numFailedTests + unloaded,
      skipped: numPendingTests + numTodoTests,
      files,
      failures,
    },
    exitCode,
  )
}

/**
 * @typedef {object} VitestFile
 * @property {string} name
 * @property {string} [message] why it could not be loaded
 * @property {{ status: string, fullName: string, failureMessages: string[] }[]} assertionResults
 *
 * @param {string} test
 * @param {string | undefined} message
 */
function failure(test, message) {
  const [reason = ''] = stripVTControlCharacters(message ?? '').split('\n')
  return reason === '' ? test : `${test}: ${reason.slice(0, 300)}`
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
  const { stats, suites, config } = JSON.parse(report)
  const { expected, flaky, unexpected, skipped } = stats
  const files = suites.map((/** @type {PlaywrightSuite} */ suite) => ({
    file: relative(process.cwd(), join(config.rootDir, suite.file)),
    durationMs: durationOf(suite),
  }))
  const failures = suites.flatMap(failuresOf)
  return judge({ passed: expected + flaky, failed: unexpected, skipped, files, failures }, exitCode)
}

/**
 * @typedef {object} PlaywrightSuite
 * @property {string} file
 * @property {PlaywrightSuite[]} [suites]
 * @property {PlaywrightSpec[]} specs
 *
 * @typedef {object} PlaywrightSpec
 * @property {string} title
 * @property {{ status: string, results: { duration: number, error?: { message?: string } }[] }[]} tests
 *
 * @param {PlaywrightSuite} suite
 * @returns {number} in ms
 */
function durationOf({ specs, suites = [] }) {
  const results = specs.flatMap(({ tests }) => tests.flatMap((test) => test.results))
  return sum(results.map(({ duration }) => duration)) + sum(suites.map(durationOf))
}

/**
 * @param {PlaywrightSuite} suite
 * @returns {string[]}
 */
function failuresOf({ file, specs, suites = [] }) {
  const own = specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected')
      .map(({ results }) => failure(`${file} › ${title}`, results.at(-1)?.error?.message)),
  )
  return [...own, ...suites.flatMap(failuresOf)]
}

/** @param {number[]} numbers */
function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0)
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
  return { passed: 0, failed: 1, skipped: 0, files: [], failures: [] }
}
