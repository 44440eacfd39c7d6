/** The stages of `npm test`, in their order: the build first, then static checks, the real app last. */

import { spawn } from 'node:child_process'
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { setPriority, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buildApplication } from '../build.mjs'
import { testsOnElectron } from './electron-tests.mjs'
import { readPlaywrightResult, readVitestResult } from './results.mjs'
import { watchedNetwork } from './watched-network.mjs'

/**
 * @typedef {import('./results.mjs').Outcome} Outcome
 *
 * @typedef {object} StageContext
 * @property {string} repositoryRoot
 * @property {string} electronPath
 * @property {string[]} filters names of test files, handed to the test runners
 * @property {(text: string | Uint8Array) => void} [keep] takes what the stage prints, which else is printed at once
 * @property {boolean} [isBesideAnother] whether it leaves the processor to another stage that runs
 *
 * @typedef {object} Stage
 * @property {string} name as in `--only`
 * @property {string} title
 * @property {(context: StageContext) => Promise<Outcome>} run
 * @property {boolean} [waits] whether it mostly waits, and so runs beside those after the build
 * @property {boolean} [isStatic] whether it runs nothing of the product: those run side by side, as each takes one processor
 */

/** Of the stages beside the one that waits: their tests know no clock, but those in the window have a patience. */
const besideNiceness = 5

/**
 * Where a run keeps the modules that one of its stages compiled, for the next one. Gone at its end: that what an import leads
 * to has moved since, vitest does not notice.
 */
export const compiledModules = join(tmpdir(), `quarry-modules-${process.pid}`)

/** @type {Stage[]} */
export const STAGES = [
  { name: 'build', title: 'Build', run: build },
  {
    name: 'types',
    title: 'Types (tsc)',
    isStatic: true,
    // Beside the app's tests: several checkers take half as much processor time again, as each works out the same types.
    run: check(['typescript/bin/tsc', '-b', 'tsconfig.json', 'tsconfig.web.json', '--singleThreaded']),
  },
  {
    name: 'lint',
    title: 'Format and lint (biome)',
    isStatic: true,
    run: check(['@biomejs/biome/bin/biome', 'ci', '.']),
  },
  { name: 'deadcode', title: 'Dead code (knip)', isStatic: true, run: check(['knip/bin/knip.js']) },
  {
    name: 'unit',
    title: 'Unit tests and import boundaries',
    run: vitest({ project: 'unit', folders: ['unit', 'boundaries'] }),
  },
  {
    name: 'integration',
    title: `Integration tests on Node ${process.versions.node}`,
    run: vitest({ project: 'integration', folders: ['integration'] }),
  },
  {
    name: 'integration-electron',
    title: "Integration tests of native code and threads on Electron's Node",
    run: vitest({ project: 'integration', folders: ['integration'], onElectron: true }),
  },
  { name: 'e2e', title: 'End-to-end tests in the app (Playwright)', run: endToEnd, waits: true },
]

/**
 * A static check counts as one test.
 *
 * @param {[string, ...string[]]} command a script in node_modules and its arguments
 * @returns {Stage['run']}
 */
function check([script, ...args]) {
  return async (context) => {
    const code = await runTool(context, process.execPath, [join('node_modules', script), ...args])
    return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0, files: [], failures: [] }
  }
}

/** @type {Stage['run']} */
async function build(context) {
  const built = await buildApplication(context.repositoryRoot)
  print(context, built ? '' : 'Nothing changed since the last build.\n')
  return { passed: 1, failed: 0, skipped: 0, files: [], failures: [] }
}

/**
 * @param {{ project: string, folders: string[], onElectron?: boolean }} options
 * @returns {Stage['run']}
 */
