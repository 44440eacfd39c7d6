import { spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'

/** What a command may take that adds a hostile file. */
const limits = { seconds: 120, treeMb: 3072 }
/** Between two looks at its memory, in ms. */
const lookMs = 200

interface Run {
  readonly exit: string
  readonly seconds: number
  /** Largest sum of the resident memory of the command and all that it started. */
  readonly treeMb: number
  /** The last lines of what it said. */
  readonly said: string
}

/**
 * Adds each file of a folder to one library with the real command, one after the other, and prints a table. The command
 * must end by itself in time and memory, and the library must answer afterwards, and again after two more starts. Answers
 * how many did not. A library that is `kept` is there already or made there, and stays. Reads memory from /proc, so Linux alone is held to it.
 */
export async function addToOneLibrary(folder: string, print: (line: string) => void, kept?: string): Promise<number> {
  const data = kept ?? (await mkdtemp(join(tmpdir(), 'quarry-one-library-')))
  let bad = 0
  const tell = (name: string, run: Run, isGood: boolean): void => {
    const isWithin = run.seconds < limits.seconds && run.treeMb < limits.treeMb
    if (!isGood || !isWithin) bad++
    const verdict = isGood && isWithin ? 'ok' : 'BAD'
    print([verdict, JSON.stringify(name), run.exit, `${run.seconds} s`, `${run.treeMb} MB`, run.said].join('\t'))
  }
  try {
    const good = resolve('samples', 'running-costs.md')
    tell(good, await quarry(data, ['add', good]), true)
    for (const name of await readdir(folder, { encoding: 'buffer' })) {
      const path = Buffer.concat([Buffer.from(`${folder}/`), name]).toString('latin1')
      const run = await quarry(data, ['add', Buffer.from(path, 'latin1').toString()])
      // Done, or nothing in it could be indexed.
      tell(name.toString(), run, run.exit === '0' || run.exit === '3')
    }
    for (const start of [1, 2, 3]) {
      const listed = await quarry(data, ['sources'])
      tell(`start ${start}: sources`, listed, listed.exit === '0')
      const asked = await quarry(data, ['ask', 'What does the heat pump cost to run?'])
      tell(`start ${start}: ask`, asked, asked.exit === '0')
      const recalled = await quarry(data, ['recall', 'heat pump running costs'])
      tell(`start ${start}: recall`, recalled, recalled.exit === '0')
    }
  } finally {
    if (kept === undefined) await rm(data, { recursive: true, force: true })
  }
  return bad
}

async function quarry(data: string, parameters: readonly string[]): Promise<Run> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, [resolve('out/main/cli.js'), `--data=${data}`, ...parameters], {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let said = ''
  for (const output of [child.stdout, child.stderr]) {
    output.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-4000)
    })
  }
  let treeMb = 0
  const looking = new AbortController()
  // One look at a time: on a busy machine they would pile up and come back after the end.
  const look = async (): Promise<void> => {
    while (!looking.signal.aborted) {
      treeMb = Math.max(treeMb, await memoryOfGroup(child.pid!))
      await setTimeout(lookMs)
    }
  }
  const looked = look()
  const killing = globalThis.setTimeout(() => process.kill(-child.pid!, 'SIGKILL'), (limits.seconds + 30) * 1000)
  const exit = await new Promise<string>((settle) => child.once('close', (code, signal) => settle(signal ?? `${code}`)))
  clearTimeout(killing)
  looking.abort()
  await looked
  const lines = said.split(/\r|\n/).filter((line) => line.trim() !== '')
  return {
    exit,
    seconds: Math.round((performance.now() - startedAt) / 100) / 10,
    treeMb: Math.round(treeMb),
    said: lines.slice(-3).join(' | ').slice(0, 300),
  }
}

/** Resident memory of all processes of a group, in MB. */
async function memoryOfGroup(group: number): Promise<number> {
  let kilobytes = 0
  for (const pid of await readdir('/proc').catch(() => [])) {
    if (!/^\d+$/.test(pid)) continue
    try {
      // After the name, which may hold anything: state, parent, group.
      const stat = (await readFile(`/proc/${pid}/stat`, 'latin1')).replace(/^.*\)/s, '').split(' ')
      if (Number(stat[3]) !== group) continue
      const status = await readFile(`/proc/${pid}/status`, 'latin1')
      kilobytes += Number(/^VmRSS:\s*(\d+)/m.exec(status)?.[1] ?? 0)
    } catch {
      // It has ended meanwhile.
    }
  }
  return kilobytes / 1024
}
