import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { poolView } from '../../../contract/pool/pool'
import { prepareDataFolder } from '../../prepared-store'
import { quarry } from './quarry'

describe('quarry pool', () => {
  let work: string
  let data: string
  beforeAll(async () => {
    work = await mkdtemp(join(tmpdir(), 'quarry-pool-'))
    data = join(work, 'library')
    prepareDataFolder(data)
  })
  afterAll(() => rm(work, { recursive: true, force: true }))

  it('prints a table, or the view as JSON', async () => {
    const table = await quarry(['--data', data, 'pool'])
    expect(table).toMatchObject({ code: 0, stderr: '' })
    expect(table.stdout).toMatch(/^MEMBER +TYPE +STATE/)
    expect(table.stdout).toMatch(/^Orchestrator +orchestrator +available/m)
    const { stdout } = await quarry(['--data', data, 'pool', '--json'])
    expect(poolView.parse(JSON.parse(stdout)).mode).toBe('serving')
    const stop = await quarry(['--data', data, '--language', 'zh-CN', 'pool', '--stop'])
    expect(stop).toMatchObject({ code: 2, stdout: '' })
    expect(stop.stderr).toMatch(/先用应用打开/)
  })

  it.skipIf(process.platform === 'win32')(
    'follows what changes, in the library of another, until interrupted',
    async () => {
      // The first owns the library, the second attaches to it, and both are interrupted once they have told something.
      const watch = (onLine: () => void, language: 'en' | 'zh-CN') =>
        quarry(['--data', data, '--language', language, 'pool', '--watch'], {
          onStart: (child) => {
            child.stdout?.once('data', () => {
              onLine()
              stops.push(() => child.kill('SIGINT'))
            })
          },
        })
      const stops: (() => void)[] = []
      let second: ReturnType<typeof quarry> | undefined
      let attached = (): void => undefined
      const isAttached = new Promise<void>((settle) => {
        attached = settle
      })
      const first = watch(() => {
        second = watch(attached, 'zh-CN')
      }, 'en')
      await Promise.race([isAttached, first])
      const stopped = await quarry(['--data', data, 'pool', '--stop', '--json'])
      expect(poolView.parse(JSON.parse(stopped.stdout)).mode).toBe('stopped')
      const started = await quarry(['--data', data, 'pool', '--start', '--json'])
      expect(poolView.parse(JSON.parse(started.stdout)).mode).toBe('serving')
      // The one that is attached first: it would be told of a lost connection where the other one is faster to end.
      const [stopFirst, stopSecond] = stops
      stopSecond?.()
      const attachedOutcome = await second
      stopFirst?.()
      const owning = await first
      expect([owning.code, attachedOutcome?.code]).toEqual([130, 130])
      expect(owning.stdout).toMatch(/^pool\tserving\nmember\tExecutor 1\tavailable\n/)
      expect(attachedOutcome?.stdout).toMatch(/^资源池\t运行中\n成员\t执行者 1\t空闲\n/)
    },
  )
})
