import { spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lockDirectory } from '../../../main/store/lock'
import { isAlive, processStart } from '../../../main/store/process-start'

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'quarry-lock-'))
})
afterEach(() => rm(directory, { recursive: true }))

/** A process id that belonged to a process which is gone. */
async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' })
  await new Promise((resolve) => child.once('exit', resolve))
  return child.pid ?? 0
}

async function writeLock(changes: Record<string, unknown>): Promise<void> {
  const lock = {
    pid: process.pid,
    processStart: await processStart(process.pid),
    host: hostname(),
    command: 'node quarry',
    takenAt: '2026-11-21T22:00:00.000Z',
    token: 'someone',
    ...changes,
  }
  await writeFile(join(directory, 'lock'), JSON.stringify(lock))
}

describe('the lock of a data directory', () => {
  it('is one file while it is held and none afterwards', async () => {
    const lock = await lockDirectory(directory)
    expect(await readdir(directory)).toEqual(['lock'])
    expect(JSON.parse(await readFile(join(directory, 'lock'), 'utf8'))).toMatchObject({ pid: process.pid })
    await expect(lockDirectory(directory)).rejects.toMatchObject({ code: 'store.locked' })
    expect(await readdir(directory)).toEqual(['lock'])
    await lock.release()
    expect(await readdir(directory)).toEqual([])
  })

  it('goes to exactly one of many that want it at once, also where a stale one lies there', async () => {
    for (let round = 0; round < 20; round += 1) {
      if (round % 2 === 1) await writeLock({ pid: await deadPid() })
      const outcomes = await Promise.allSettled(Array.from({ length: 12 }, () => lockDirectory(directory)))
      const held = outcomes.filter((outcome) => outcome.status === 'fulfilled')
      expect(held).toHaveLength(1)
      for (const outcome of outcomes) {
        if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'store.locked' })
      }
      await held[0]?.value.release()
      expect(await readdir(directory)).toEqual([])
    }
  })

  it('is taken over from a process that is gone, or whose id another process has now', async () => {
    await writeLock({ pid: await deadPid() })
    await (await lockDirectory(directory)).release()
    await writeLock({ processStart: 'another boot 1' })
    await (await lockDirectory(directory)).release()
    await writeFile(join(directory, 'lock'), '{"pid": 12')
    await (await lockDirectory(directory)).release()
  })

  it('is taken over once even where a takeover died in the middle', async () => {
    const pid = await deadPid()
    await writeLock({ pid })
    const lock = await readFile(join(directory, 'lock'), 'utf8')
    await writeFile(join(directory, 'lock.someone.takeover'), lock.replace('someone', 'first-taker'))
    await writeFile(join(directory, 'lock.first-taker.takeover'), lock.replace('someone', 'second-taker'))
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => lockDirectory(directory)))
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
    expect(await readdir(directory)).toEqual(['lock'])
  })

  it('says who holds it', async () => {
    await writeLock({ pid: process.ppid, processStart: await processStart(process.ppid) })
    await expect(lockDirectory(directory)).rejects.toMatchObject({
      message: expect.stringContaining(`process ${process.ppid} (node quarry) since 2026-11-21T22:00:00.000Z`),
    })
  })

  it('of another computer is held while its heart beats', async () => {
    await writeLock({ host: 'another-computer', pid: 1 })
    await expect(lockDirectory(directory)).rejects.toMatchObject({
      message: expect.stringContaining('another-computer'),
    })
    const longAgo = new Date(Date.now() - 120_000)
    await utimes(join(directory, 'lock'), longAgo, longAgo)
    await (await lockDirectory(directory)).release()
  })

  it('is given back only by its holder', async () => {
    const lock = await lockDirectory(directory)
    await writeLock({ token: 'someone else' })
    await lock.release()
    expect(await readdir(directory)).toEqual(['lock'])
  })
})

describe('a process', () => {
  it('is known by its id and its start', async () => {
    expect(isAlive(process.pid)).toBe(true)
    expect(isAlive(await deadPid())).toBe(false)
    const start = await processStart(process.pid)
    expect(start).toBe(await processStart(process.pid))
    expect(await processStart(await deadPid())).toBeNull()
  })
})
