import { appendFile, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { QuarryError } from '../../../contract/errors'
import type { ResourceSummary } from '../../../contract/resources/resource'
import type { Inference } from '../../../main/inference'
import type { Resources } from '../../../main/resources'
import type { Discoverer } from '../../../main/resources/discoverers/discoverer'
import { resourceIdOf } from '../../../main/resources/resource-id'
import type { Store } from '../../../main/store'
import { newFolder, openFreshStore, openResources, startEncoder, toolDraft } from './support'

/** A kind of file for this test: each line is a part. */
function lines(looks: string[]): Discoverer {
  return {
    name: 'lines',
    recognises: (target) => target.kind === 'path' && target.path.endsWith('.lines'),
    async discover(target) {
      if (target.kind !== 'path') return null
      looks.push(target.path)
      const wholeId = resourceIdOf('tool', target.path)
      const origin = { kind: 'file', path: target.path } as const
      const parts = Buffer.from(target.head).toString('utf8').split('\n').filter(Boolean)
      return {
        drafts: [
          toolDraft('Lines', 'A file of lines.', { resourceId: wholeId, origin }),
          ...parts.map((line) =>
            toolDraft(line, `The line ${line}.`, {
              resourceId: resourceIdOf('tool', `${target.path}#${line}`),
              parentId: wholeId,
              origin,
            }),
          ),
        ],
        exclusive: true,
        secrets: {},
      }
    },
  }
}

let store: Store
let inference: Inference
let resources: Resources
let folder: string
let looks: string[]

const partsOf = async (wholeId: string): Promise<ResourceSummary[]> =>
  (await resources.list({ parentId: wholeId, offset: 0, limit: 100 })).resources

beforeAll(async () => {
  store = await openFreshStore()
  inference = await startEncoder()
})
afterAll(async () => {
  await inference.close()
  await store.close()
})
beforeEach(async () => {
  folder = await newFolder('watched')
  looks = []
  resources = openResources(store, inference, { discoverers: [lines(looks)], watch: true })
  await resources.start()
})
afterEach(async () => {
  await resources.close()
  await store.database.query('truncate resource_registry, resource_match_history cascade')
  await rm(folder, { recursive: true, force: true })
})

describe('watching', () => {
  test('a changed file is discovered anew by itself, and only what changed is embedded', async () => {
    const path = join(folder, 'a.lines')
    await writeFile(path, 'one\ntwo\n')
    const [whole] = await resources.add([path])
    await resources.whenVectorized()
    const before = resources.work().textsEmbedded
    await appendFile(path, 'three\n')
    await vi.waitFor(async () => expect(await partsOf(whole!.resourceId)).toHaveLength(3), { timeout: 60_000 })
    await resources.whenVectorized()
    // Name, description and composite of the new line.
    expect(resources.work().textsEmbedded - before).toBe(3)
  })

  test('a vanished file is marked, its return heals it, and its parts with it', async () => {
    const path = join(folder, 'b.lines')
    await writeFile(path, 'one\n')
    const [whole] = await resources.add([path])
    const gone: string[][] = []
    const stop = resources.subscribeAvailable((change) => {
      if (change.gone.length > 0) gone.push([...change.gone])
    })
    await rm(path)
    await vi.waitFor(async () => expect((await resources.get(whole!.resourceId)).status).toBe('missing'), {
      timeout: 60_000,
    })
    expect((await partsOf(whole!.resourceId))[0]?.status).toBe('missing')
    expect(gone).toEqual([[whole!.resourceId]])
    await writeFile(path, 'one\n')
    await vi.waitFor(async () => expect((await resources.get(whole!.resourceId)).status).toBe('ready'), {
      timeout: 60_000,
    })
    expect((await partsOf(whole!.resourceId))[0]?.status).toBe('ready')
    stop()
  })

  test('what changed while Quarry was closed is seen at the start, and what did not is not looked into', async () => {
    const paths = ['same.lines', 'other.lines'].map((name) => join(folder, name))
    for (const path of paths) await writeFile(path, 'one\n')
    const taken = await resources.add(paths)
    await resources.close()
    await writeFile(paths[1]!, 'two\nthree\n')
    await utimes(paths[1]!, new Date(), new Date(Date.now() + 5_000))
    looks.length = 0
    resources = openResources(store, inference, { discoverers: [lines(looks)], watch: true })
    await resources.start()
    const wholeId = taken.find(({ resourceId }) => resourceId === resourceIdOf('tool', paths[1]!))!.resourceId
    await vi.waitFor(async () =>
      expect((await partsOf(wholeId)).map(({ name, status }) => [name, status])).toEqual([
        ['one', 'missing'],
        ['three', 'ready'],
        ['two', 'ready'],
      ]),
    )
    expect(looks).toEqual([paths[1]])
  })

  test('a person has it looked at again: the whole of a part, once at a time, seen while it goes on, and noted', async () => {
    const path = join(folder, 'd.lines')
    await writeFile(path, 'one\n')
    let open = (): void => {}
    const gate = new Promise<void>((resolve) => {
      open = resolve
    })
    const found = lines(looks)
    const slow: Discoverer = { ...found, discover: (...given) => gate.then(() => found.discover(...given)) }
    const [whole] = await resources.add([path])
    const [part] = await partsOf(whole!.resourceId)
    const before = await resources.get(whole!.resourceId)
    await resources.close()
    resources = openResources(store, inference, { discoverers: [slow] })
    const looking: string[][] = []
    const stop = resources.subscribe(() => void resources.summary().then((summary) => looking.push(summary.looking)))
    looks.length = 0
    const refreshed = [resources.refresh(part!.resourceId), resources.refresh(whole!.resourceId)]
    await vi.waitFor(() => expect(looking.at(-1)).toEqual([whole!.resourceId]))
    open()
    const [seenPart, seenWhole] = await Promise.all(refreshed)
    expect(looks).toEqual([path])
    await vi.waitFor(() => expect(looking.at(-1)).toEqual([]))
    stop()
    // Nothing had changed, and still it was looked at.
    expect(seenWhole?.updatedAt).toBe(before.updatedAt)
    expect(Date.parse(seenWhole?.lastLookedAt ?? '')).toBeGreaterThan(Date.parse(before.lastLookedAt))
    expect(seenPart).toMatchObject({ resourceId: part!.resourceId, lastLookedAt: seenWhole?.lastLookedAt })
  })

  test('a look that Quarry ended in twice is repeated only when a person asks, and counts while it goes on', async () => {
    const path = join(folder, 'e.lines')
    await writeFile(path, 'one\n')
    const [whole] = await resources.add([path])
    await resources.close()
    const unended = async (): Promise<unknown> =>
      (
        await store.database.query(
          'select unended_looks as looks from resource_registry where parent_id is null and name = $1',
          ['Lines'],
        )
      )[0]
    let during: unknown
    const found = lines(looks)
    const counting: Discoverer = {
      ...found,
      async discover(...given) {
        during = await unended()
        return found.discover(...given)
      },
    }
    // As two starts leave it, each of which ended in the middle of the look.
    await store.database.query('update resource_registry set unended_looks = 2 where resource_id = $1', [
      whole!.resourceId,
    ])
    await writeFile(path, 'one\ntwo\n')
    looks.length = 0
    resources = openResources(store, inference, { discoverers: [counting], watch: true })
    await resources.start()
    await vi.waitFor(async () =>
      expect(await resources.get(whole!.resourceId)).toMatchObject({
        status: 'unavailable',
        error: { code: 'resource.crashed', context: { endedQuarry: true } },
      }),
    )
    expect(looks).toEqual([])
    expect(await resources.refresh(whole!.resourceId)).toMatchObject({ status: 'ready', error: null })
    expect([during, await unended()]).toEqual([{ looks: 3 }, { looks: 0 }])
  })

  test('a file that ended the process that looked at it is looked at again when it has changed', async () => {
    const paths = ['bad.lines', 'good.lines'].map((name) => join(folder, name))
    for (const path of paths) await writeFile(path, 'one\n')
    const taken = await resources.add(paths)
    const [bad, good] = paths.map((path) => taken.find(({ resourceId }) => resourceId === resourceIdOf('tool', path))!)
    await resources.close()
    const found = lines(looks)
    const ending: Discoverer = {
      ...found,
      async discover(target, options) {
        const discovery = await found.discover(target, options)
        if (target.kind === 'path' && target.path === paths[0]) throw new QuarryError('resource.crashed', 'It crashed.')
        return discovery
      },
    }
    resources = openResources(store, inference, { discoverers: [ending], watch: true })
    expect((await resources.refresh(bad!.resourceId)).status).toBe('unavailable')
    looks.length = 0
    await resources.start()
    for (const lines of [2, 3]) {
      await appendFile(paths[1]!, `line ${lines}\n`)
      // The second look at what changed comes after all of the first.
      await vi.waitFor(async () => expect(await partsOf(good!.resourceId)).toHaveLength(lines), { timeout: 60_000 })
    }
    expect(looks.filter((path) => path === paths[0])).toEqual([])
    await appendFile(paths[0]!, 'two\n')
    await vi.waitFor(() => expect(looks).toContain(paths[0]), { timeout: 60_000 })
  })

  test('what could not be read for a while keeps its parts, and is read again though its file is as it was', async () => {
    const path = join(folder, 'c.lines')
    await writeFile(path, 'one\n')
    const [whole] = await resources.add([path])
    await resources.close()
    const locked: Discoverer = {
      ...lines(looks),
      discover: () => Promise.reject(new QuarryError('resource.locked', 'Another program has it open.')),
    }
    resources = openResources(store, inference, { discoverers: [locked] })
    expect(await resources.refresh(whole!.resourceId)).toMatchObject({
      status: 'unavailable',
      error: { code: 'resource.locked' },
    })
    expect((await partsOf(whole!.resourceId)).map(({ status }) => status)).toEqual(['unavailable'])
    await resources.close()
    resources = openResources(store, inference, { discoverers: [lines(looks)], watch: true })
    await resources.start()
    await vi.waitFor(async () => expect((await resources.get(whole!.resourceId)).status).toBe('ready'))
    expect((await partsOf(whole!.resourceId)).map(({ status }) => status)).toEqual(['ready'])
  })
})
