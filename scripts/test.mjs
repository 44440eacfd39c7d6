/**
 * `npm test`: sets up everything, runs all stages, and says in one last line what passed and failed.
 *
 *   npm test                                   everything
 *   npm test -- --only unit,integration        some stages
 *   npm test -- --only unit test/unit/pool     some files of a stage
 */
import { rm } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { hasDisplay } from './desktop/display.mjs'
import { requireSystemPackages } from './desktop/system-packages.mjs'
import { resolveElectronForTests } from './electron-runtime.mjs'
import { repositoryRoot, setUp } from './setup.mjs'
import { compiledModules, print, STAGES } from './testing/stages.mjs'
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
const startedAt = performance.now()
try {
  const electronPath = await prepare()
  const chosen = STAGES.filter(({ name }) => wanted?.includes(name) ?? true)
  const waiting = chosen.find(({ waits }) => waits === true)
  const others = chosen.filter((stage) => stage !== waiting)
  // What waits runs from what is built, beside the rest.
  const [built] = others.splice(0, others[0]?.name === 'build' ? 1 : 0)
  if (built !== undefined) count(built, await runStage(built, { electronPath }))
  const beside = waiting === undefined ? undefined : startBeside(waiting, electronPath)
  const [check, ...checks] = others.filter(({ isStatic }) => isStatic === true)
  const checksBeside = checks.map((stage) => ({
    stage,
    ...startBeside(stage, electronPath, beside !== undefined),
  }))
  if (check !== undefined) count(check, await runStage(check, { electronPath, isBesideAnother: beside !== undefined }))
  for (const { stage, shown } of checksBeside) count(stage, await shown())
  for (const stage of others.filter(({ isStatic }) => isStatic !== true)) {
    count(stage, await runStage(stage, { electronPath, isBesideAnother: beside !== undefined }))
  }
  if (waiting !== undefined && beside !== undefined) count(waiting, await beside.shown())
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  failedStages.push('Set-up')
  total.failed += 1
}
await rm(compiledModules, { recursive: true, force: true })
process.stdout.write(`\n${timeTable(times, performance.now() - startedAt)}`)
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
  process.stdout.write('\n=== Set-up\n')
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
 * @param {import('./testing/results.mjs').Outcome} outcome
 */
function count(stage, { passed, failed, failures }) {
  total.passed += passed
  total.failed += failed
  failedTests.push(...failures)
  if (failed > 0) failedStages.push(stage.title)
}

/**
 * Starts a stage whose output is kept until the others are through, and from then on shown as it comes.
 *
 * @param {import('./testing/stages.mjs').Stage} stage
 * @param {string} electronPath
 * @param {boolean} [isBesideAnother] whether it leaves the processor to another stage that runs
 */
function startBeside(stage, electronPath, isBesideAnother = false) {
  /** @type {(string | Uint8Array)[] | undefined} */
  let kept = []
  const write = (/** @type {string | Uint8Array} */ text) => {
    if (kept === undefined) process.stdout.write(text)
    else kept.push(text)
  }
  const outcome = runStage(stage, { electronPath, keep: write, isBesideAnother })
  return {
    shown() {
      for (const text of kept ?? []) process.stdout.write(text)
      kept = undefined
      return outcome
    },
  }
}

/**
 * @param {import('./testing/stages.mjs').Stage} stage
 * @param {Omit<import('./testing/stages.mjs').StageContext, 'repositoryRoot' | 'filters'>} context
 * @returns {Promise<import('./testing/results.mjs').Outcome>}
 */
async function runStage(stage, context) {
  print(context, `\n=== ${stage.title}\n`)
  const startedAt = performance.now()
  const outcome = await stage.run({ repositoryRoot, filters: positionals, ...context }).catch((error) => {
    print(context, `${error instanceof Error ? error.message : error}\n`)
    return { passed: 0, failed: 1, skipped: 0, files: [], failures: [] }
  })
  const durationMs = performance.now() - startedAt
  times.push({ title: stage.title, durationMs, files: outcome.files })
  const skipped = outcome.skipped > 0 ? `, ${outcome.skipped} skipped` : ''
  const verdict = outcome.failed > 0 ? 'FAILED' : 'ok'
  print(context, `${stage.title}: ${verdict} in ${(durationMs / 1000).toFixed(1)} s${skipped}\n`)
  return outcome
}