function vitest({ project, folders, onElectron = false }) {
  return async (context) => {
    const { repositoryRoot, electronPath, filters } = context
    if (!(await hasTests(repositoryRoot, folders, /\.test\.tsx?$/))) return noTests(context)
    const output = await freshResultFile(repositoryRoot, onElectron ? `${project}-electron` : project)
    const elsewhere = filters.length === 0 && !onElectron ? testsOnElectron : []
    const args = [
      join('node_modules', 'vitest', 'vitest.mjs'),
      'run',
      '--project',
      project,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${output}`,
      '--experimental.fsModuleCache',
      `--experimental.fsModuleCachePath=${compiledModules}`,
      ...elsewhere.map((path) => `--exclude=${path.endsWith('/') ? `${path}**` : path}`),
      ...(filters.length === 0 && onElectron ? testsOnElectron : filters),
    ]
    const env = onElectron ? { ELECTRON_RUN_AS_NODE: '1' } : {}
    const code = await runTool(context, onElectron ? electronPath : process.execPath, args, env)
    return readVitestResult(await readOptional(output), code)
  }
}

/** @type {Stage['run']} */
async function endToEnd(context) {
  const { repositoryRoot, filters } = context
  if (!(await hasTests(repositoryRoot, ['e2e'], /\.e2e\.ts$/))) return noTests(context)
  const output = await freshResultFile(repositoryRoot, 'e2e')
  const isolation = watchedNetwork()
  print(
    context,
    isolation.length > 0 ? 'With a network that leads nowhere and counts packets.\n' : 'With the network as it is.\n',
  )
  const playwright = [join('node_modules', '@playwright', 'test', 'cli.js'), 'test', '--reporter=list,json', ...filters]
  const [command, ...args] = [...isolation, process.execPath, ...playwright]
  const code = await runTool(context, command, args, { PLAYWRIGHT_JSON_OUTPUT_FILE: output })
  return readPlaywrightResult(await readOptional(output), code)
}

/**
 * @param {StageContext} context
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 * @returns {Promise<number>} exit code; 1 when a signal ended the tool
 */
function runTool({ repositoryRoot, keep, isBesideAnother }, command, args, env = {}) {
  return new Promise((resolve, reject) => {
    const output = keep === undefined ? 'inherit' : 'pipe'
    const child = spawn(command, args, {
      cwd: repositoryRoot,
      stdio: ['inherit', output, output],
      env: { ...process.env, ...env },
    })
    if (isBesideAnother === true && child.pid !== undefined) setPriority(child.pid, besideNiceness)
    if (keep !== undefined) for (const stream of [child.stdout, child.stderr]) stream?.on('data', keep)
    child.once('error', reject)
    // Not `exit`: what the tool printed last may come after it.
    child.once('close', (code) => resolve(code ?? 1))
  })
}

/**
 * @param {Pick<StageContext, 'keep'>} context
 * @param {string} text
 */
export function print({ keep }, text) {
  if (keep === undefined) process.stdout.write(text)
  else keep(text)
}

/**
 * @param {string} repositoryRoot
 * @param {string[]} folders below test/
 * @param {RegExp} pattern
 */
async function hasTests(repositoryRoot, folders, pattern) {
  for (const folder of folders) {
    try {
      const names = await readdir(join(repositoryRoot, 'test', folder), { recursive: true })
      if (names.some((name) => pattern.test(name))) return true
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    }
  }
  return false
}

/** @param {StageContext} context */
function noTests(context) {
  print(context, 'There are no tests of this kind yet.\n')
  return { passed: 0, failed: 0, skipped: 0, files: [], failures: [] }
}

/**
 * @param {string} repositoryRoot
 * @param {string} name
 * @returns {Promise<string>} of a file that does not exist, so that an old result cannot pass for a new one
 */
async function freshResultFile(repositoryRoot, name) {
  const path = join(repositoryRoot, '.cache', 'test-results', `${name}.json`)
  await mkdir(dirname(path), { recursive: true })
  await rm(path, { force: true })
  return path
}

/** @param {string} path */
async function readOptional(path) {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
