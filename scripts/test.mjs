/**
 * `npm test`: sets up everything, runs all stages, and says in one last line what passed and failed.
 *
 *   npm test                                   everything
 *   npm test -- --only unit,integration        some stages
 *   npm test -- --only unit test/unit/pool     some files of a stage
 */
import { parseArgs } from 'node:util'
import { hasDisplay } from './desktop/display.mjs'
import { requireSystemPackages } from './desktop/system-packages.mjs'
import { resolveElectronForTests } from './electron-runtime.mjs'
import { repositoryRoot, setUp } from './setup.mjs'
import { STAGES } from './testing/stages.mjs'
import { timeTable } from './testing/times.mjs'

const { values, positionals } = parseArgs({ options: { only: { type: 'string' } }, allowPositionals: true })
const wanted = values.only?.split(',')
const unknown = wanted?.filter((name) => !STAGES.some((stage) => stage.name === name)) ?? []
if (unknown.length > 0) {
  process.stderr.write(
    `No such stage: ${unknown.join(', ')}. There are ${STAGES.map(({ name }) => name).join(', ')}.\n`,
  )
  process.exit(2)
}

const total = { passed: 0, failed: 0 }
/** @type {import('./testing/times.mjs').StageTime[]} */
const times = []
/** @type {string[]} */
const failedStages = []
/** @type {string[]} */
const failedTests = []
try {
  const electronPath = await prepare()
  for (const stage of STAGES.filter(({ name }) => wanted?.includes(name) ?? true)) {
    const { passed, failed, failures } = await runStage(stage, electronPath)
    total.passed += passed
    total.failed += failed
    failedTests.push(...failures)
    if (failed > 0) failedStages.push(stage.title)
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  failedStages.push('Set-up')
  total.failed += 1
}
process.stdout.write(`\n${timeTable(times)}`)
for (const test of failedTests) process.stdout.write(`\n✗ ${test}\n`)
if (failedStages.length > 0) process.stdout.write(`\nFailed: ${failedStages.join('; ')}\n`)
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`)
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0

/** @param {string} stage */
function needsBuild(stage) {
  return !['types', 'lint', 'deadcode'].includes(stage)
}

/** @returns {Promise<string>} the Electron to test with */
async function prepare() {
  heading('Set-up')
  // Without the build stage the tests would run against whatever was built last.
  await setUp({ electron: false, build: wanted !== undefined && !wanted.includes('build') && wanted.some(needsBuild) })
  const runtime = await resolveElectronForTests()
  await requireSystemPackages(runtime.executablePath, { virtualDisplay: !hasDisplay(), install: true })
  process.stdout.write(
    `Node ${process.versions.node} on ${process.platform}-${process.arch}; ` +
      `Electron ${runtime.version} (${runtime.origin}): ${runtime.executablePath}\n` +
      `Display: ${hasDisplay() ? 'the one that is there' : 'Xvfb, started by the tests'}\n`,
  )
  return runtime.executablePath
}

/**
 * @param {import('./testing/stages.mjs').Stage} stage
 * @param {string} electronPath
 * @returns {Promise<import('./testing/results.mjs').Outcome>}
 */
async function runStage(stage, electronPath) {
  heading(stage.title)
  const startedAt = performance.now()
  const outcome = await stage.run({ repositoryRoot, electronPath, filters: positionals }).catch((error) => {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    return { passed: 0, failed: 1, skipped: 0, files: [], failures: [] }
  })
  const durationMs = performance.now() - startedAt
  times.push({ title: stage.title, durationMs, files: outcome.files })
  const skipped = outcome.skipped > 0 ? `, ${outcome.skipped} skipped` : ''
  const verdict = outcome.failed > 0 ? 'FAILED' : 'ok'
  process.stdout.write(`${stage.title}: ${verdict} in ${(durationMs / 1000).toFixed(1)} s${skipped}\n`)
  return outcome
}

/** @param {string} title */
function heading(title) {
  process.stdout.write(`\n=== ${title}\n`)
}
