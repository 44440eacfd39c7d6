/** The stages of `npm test`, in their order: static checks first, the real app last. */

import { spawn } from 'node:child_process'
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { buildApplication } from '../build.mjs'
import { testsOnElectron, testsOnlyOnElectron } from './electron-tests.mjs'
import { readPlaywrightResult, readVitestResult } from './results.mjs'
import { watchedNetwork } from './watched-network.mjs'

/**
 * @typedef {import('./results.mjs').Outcome} Outcome
 *
 * @typedef {object} StageContext
 * @property {string} repositoryRoot
 * @property {string} electronPath
 * @property {string[]} filters names of test files, handed to the test runners
 *
 * @typedef {object} Stage
 * @property {string} name as in `--only`
 * @property {string} title
 * @property {(context: StageContext) => Promise<Outcome>} run
 */

/** @type {Stage[]} */
export const STAGES = [
  {
    name: 'types',
    title: 'Types (tsc)',
    run: check(['typescript/bin/tsc', '-b', 'tsconfig.json', 'tsconfig.web.json']),
  },
  { name: 'lint', title: 'Format and lint (biome)', run: check(['@biomejs/biome/bin/biome', 'ci', '.']) },
  { name: 'deadcode', title: 'Dead code (knip)', run: check(['knip/bin/knip.js']) },
  { name: 'build', title: 'Build', run: build },
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
    title: "Integration tests on Electron's Node, where it may differ",
    run: vitest({ project: 'integration', folders: ['integration'], onElectron: true }),
  },
  { name: 'e2e', title: 'End-to-end tests in the app (Playwright)', run: endToEnd },
]

/**
 * A static check counts as one test.
 *
 * @param {[string, ...string[]]} command a script in node_modules and its arguments
 * @returns {Stage['run']}
 */
function check([script, ...args]) {
  return async ({ repositoryRoot }) => {
    const code = await runTool(repositoryRoot, process.execPath, [join('node_modules', script), ...args])
    return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0, files: [], failures: [] }
  }
}

/** @type {Stage['run']} */
async function build({ repositoryRoot }) {
  const built = await buildApplication(repositoryRoot)
  process.stdout.write(built ? '' : 'Nothing changed since the last build.\n')
  return { passed: 1, failed: 0, skipped: 0, files: [], failures: [] }
}

/**
 * @param {{ project: string, folders: string[], onElectron?: boolean }} options
 * @returns {Stage['run']}
 */
function vitest({ project, folders, onElectron = false }) {
  return async ({ repositoryRoot, electronPath, filters }) => {
    if (!(await hasTests(repositoryRoot, folders, /\.test\.tsx?$/))) return noTests()
    const output = await freshResultFile(repositoryRoot, onElectron ? `${project}-electron` : project)
    const elsewhere = filters.length === 0 && !onElectron ? testsOnlyOnElectron : []
    const args = [
      join('node_modules', 'vitest', 'vitest.mjs'),
      'run',
      '--project',
      project,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${output}`,
      ...elsewhere.map((path) => `--exclude=${path}`),
      ...(filters.length === 0 && onElectron ? testsOnElectron : filters),
    ]
    const env = onElectron ? { ELECTRON_RUN_AS_NODE: '1' } : {}
    const code = await runTool(repositoryRoot, onElectron ? electronPath : process.execPath, args, env)
    return readVitestResult(await readOptional(output), code)
  }
}

/** @type {Stage['run']} */
async function endToEnd({ repositoryRoot, filters }) {
  if (!(await hasTests(repositoryRoot, ['e2e'], /\.e2e\.ts$/))) return noTests()
  const output = await freshResultFile(repositoryRoot, 'e2e')
  const isolation = watchedNetwork()
  process.stdout.write(
    isolation.length > 0 ? 'With a network that leads nowhere and counts packets.\n' : 'With the network as it is.\n',
  )
  const playwright = [join('node_modules', '@playwright', 'test', 'cli.js'), 'test', '--reporter=list,json', ...filters]
  const [command, ...args] = [...isolation, process.execPath, ...playwright]
  const code = await runTool(repositoryRoot, command, args, { PLAYWRIGHT_JSON_OUTPUT_FILE: output })
  return readPlaywrightResult(await readOptional(output), code)
}

/**
 * @param {string} repositoryRoot
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 * @returns {Promise<number>} exit code; 1 when a signal ended the tool
 */
function runTool(repositoryRoot, command, args, env = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: repositoryRoot, stdio: 'inherit', env: { ...process.env, ...env } })
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
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

function noTests() {
  process.stdout.write('There are no tests of this kind yet.\n')
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
