import { mkdtemp, readdir, readFile, rm, stat, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { logSession, openLog } from '../../../main/log'

describe('the log', () => {
  let directory: string
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'quarry-log-'))
  })
  afterAll(() => rm(directory, { recursive: true, force: true }))
  const ended = (error: unknown) => expect.fail(String(error))

  it('has one line of JSON for each entry, for its user alone', async () => {
    const log = openLog(directory, ended)
    log.write({ event: 'app_started', version: '1', platform: 'linux-x64', runtime: 'v20' })
    log.write({ event: 'tool_called', sessionId: 's', tool: 'recall', resourceId: null, durationMs: 3, code: null })
    const lines = (await log.tail(10)).map((line) => JSON.parse(line))
    expect(lines).toMatchObject([
      { event: 'app_started', at: expect.any(String) },
      { event: 'tool_called', tool: 'recall' },
    ])
    expect((await log.tail(1)).map((line) => JSON.parse(line).event)).toEqual(['tool_called'])
    if (process.platform !== 'win32') {
      expect((await stat(join(directory, 'logs'))).mode & 0o077).toBe(0)
      expect((await stat(join(directory, 'logs', 'quarry.jsonl'))).mode & 0o077).toBe(0)
    }
  })

  it('masks secrets in the words of errors, and bounds them', async () => {
    const log = openLog(directory, ended)
    const message = 'connect postgres://mara:tr0ub4dor3@db.example/x failed, api_key=sk-live-4f9a8b7c6d5e4f3a2b1c'
    log.write({ event: 'background_error', code: 'internal', message, stack: 'x'.repeat(1_000_000) })
    const [line = ''] = await log.tail(1)
    expect(line).not.toMatch(/tr0ub4dor3|4f9a8b7c6d5e/)
    expect(line.length).toBeLessThan(6000)
    expect(JSON.parse(line)).toMatchObject({
      code: 'internal',
      message: expect.stringContaining('connect postgres://'),
    })
  })

  it('keeps its newest files, and reads on from one into the next', async () => {
    const log = openLog(directory, ended)
    const stack = 'a line of a stack '.repeat(220)
    for (let n = 0; n < 1600; n++) log.write({ event: 'background_error', code: `n${n}`, message: '', stack })
    const codes = (await log.tail(700)).map((line) => JSON.parse(line).code)
    expect(codes).toHaveLength(700)
    expect(codes).toEqual(Array.from({ length: 700 }, (_, n) => `n${900 + n}`))
    const files = await readdir(join(directory, 'logs'))
    expect(files).toHaveLength(5)
    for (const file of files) expect((await stat(join(directory, 'logs', file))).size).toBeLessThanOrEqual(1_000_000)
  })

  it('follows no link, says so once, and hinders nothing', async () => {
    const other = await mkdtemp(join(tmpdir(), 'quarry-log-'))
    const errors: unknown[] = []
    const log = openLog(other, (error) => errors.push(error))
    log.write({ event: 'app_stopped' })
    await log.close()
    await rm(join(other, 'logs', 'quarry.jsonl'))
    const target = join(other, 'target')
    await symlink(target, join(other, 'logs', 'quarry.jsonl'))
    log.write({ event: 'app_stopped' })
    log.write({ event: 'app_stopped' })
    await log.close()
    expect(errors).toHaveLength(1)
    await expect(readFile(target)).rejects.toThrow()
    await rm(other, { recursive: true })
  })
})

it('of a session tell where it is and what failed, not what was said', () => {
  const written: object[] = []
  const log = { write: (entry: object) => void written.push(entry) }
  const line = { sequence: 1, at: '', sessionId: 's', state: 'running' } as const
  logSession(log, { ...line, type: 'session.started', detail: { kind: 'inOwnWords', values: { text: 'a question' } } })
  logSession(log, { ...line, type: 'plan.drafted', detail: { kind: 'stepsPlanned', values: { count: 3 } } })
  const error = { code: 'store.diskFull', message: 'of a question' } as const
  logSession(log, { ...line, type: 'session.failed', detail: { kind: 'endedBy', values: { error } } })
  expect(written).toEqual([
    { event: 'workflow_started', sessionId: 's', type: 'session.started', state: 'running' },
    { event: 'workflow_moved', sessionId: 's', type: 'plan.drafted', state: 'running' },
    { event: 'workflow_error', sessionId: 's', type: 'session.failed', state: 'running', code: 'store.diskFull' },
  ])
})
