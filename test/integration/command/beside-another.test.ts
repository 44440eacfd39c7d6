import type { ChildProcess } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { SessionSummary } from '../../../contract/session/session'
import { openStore } from '../../../main/store'
import { prepareDataFolder } from '../../prepared-store'
import { type Outcome, project, quarry, samples } from './quarry'

const question = 'How does a heat pump move heat, and what limits its efficiency?'
const papers = ['ground-source.pdf', 'how-heat-pumps-work.md', 'refrigerants.md'].map((name) => join(samples, name))

describe('a command that is not alone', () => {
  let work: string
  let data: string
  beforeAll(async () => {
    work = await mkdtemp(join(tmpdir(), 'quarry-beside-'))
    data = join(work, 'library')
    prepareDataFolder(data)
  })
  afterAll(() => rm(work, { recursive: true, force: true }))

  const sessions = async (): Promise<SessionSummary[]> =>
    JSON.parse((await quarry(['--data', data, 'sessions', '--json'])).stdout) as SessionSummary[]

  it('attaches to another command that owns the library, and does not end it', async () => {
    let owner: ChildProcess | undefined
    let plan: (() => void) | undefined
    const planned = new Promise<void>((settle) => {
      plan = settle
    })
    const owning: Promise<Outcome> = quarry(['--data', data, 'ask', question, '--interactive', '--add', ...papers], {
      keepInput: true,
      onStart: (child) => {
        owner = child
      },
      onStderr: (text) => {
        if (/Enter to accept/.test(text)) plan?.()
      },
    })
    await Promise.race([planned, owning])

    expect(JSON.parse(await readFile(join(data, 'lock'), 'utf8'))).toMatchObject({ pid: owner?.pid })
    const listed = await quarry(['--data', data, 'sources'])
    expect(listed.code).toBe(0)
    expect(listed.stdout).toContain('ground-source.pdf')
    const asked = await quarry(['--data', data, 'ask', 'Which refrigerants are used in heat pumps and why?'])
    expect({ code: asked.code, stderr: asked.stderr }).toMatchObject({ code: 0 })
    expect(asked.stdout).toMatch(/\[1\]/)
    expect((await sessions()).map(({ state }) => state).sort()).toEqual(['awaitingPlanReview', 'done'])

    // The owner stands where it stood: an Enter accepts its plan, and it comes to its report.
    expect(owner?.exitCode).toBe(null)
    owner?.stdin?.write('\n')
    const { code, stdout } = await owning
    expect(code).toBe(0)
    expect(stdout).toMatch(/\[1\]/)
  })

  it.skipIf(process.platform === 'win32')('goes on after the machine slept, as if nothing had been', async () => {
    const json = join(work, 'slept.json')
    let stopped = 0
    const { code } = await quarry(['--data', data, 'ask', question, '--json', json], {
      onStderr: (_text, child) => {
        if (stopped > 0 || child.pid === undefined) return
        const { pid } = child
        stopped++
        process.kill(pid, 'SIGSTOP')
        void vi
          .waitFor(async () => expect(await stateOf(pid)).toBe('T'), { timeout: 10_000 })
          .finally(() => process.kill(pid, 'SIGCONT'))
      },
    })
    expect({ code, stopped }).toEqual({ code: 0, stopped: 1 })
    const slept = JSON.parse(await readFile(json, 'utf8')) as { report: { supported: number; claims: number } }
    expect(slept.report.claims).toBeGreaterThan(3)
    expect(slept.report.supported).toBe(slept.report.claims)
  })

  it('ends with 4 where the session itself fails, and says why', async () => {
    const store = await openStore({ directory: data, workersDir: join(project, 'out', 'workers') })
    const [index] = await store.database.query<{ name: string }>(
      `select indexname as name from pg_indexes where tablename = 'passages' and indexdef like '%bm25%'`,
    )
    await store.database.query(`drop index "${index?.name}"`)
    await store.close()
    const { code, stdout, stderr } = await quarry(['--data', data, 'ask', question])
    expect({ code, stdout, stderr }).toMatchObject({ code: 4, stdout: '' })
    expect(stderr).toMatch(/^The session failed: /m)
    expect((await sessions()).map(({ state }) => state).sort()).toEqual(['done', 'done', 'done', 'failed'])
  })
})

/** Of a process, as the kernel tells it: T is stopped. */
async function stateOf(pid: number): Promise<string> {
  if (process.platform !== 'linux') return 'T'
  const status = await readFile(`/proc/${pid}/stat`, 'utf8')
  return status.slice(status.lastIndexOf(')') + 2).charAt(0)
}
