/** A virtual display for machines without one: Xvfb with its own cookie, reachable by a local socket only. */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const SCREEN = '1600x1000x24'
const START_LIMIT_MS = 20_000
const COOKIE_NAME = 'MIT-MAGIC-COOKIE-1'
/** Ends Xvfb when descriptor 4 is closed, so that it goes away with this process even if that is killed. */
const WATCHED_XVFB = 'Xvfb "$@" & display=$!; (cat <&4; kill $display) >/dev/null 2>&1 3>&- & wait $display'
/** Xauth's FamilyWild: the entry holds for every display. */
const FAMILY_WILD = 0xffff

/** @returns {boolean} whether windows can be opened without further ado */
export function hasDisplay() {
  return process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)
}

/**
 * Starts Xvfb on a free display number.
 *
 * @param {{ owner?: { uid: number, gid: number } }} [options] the user who may connect, when not the caller
 * @returns {Promise<{ env: Record<string, string>, stop: () => Promise<void> }>}
 * @throws when Xvfb is not installed or does not come up
 */
export async function startVirtualDisplay({ owner } = {}) {
  const directory = await mkdtemp(join(tmpdir(), 'quarry-display-'))
  const authority = join(directory, 'Xauthority')
  await writeFile(authority, authorityEntry(randomBytes(16)), { mode: 0o600 })
  const command = ['-displayfd', '3', '-screen', '0', SCREEN, '-auth', authority, '-nolisten', 'tcp']
  const xvfb = spawn('sh', ['-c', WATCHED_XVFB, 'sh', ...command], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    // In a group of its own, or Ctrl+C would take the display away before the app has quit.
    detached: true,
  })
  const ended = new Promise((resolve) => {
    xvfb.once('exit', resolve)
    xvfb.once('error', resolve)
  })
  const stop = async () => {
    /** @type {import('node:stream').Writable} */
    xvfb.stdio[4].end()
    await ended
    await rm(directory, { recursive: true, force: true })
  }
  try {
    const number = await readDisplayNumber(xvfb)
    if (owner) {
      await chown(authority, owner.uid, owner.gid)
      await chown(directory, owner.uid, owner.gid)
    }
    return { env: { DISPLAY: `:${number}`, XAUTHORITY: authority }, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/**
 * @param {import('node:child_process').ChildProcess} xvfb
 * @returns {Promise<string>}
 */
function readDisplayNumber(xvfb) {
  return new Promise((resolve, reject) => {
    let complaints = ''
    let announced = ''
    const timer = setTimeout(() => reject(new Error(`Xvfb did not come up: ${complaints}`)), START_LIMIT_MS)
    const settle = (/** @type {() => void} */ outcome) => {
      clearTimeout(timer)
      outcome()
    }
    xvfb.stderr?.setEncoding('utf8').on('data', (chunk) => {
      complaints += chunk
    })
    const channel = /** @type {import('node:stream').Readable} */ (xvfb.stdio[3])
    channel.setEncoding('utf8').on('data', (chunk) => {
      announced += chunk
      if (announced.endsWith('\n')) settle(() => resolve(announced.trim()))
    })
    xvfb.once('error', (error) =>
      settle(() => reject(new Error(`Xvfb cannot be started: ${error.message}`, { cause: error }))),
    )
    xvfb.once('exit', (code) => settle(() => reject(new Error(`Xvfb ended with ${code}: ${complaints}`))))
  })
}

/**
 * One entry of an Xauthority file: family, address, display, name, cookie; lengths as 16 bits, big-endian.
 *
 * @param {Buffer} cookie
 */
function authorityEntry(cookie) {
  const family = Buffer.alloc(2)
  family.writeUInt16BE(FAMILY_WILD)
  const fields = [Buffer.alloc(0), Buffer.alloc(0), Buffer.from(COOKIE_NAME), cookie].flatMap((field) => {
    const length = Buffer.alloc(2)
    length.writeUInt16BE(field.length)
    return [length, field]
  })
  return Buffer.concat([family, ...fields])
}
