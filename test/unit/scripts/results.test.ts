import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readPlaywrightResult, readVitestResult } from '../../../scripts/testing/results.mjs'
import { timeTable } from '../../../scripts/testing/times.mjs'

const vitestReport = (numbers: object, testResults: object[] = []): string =>
  JSON.stringify({ numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults, ...numbers })

const playwrightReport = (stats: object, suites: object[] = []): string =>
  JSON.stringify({ stats, suites, config: { rootDir: join(process.cwd(), 'test/e2e') } })

test('passed, failed and skipped tests are counted', () => {
  expect(readVitestResult(vitestReport({ numPassedTests: 5, numFailedTests: 2, numPendingTests: 1 }), 1)).toEqual({
    passed: 5,
    failed: 2,
    skipped: 1,
    files: [],
    failures: [],
  })
  expect(readPlaywrightResult(playwrightReport({ expected: 3, flaky: 1, unexpected: 2, skipped: 0 }), 1)).toEqual({
    passed: 4,
    failed: 2,
    skipped: 0,
    files: [],
    failures: [],
  })
})

test('each file has its time, and a stage lists its slowest', () => {
  const ran = { name: join(process.cwd(), 'test/unit/a.test.ts'), startTime: 1000, endTime: 3500, status: 'passed' }
  const unit = readVitestResult(vitestReport({ numPassedTests: 1 }, [{ ...ran, assertionResults: [{}] }]), 0)
  const spec = (...durations: number[]): object => ({
    title: 'one',
    tests: [{ status: 'expected', results: durations.map((duration) => ({ duration })) }],
  })
  const suites = [{ file: 'b.e2e.ts', specs: [spec(400, 600)], suites: [{ file: 'b.e2e.ts', specs: [spec(2000)] }] }]
  const e2e = readPlaywrightResult(playwrightReport({ expected: 2, flaky: 0, unexpected: 0, skipped: 0 }, suites), 0)
  const stages = [
    { title: 'Unit', durationMs: 4000, files: unit.files },
    { title: 'Windows', durationMs: 9000, files: e2e.files },
  ]
  const table = timeTable(stages, 10_000)
  expect(table.split('\n').map((line) => line.trim().replace(/\s+/g, ' '))).toEqual([
    'Unit 4.0 s',
    'test/unit/a.test.ts 2.5 s',
    'Windows 9.0 s',
    'test/e2e/b.e2e.ts 3.0 s',
    'All stages 10.0 s',
    '',
  ])
})

test('what failed is named, with the first line of why', () => {
  const failed = {
    status: 'failed',
    fullName: 'a place survives',
    failureMessages: ['\u001b[31mnot equal\u001b[0m\n  at x'],
  }
  const files = [
    { name: join(process.cwd(), 'test/unit/a.test.ts'), assertionResults: [{ status: 'passed' }, failed] },
    { name: join(process.cwd(), 'test/unit/b.test.ts'), message: 'no such module', assertionResults: [] },
  ]
  expect(readVitestResult(vitestReport({ numFailedTests: 1 }, files), 1).failures).toEqual([
    'test/unit/a.test.ts › a place survives: not equal',
    'test/unit/b.test.ts: no such module',
  ])
  const tests = [{ status: 'unexpected', results: [{ duration: 1, error: { message: 'closed\nCall log' } }] }]
  const suites = [{ file: 'q.e2e.ts', specs: [], suites: [{ file: 'q.e2e.ts', specs: [{ title: 'quits', tests }] }] }]
  const stats = { expected: 0, flaky: 0, unexpected: 1, skipped: 0 }
  expect(readPlaywrightResult(playwrightReport(stats, suites), 1).failures).toEqual(['q.e2e.ts › quits: closed'])
})

test('a file that cannot be loaded is a failure', () => {
  const unloaded = [{ name: '/broken.test.ts', startTime: 0, endTime: 0, status: 'failed', assertionResults: [] }]
  expect(readVitestResult(vitestReport({ numPassedTests: 5 }, unloaded), 1).failed).toBe(1)
})

test('a failing runner without a failed test is a failure', () => {
  expect(readVitestResult(vitestReport({ numPassedTests: 5 }), 1).failed).toBe(1)
})

test('files among which no test ran are a failure', () => {
  expect(readVitestResult(vitestReport({}), 0).failed).toBe(1)
  const stats = { expected: 0, flaky: 0, unexpected: 0, skipped: 4 }
  expect(readPlaywrightResult(playwrightReport(stats), 0)).toEqual({
    passed: 0,
    failed: 1,
    skipped: 4,
    files: [],
    failures: [],
  })
})

test('a runner that leaves no report has failed', () => {
  expect(readVitestResult(undefined, 0).failed).toBe(1)
  expect(readPlaywrightResult(undefined, 0).failed).toBe(1)
})
