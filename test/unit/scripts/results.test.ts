import { expect, test } from 'vitest'
import { readPlaywrightResult, readVitestResult } from '../../../scripts/testing/results.mjs'

const vitestReport = (numbers: object, testResults: object[] = []): string =>
  JSON.stringify({ numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults, ...numbers })

test('passed, failed and skipped tests are counted', () => {
  expect(readVitestResult(vitestReport({ numPassedTests: 5, numFailedTests: 2, numPendingTests: 1 }), 1)).toEqual({
    passed: 5,
    failed: 2,
    skipped: 1,
  })
  expect(
    readPlaywrightResult(JSON.stringify({ stats: { expected: 3, flaky: 1, unexpected: 2, skipped: 0 } }), 1),
  ).toEqual({ passed: 4, failed: 2, skipped: 0 })
})

test('a file that cannot be loaded is a failure', () => {
  const unloaded = [{ status: 'failed', assertionResults: [] }]
  expect(readVitestResult(vitestReport({ numPassedTests: 5 }, unloaded), 1).failed).toBe(1)
})

test('a failing runner without a failed test is a failure', () => {
  expect(readVitestResult(vitestReport({ numPassedTests: 5 }), 1).failed).toBe(1)
})

test('files among which no test ran are a failure', () => {
  expect(readVitestResult(vitestReport({}), 0).failed).toBe(1)
  const stats = { expected: 0, flaky: 0, unexpected: 0, skipped: 4 }
  expect(readPlaywrightResult(JSON.stringify({ stats }), 0)).toEqual({ passed: 0, failed: 1, skipped: 4 })
})

test('a runner that leaves no report has failed', () => {
  expect(readVitestResult(undefined, 0).failed).toBe(1)
  expect(readPlaywrightResult(undefined, 0).failed).toBe(1)
})
