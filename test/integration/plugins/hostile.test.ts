import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import type { UniversalResource } from '../../../contract/resources/resource'
import { createPluginRuns } from '../../../main/plugins'
import { startChildProcess } from '../../../main/processes'
import { readPluginFiles } from '../../../main/resources'

const runsWithin = (timeMs: number) =>
  createPluginRuns({
    workersDir: resolve('out', 'workers'),
    start: startChildProcess,
    limits: { timeMs, memoryBytes: 32 * 1024 * 1024, outputCharacters: 10_000 },
  })
const hurried = runsWithin(2000)
/** What ends for another reason has to come to it, however busy the machine is. */
const patient = runsWithin(25_000)
const folders: string[] = []
afterAll(async () => {
  await Promise.all([hurried.close(), patient.close()])
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })))
})

/** Calls `tools.run` of a plugin with this body. */
async function run(body: string, before = '', input: unknown = {}, runs = patient): Promise<unknown> {
  const folder = await mkdtemp(join(tmpdir(), 'quarry-hostile-'))
  folders.push(folder)
  await writeFile(join(folder, 'quarry-plugin.json'), '{}')
  await writeFile(join(folder, 'plugin.js'), `${before}\nexport const tools = { run: ${body} }\n`)
  const { hash } = await readPluginFiles(folder, 'plugin.js')
  const provides = { version: '1', tools: [], memory: [], workflow: [], hash }
  const metadata = { type: 'tool', builtIn: false, tier: 'L2', inputSchema: {}, entry: 'plugin.js', plugin: provides }
  const resource = { resourceId: 'tool:x', name: 'Hostile', metadata, origin: { kind: 'folder', path: folder } }
  const call = { interface: 'tools', name: 'run', input } as const
  return runs.run({ ...resource, isActive: true } as unknown as UniversalResource, call, new AbortController().signal)
}

const failing = (reason: string) => ({ code: 'plugin.failed', context: { reason, plugin: 'Hostile' } })

it.each([
  ['an endless loop', '() => { for (;;) {} }', '', 'time'],
  ['an endless loop where the module begins', '() => 1', 'for (;;) {}', 'time'],
  ['promises without end', 'async () => { for (;;) await null }', '', 'time'],
  [
    'a loop of the engine that asks for no time',
    '() => [].concat({ length: 2 ** 53 - 1, [Symbol.isConcatSpreadable]: true })',
    '',
    'time',
  ],
  // A megabyte at once: the memory ends long before the time.
  ['a memory bomb', '() => { const kept = []; for (;;) kept.push(new ArrayBuffer(1_000_000)) }', '', 'memory'],
  ['recursion without end', '() => { const f = () => f() + 1; return f() }', '', 'memory'],
  ['a flood', '() => "x".repeat(10_001)', '', 'output'],
  ['a throw', '() => { throw new Error("no") }', '', 'threw'],
  ['a throw of something strange', '() => { throw { get message() { throw 1 } } }', '', 'threw'],
  ['a promise that never resolves', '() => new Promise(() => {})', '', 'threw'],
  ['a rejected promise', 'async () => { throw new Error("no") }', '', 'threw'],
  ['fetch', '() => fetch("http://127.0.0.1")', '', 'threw'],
  ['require', '() => require("fs").readFileSync("/etc/passwd")', '', 'threw'],
  ['process', '() => process.env', '', 'threw'],
  ['an import', '() => 1', 'import fs from "node:fs"', 'threw'],
  ['an import later', 'async () => (await import("node:fs")).readFileSync("/etc/passwd", "utf8")', '', 'threw'],
  ['code from text', '() => (() => {}).constructor("return 1")()', '', 'threw'],
  ['no such function', '1', '', 'threw'],
  ['no JavaScript', '() => (', '', 'threw'],
  ['a circle', '() => { const a = {}; a.a = a; return a }', '', 'threw'],
])(
  '%s costs its own call',
  async (_what, body, before, reason) => {
    const runs = reason === 'time' ? hurried : patient
    await expect(run(body, before, {}, runs)).rejects.toMatchObject(failing(reason))
    expect(await run('({ n }) => n + 1', '', { n: 1 }, runs)).toBe(2)
  },
  30_000,
)

it('what it does to prototypes stays in its call', async () => {
  const pollute = `Object.prototype.polluted = 1; Array.prototype.map = () => ['stolen']; JSON.stringify = () => '"forged"'
    Object.prototype.toJSON = undefined; globalThis.kept = (globalThis.kept ?? 0) + 1`
  expect(await run('() => ({ kept, list: [1] })', pollute)).toEqual({ kept: 1, list: [1] })
  expect(await run('() => ({ kept: typeof kept, list: [1].map((n) => n + 1) })')).toEqual({
    kept: 'undefined',
    list: [2],
  })
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  // What it returns under such a name is a value and no prototype.
  const returned = await run('(given) => given', '', JSON.parse('{"__proto__": {"polluted": 1}, "n": 1}'))
  expect((returned as { polluted?: unknown }).polluted).toBeUndefined()
})

it('waits for a promise, and answers null for nothing', async () => {
  expect(await run('async ({ n }) => { await null; return n * 2 }', '', { n: 4 })).toBe(8)
  expect(await run('() => undefined')).toBeNull()
})
