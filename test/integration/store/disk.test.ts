import { beforeAll, describe, expect, it } from 'vitest'
import { builtChild } from '../built-child'
import { canMount, fingerprint, newDirectory, open, startChild, templateDirectory, workersDir } from './support'

let script: string
beforeAll(async () => {
  script = await builtChild('store/store-child')
})

/** These need a file system of their own: Linux, as root or with user namespaces. Elsewhere they show as skipped. */
const mountable = canMount()

describe.skipIf(!mountable)('a disk that is full (needs to mount a tmpfs)', () => {
  it('is said, loses nothing acknowledged, and work goes on once there is room', async () => {
    const directory = await newDirectory()
    const mounts = `mount -t tmpfs -o size=160m tmpfs '${directory}'`
    const child = startChild(script, ['fillDisk', directory, workersDir, templateDirectory], mounts)
    const said = new Map<string, Record<string, unknown>>()
    for (let line = await child.line(); line !== null; line = await child.line()) {
      const event = JSON.parse(line) as Record<string, unknown>
      said.set(String(event.at), event)
    }
    expect(await child.exited).toBe(0)
    expect(said.get('full')).toMatchObject({ code: 'store.diskFull', message: expect.stringContaining('full') })
    expect(Number(said.get('full')?.acknowledged)).toBeGreaterThan(0)
    expect(said.get('still full')).toMatchObject({ code: 'store.diskFull' })
    expect(said.get('freed')?.rows).toBe(said.get('freed')?.acknowledged)
    expect(said.get('reopened')?.rows).toBe(Number(said.get('reopened')?.acknowledged) + 1)
  })

  it('is said at the first start', async () => {
    const directory = await newDirectory()
    await prepareTemplate()
    const mounts = `mount -t tmpfs -o size=8m tmpfs '${directory}'`
    const child = startChild(script, ['openAndReport', directory, workersDir, templateDirectory], mounts)
    expect(JSON.parse((await child.line()) ?? '{}')).toMatchObject({ code: 'store.diskFull' })
  })
})

describe.skipIf(!mountable)('a data folder that cannot be written (needs a read-only bind mount)', () => {
  it('is refused with a remedy, existing or empty', async () => {
    for (const existing of [true, false]) {
      const directory = await newDirectory()
      if (existing) await (await open(directory)).close()
      const before = await fingerprint(directory)
      const mounts = `mount --bind '${directory}' '${directory}'\nmount -o remount,bind,ro '${directory}'`
      const child = startChild(script, ['openAndReport', directory, workersDir, templateDirectory], mounts)
      expect(JSON.parse((await child.line()) ?? '{}')).toMatchObject({
        code: 'store.readOnly',
        message: expect.stringContaining(directory),
        remedy: { kind: expect.stringMatching(/make(Data)?Writable/) },
      })
      expect(await fingerprint(directory)).toEqual(before)
    }
  })
})

async function prepareTemplate(): Promise<void> {
  await (await open(await newDirectory())).close()
}
