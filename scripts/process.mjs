/** Child processes: npm as the user runs it, and commands whose output matters. */
import { spawn } from 'node:child_process'

/**
 * @typedef {object} Finished
 * @property {number | null} code null when a signal ended it
 * @property {NodeJS.Signals | null} signal
 * @property {string} stdout
 * @property {string} stderr
 */

/**
 * Runs a command to its end and keeps what it wrote.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions & { timeoutMs?: number, echo?: boolean }} [options] `echo`
 *   repeats all output on stderr as it comes
 * @returns {Promise<Finished>}
 * @throws when the command cannot be started
 */
export function run(command, args, { timeoutMs, echo = false, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options })
    let stdout = ''
    let stderr = ''
    child.stdout?.setEncoding('utf8').on('data', (chunk) => {
      stdout += chunk
      if (echo) process.stderr.write(chunk)
    })
    child.stderr?.setEncoding('utf8').on('data', (chunk) => {
      stderr += chunk
      if (echo) process.stderr.write(chunk)
    })
    const timer = timeoutMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), timeoutMs)
    child.once('error', (error) => {
      clearTimeout(timer)
      reject(error)
    })
    child.once('close', (code, signal) => {
      clearTimeout(timer)
      resolve({ code, signal, stdout, stderr })
    })
  })
}

/**
 * Runs npm with the user's own configuration (registry, proxy, certificates).
 *
 * @param {string[]} args
 * @param {Parameters<typeof run>[2]} [options]
 * @returns {Promise<string>} what it wrote to stdout
 * @throws when npm fails, with its last lines
 */
export async function npm(args, options = {}) {
  // Under `npm start` this is npm's own script; elsewhere the one on the path (npm.cmd needs a shell).
  const script = process.env.npm_execpath
  const byScript = script !== undefined && /npm-cli\.c?js$/.test(script)
  const result = byScript
    ? await run(process.execPath, [script, ...args], options)
    : await run('npm', args, { shell: process.platform === 'win32', ...options })
  if (result.code === 0) return result.stdout
  const lastLines = result.stderr.trim().split('\n').slice(-8).join('\n')
  throw new Error(`npm ${args[0]} failed (${result.signal ?? `exit code ${result.code}`}):\n${lastLines}`)
}

/** Within this time a repeated signal is the same one: a terminal, npm and `timeout` each deliver their own. */
const SAME_SIGNAL_MS = 500
const SIGNAL_NUMBERS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 }

/**
 * Runs a command in place of this process: with its input and output, and with each interrupt passed on
 * exactly once. Therefore the child is in a process group of its own.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<number>} exit code as a shell would give it: 128 + signal number when a signal ended it
 * @throws when the command cannot be started
 */
export function runInForeground(command, args, options = {}) {
  const child = spawn(command, args, { stdio: 'inherit', detached: process.platform !== 'win32', ...options })
  /** @type {Map<NodeJS.Signals, number>} */
  const passedOnAt = new Map()
  const passOn = (/** @type {NodeJS.Signals} */ signal) => {
    const now = performance.now()
    if (now - (passedOnAt.get(signal) ?? Number.NEGATIVE_INFINITY) < SAME_SIGNAL_MS) return
    passedOnAt.set(signal, now)
    child.kill(signal)
  }
  const signals = /** @type {(keyof typeof SIGNAL_NUMBERS)[]} */ (Object.keys(SIGNAL_NUMBERS))
  for (const signal of signals) process.on(signal, passOn)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      for (const name of signals) process.off(name, passOn)
      const number = /** @type {Record<string, number>} */ (SIGNAL_NUMBERS)[signal ?? ''] ?? 9
      resolve(code ?? 128 + number)
    })
  })
}
