/**
 * `npm start` opens the app, `npm start -- COMMAND …` runs a command without it; either sets up whatever is
 * missing first. stdout belongs to the command's results.
 */
import { constants } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { readIntent } from './arguments.mjs'
import { belongsToSandboxUser, isRoot, prepareSandboxUser, rootDataDirectory } from './desktop/sandbox-user.mjs'
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
  const cli = join(repositoryRoot, 'out', 'main', 'cli.js')
  if (!isRoot()) return runInForeground(process.execPath, [cli, ...args], { cwd: directory })
  // The app that root starts keeps its library there, see desktop/sandbox-user.mjs.
  const env = { QUARRY_DATA: rootDataDirectory(), ...process.env }
  const data = resolve(directory, dataOption(args) ?? env.QUARRY_DATA)
  if (!(await belongsToSandboxUser(data)))
    return runInForeground(process.execPath, [cli, ...args], { cwd: directory, env })
  // In another user's folder root would write wherever that user's links lead.
  const user = await prepareSandboxUser([process.execPath, cli])
  const reports = await lendReports(args, directory, user.identity)
  const { HOME: _, ...folders } = user.env
  const [command, ...rest] = [...user.prefix, process.execPath, cli, ...args]
  try {
    return await runInForeground(command, rest, { cwd: directory, env: { ...env, ...folders } })
  } finally {
    await reports.takeBack()
  }
}

/**
 * @param {string[]} args
 * @returns {string | undefined} the data folder that is named
 */
function dataOption(args) {
  const at = args.indexOf('--data')
  return at < 0 ? args.find((argument) => argument.startsWith('--data='))?.slice('--data='.length) : args[at + 1]
}

/**
 * Files that a command writes for root are root's: made by root, the command's user may write to them until it ends.
 *
 * @param {string[]} args
 * @param {string} directory
 * @param {import('./desktop/sandbox-user.mjs').Identity} identity
 */
async function lendReports(args, directory, { uid, gid }) {
  const writes = args.some((argument) => ['ask', 'resume', 'follow-up'].includes(argument))
  const named = writes
    ? args.flatMap((argument, at) => (['--out', '--json'].includes(argument) ? (args[at + 1] ?? []) : []))
    : []
  const files = await Promise.all(
    named.map((name) =>
      open(resolve(directory, name), constants.O_RDWR | constants.O_CREAT | constants.O_NOFOLLOW, 0o644),
    ),
  )
  for (const file of files) await file.chown(uid, gid)
  return {
    async takeBack() {
      for (const [at, file] of files.entries()) {
        await file.chown(0, 0)
        if ((await file.stat()).size === 0) await rm(resolve(directory, named[at]), { force: true })
        await file.close()
      }
    },
  }
}
