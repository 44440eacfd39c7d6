import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import type { ConnectionAttempt } from '../../../contract/calls/connections'
import type { ServiceAnswer } from '../../../contract/calls/service-answer'
import type { UniversalResource } from '../../../contract/resources/resource'
import type { Program } from '../../../main/clients'
import { createUserTools, type UserToolsOptions } from '../../../main/clients/user-tools'
import { watchProcesses } from '../../../main/connections'
import { programLaunchers, startChildProcess } from '../../../main/processes'
import { workersDir } from '../resources/support'

let work: string
beforeAll(async () => {
  work = await realpath(await mkdtemp(join(tmpdir(), 'quarry-user-tools-')))
})
afterAll(() => rm(work, { recursive: true, force: true }))

let made = 0
/** A tool with this program, and what it is run by. */
async function toolOf(code: string, more: Partial<UserToolsOptions> = {}, env: string[] = [], entry = 'run.mjs') {
  const folder = join(work, `tool-${++made}`)
  await mkdir(folder)
  await writeFile(join(folder, entry), code)
  await chmod(join(folder, entry), 0o755)
  const inputSchema = { type: 'object', properties: { n: { type: 'number' } } }
  const metadata = { type: 'tool', builtIn: false, tier: 'L1', inputSchema, entry, env }
  const origin = { kind: 'folder', path: folder }
  const resource = { resourceId: 'tool:x', name: 'Mine', description: 'd', metadata, origin }
  const asked: Program[] = []
  const tried: ConnectionAttempt[] = []
  const tools = createUserTools({
    workersDir,
    start: watchProcesses(startChildProcess, { note: (attempt) => void tried.push(attempt) }),
    launchers: programLaunchers,
    now: () => '2026-11-22T10:00:00.000Z',
    async mayStart(program) {
      asked.push(program)
      return true
    },
    ...more,
  })
  onTestFinished(() => tools.close())
  const { signal } = new AbortController()
  const find = async () => (await tools.toolsOf(resource as unknown as UniversalResource, { signal }))[0]!
  const run = async (input = {}, within = signal) =>
    ((await (await find()).run(input, { resourceId: 'tool:x', signal: within })) as ServiceAnswer).value
  return { folder, find, run, asked, tried }
}
const answering = (value: string): string => `
  let text = ''
  for await (const chunk of process.stdin) text += chunk
  const given = JSON.parse(text)
  console.log(JSON.stringify(${value}))`

it('runs in its folder with its arguments on its input, and has of the environment what its manifest names', async () => {
  process.env.QUARRY_TEST_VALUE = 'given'
  onTestFinished(() => void delete process.env.QUARRY_TEST_VALUE)
  const { run, find, folder, asked, tried } = await toolOf(answering('[given, process.cwd(), process.env]'), {}, [
    'QUARRY_TEST_VALUE',
    'QUARRY_TEST_MISSING',
  ])
  expect(await run({ n: 3 })).toEqual([{ n: 3 }, folder, { QUARRY_TEST_VALUE: 'given' }])
  expect(await find()).toMatchObject({ tier: 'L3', effect: 'changes' })
  expect(asked).toMatchObject([{ name: 'Mine', command: process.execPath, env: { QUARRY_TEST_VALUE: 'given' } }])
  expect(tried).toMatchObject([{ kind: 'program', host: process.execPath, port: null }])
  await expect(run({ n: 'three' })).rejects.toMatchObject({ code: 'input.invalid' })
})

it('may be any program that the system runs by its first line; what is no JSON is text', async () => {
  const { run } = await toolOf('#!/bin/sh\nread -r given\necho "got $given"\n', {}, [], 'run')
  expect(await run({ n: 1 })).toBe('got {"n":1}')
})

it('answers no deeper than answers go, whatever it wrote', async () => {
  const deep = await toolOf('process.stdout.write("[".repeat(20_000) + "]".repeat(20_000))')
  const { signal } = new AbortController()
  const answer = (await (await deep.find()).run({}, { resourceId: 'tool:x', signal })) as ServiceAnswer
  expect(answer.cut).toBe(true)
  expect(JSON.stringify(answer.value).length).toBeLessThan(200)
})

