/**
 * `npm start` opens the app, `npm start -- COMMAND …` runs a command without it; either sets up whatever is
 * missing first. stdout belongs to the command's results.
 */
import { join } from 'node:path'
import { readIntent } from './arguments.mjs'
import { isRoot, rootDataDirectory } from './desktop/sandbox-user.mjs'
import { prepareLaunch, requireDisplay, runElectron } from './launch.mjs'
import { runInForeground } from './process.mjs'
import { report } from './progress.mjs'
import { repositoryRoot, setUp } from './setup.mjs'

// npm changes to the package's folder; relative paths are meant from where it was called.
const directory = process.env.INIT_CWD && process.env.npm_lifecycle_event ? process.env.INIT_CWD : process.cwd()

try {
  const intent = readIntent(process.argv.slice(2), directory)
  process.exitCode = intent.window ? await openWindow(intent) : await runCommand(intent.args)
} catch (error) {
  report(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}

/** @param {import('./arguments.mjs').Intent} intent */
async function openWindow({ args, virtualDisplay }) {
  // Said at once, not after a long set-up.
  requireDisplay(virtualDisplay)
  const runtime = await setUp()
  if (runtime === undefined) throw new Error('Set-up ended without an Electron runtime.')
  const launch = await prepareLaunch(runtime.executablePath, { virtualDisplay })
  try {
    return await runElectron(launch, [repositoryRoot, ...args])
  } finally {
    await launch.stop()
  }
}

/** @param {string[]} args */
async function runCommand(args) {
  await setUp({ electron: false })
  // The app that root starts keeps its library there, see desktop/sandbox-user.mjs.
  const env = isRoot() ? { QUARRY_DATA: rootDataDirectory(), ...process.env } : process.env
  return runInForeground(process.execPath, [join(repositoryRoot, 'out', 'main', 'cli.js'), ...args], {
    cwd: directory,
    env,
  })
}