it('fails with what it said when it dies, writes without end, takes too much memory or hangs, and the next call runs', async () => {
  const dying = await toolOf('console.error("no such site"); process.exit(3)')
  await expect(dying.run()).rejects.toMatchObject({ code: 'tool.failed', context: { said: 'no such site' } })
  const flooding = await toolOf(
    'for (;;) process.stdout.write("x".repeat(1e6)) || await new Promise((go) => process.stdout.once("drain", go))',
  )
  await expect(flooding.run()).rejects.toMatchObject({ code: 'tool.failed', message: expect.stringContaining('bytes') })
  if (process.platform === 'linux') {
    const hungry = await toolOf('const kept = []; setInterval(() => kept.push(Buffer.alloc(3e7, 1)), 10)', {
      limits: { maxMemoryMb: 300 },
    })
    await expect(hungry.run()).rejects.toMatchObject({
      code: 'tool.failed',
      message: expect.stringContaining('memory'),
    })
  }
  const hanging = await toolOf('setInterval(() => {}, 1000)', { timeoutMs: 300 })
  await expect(hanging.run()).rejects.toMatchObject({ code: 'resource.timeout' })
  expect(await dying.run().catch(() => 'again')).toBe('again')
})

/** Whoever connects here lives for as long as the connection. */
async function listenForLife() {
  const path = join(work, `life-${made}.sock`)
  const server = createServer()
  await once(server.listen(path), 'listening')
  onTestFinished(() => void server.close())
  const connected = once(server, 'connection').then(async ([socket]) => {
    const life = socket as Socket
    life.on('error', () => {})
    life.resume()
    return { gone: once(life, 'close') }
  })
  return { path, connected }
}
const leaving = (path: string, then: string): string => `
  import { spawn } from 'node:child_process'
  const stay = "require('net').connect(process.argv[1]).on('connect', () => process.stdout.write('.')); setInterval(() => {}, 1000)"
  const child = spawn(process.execPath, ['-e', stay, ${JSON.stringify(path)}], { detached: true, stdio: ['ignore', 'pipe', 'ignore'] })
  await new Promise((go) => child.stdout.once('data', go))
  child.unref(); child.stdout.destroy()
  ${then}`

it('leaves nothing behind that it started: neither when it ends nor when nobody wants it any more', async () => {
  const { contained } = await programLaunchers()
  // What leaves its group is caught only where it has process numbers of its own.
  if (contained.length === 0) return
  const ended = await listenForLife()
  expect(await (await toolOf(leaving(ended.path, 'console.log(1); process.exit()'))).run()).toBe(1)
  await (await ended.connected).gone
  const unwanted = await listenForLife()
  const controller = new AbortController()
  const running = (await toolOf(leaving(unwanted.path, 'setInterval(() => {}, 1000)'))).run({}, controller.signal)
  const life = await unwanted.connected
  controller.abort()
  await expect(running).rejects.toMatchObject({ code: 'cancelled' })
  await life.gone
})

it('reaches no network where this system can keep it from that, and says which it is', async () => {
  const server = createServer((socket) => socket.end())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as { port: number }
  const { run, asked, tried } = await toolOf(`
    import { connect } from 'node:net'
    connect(${port}, '127.0.0.1').on('connect', () => { console.log('"connected"'); process.exit() }).on('error', () => console.log('"refused"'))`)
  const isOffline = (await programLaunchers()).contained.length > 0
  expect(await run()).toBe(isOffline ? 'refused' : 'connected')
  expect(asked).toMatchObject([{ isOffline }])
  expect(tried).toMatchObject([{ kind: 'program', decision: isOffline ? 'refused' : 'unwatched' }])
})

it('is another tool once a file of it changed, and is not run where a person says no, or after a change since', async () => {
  const { find, folder, asked } = await toolOf(answering('1'))
  const before = await find()
  await writeFile(join(folder, 'more.txt'), 'more')
  expect((await find()).version).not.toBe(before.version)
  const { signal } = new AbortController()
  await expect(before.run({}, { resourceId: 'tool:x', signal })).rejects.toMatchObject({ code: 'tool.failed' })
  expect(asked[0]?.files).toBe(before.version)
  const declined = await toolOf('require("fs")', { mayStart: async () => false })
  await expect(declined.run()).rejects.toMatchObject({ code: 'tool.denied', context: { by: 'person' } })
  expect(declined.tried).toEqual([])
})
