import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { ResourceDraft } from '../../../contract/resources/resource'
import type { Inference } from '../../../main/inference'
import type { Resources } from '../../../main/resources'
import type { Discoverer } from '../../../main/resources/discoverers/discoverer'
import { resourceIdOf } from '../../../main/resources/resource-id'
import type { SqlExecutor, Store } from '../../../main/store'
import { watchedDatabase } from '../../fixtures/watched-database'
import { newFolder, openFreshStore, openResources, startEncoder, toolDraft } from './support'

let store: Store
let inference: Inference
const open: Resources[] = []

/** Statements that were sent while it listens. */
const sent: { sql: string; rows: number; given: string }[] = []

function listened(executor: SqlExecutor): SqlExecutor {
  return {
    async query<Row extends object>(...[sql, parameters, options]: Parameters<SqlExecutor['query']>) {
      const rows = await executor.query<Row>(sql, parameters, options)
      sent.push({ sql, rows: rows.length, given: JSON.stringify(parameters ?? []) })
      return rows
    },
  }
}

async function started(options: Parameters<typeof openResources>[2] = {}): Promise<Resources> {
  const database = watchedDatabase(store.database, {
    ...listened(store.database),
    transaction: (work, more) => store.database.transaction((transaction) => work(listened(transaction)), more),
  })
  const resources = openResources({ ...store, database }, inference, options)
  open.push(resources)
  await resources.start()
  await resources.whenVectorized()
  return resources
}

const topics = ['weather', 'shares', 'hotels', 'trains', 'music', 'recipes', 'law', 'tides', 'maps', 'mail']
const tools = Array.from({ length: 150 }, (_, index) =>
  toolDraft(`T${index}`, `Looks up ${topics[index % 10]} of kind ${index} for ${topics[(index * 7) % 10]}.`),
)
const needs = ['the weather and the tides', 'which train goes to the hotel', 'music of kind 14', 'mail a recipe', 'law']

/** What is answered, without what tells when it was asked. */
async function answers(resources: Resources): Promise<unknown> {
  const all = []
  for (const need of needs) {
    const { matches, intents, withoutVectors } = await resources.match(need, { maxResources: 20 })
    all.push({ intents, withoutVectors, matches })
  }
  return all
}

beforeAll(async () => {
  store = await openFreshStore()
  inference = await startEncoder()
})
afterAll(async () => {
  await inference.close()
  await store.close()
})
afterEach(async () => {
  for (const resources of open.splice(0)) await resources.close()
  await store.database.query('truncate resource_registry, resource_match_history cascade')
})

describe('a sync after one change', () => {
  test('sends and writes that one, and of the others no more than their ids', async () => {
    const resources = await started()
    await resources.register(tools)
    await resources.whenVectorized()
    const before = resources.work()

    sent.length = 0
    await resources.register(tools)
    expect(sent.map(({ sql }) => sql)).toEqual([expect.stringContaining('select resource_id, is_active')])
    expect(resources.work()).toEqual(before)

    sent.length = 0
    const changed = { ...tools[9]!, description: 'Writes poems about herring.' }
    await resources.register([...tools.slice(0, 9), changed, ...tools.slice(10)])
    await resources.whenVectorized()
    expect(resources.work()).toEqual({
      textsEmbedded: before.textsEmbedded + 2,
      resourcesWritten: before.resourcesWritten + 1,
    })
    // The question for the ids apart, nothing is read or sent of more than the one.
    const [asked, ...others] = sent
    expect(asked?.rows).toBe(tools.length)
    for (const { sql, rows, given } of others) {
      expect(rows).toBeLessThanOrEqual(4)
      expect(given.length).toBeLessThan(50_000)
      // What is left to do is counted for who waits here, and the model is looked up; all else asks for the one by its id.
      if (!sql.startsWith('select count(*)') && !sql.includes('embedding_models')) expect(given).toContain('tool:T9')
    }
    expect((await resources.match('a poem on herring')).matches[0]?.resource.resourceId).toBe('tool:T9')
  })

  test('writes again what was changed beside it: missing, removed, another part', async () => {
    const resources = await started()
    const part = (name: string): ResourceDraft => toolDraft(name, `The part ${name}.`, { parentId: 'tool:Whole' })
    const whole = toolDraft('Whole', 'A whole.')
    const statuses = async (): Promise<unknown> =>
      (await resources.list({ parentId: 'tool:Whole', offset: 0, limit: 10 })).resources.map((one) => [
        one.name,
        one.status,
      ])
    await resources.register([whole, part('one'), part('two')])
    await resources.register([whole, part('one')])
    expect(await statuses()).toEqual([
      ['one', 'ready'],
      ['two', 'missing'],
    ])
    await resources.register([whole, part('one'), part('two')])
    expect(await statuses()).toEqual([
      ['one', 'ready'],
      ['two', 'ready'],
    ])
    await resources.remove(['tool:Whole'])
    await resources.register([whole, part('one'), part('two')])
    expect(await statuses()).toHaveLength(2)
    // Removed where nobody told the registry.
    await store.database.query('delete from resource_registry where resource_id = $1', ['tool:Whole'])
    await resources.register([whole, part('one'), part('two')])
    expect(await statuses()).toHaveLength(2)
    await resources.setActive('tool:Whole', false)
    expect(await resources.register([whole, part('one')])).toMatchObject([{ name: 'Whole', status: 'disabled' }])
  })

  test('matches to the last bit as one that reads everything anew', async () => {
    const first = await started()
    await first.register(tools)
    await first.whenVectorized()
    await answers(first)
    for (let step = 0; step < 12; step += 1) {
      const tool = tools[(step * 37) % tools.length]!
      if (step % 4 === 3) await first.remove([tool.resourceId])
      else await first.register([{ ...tool, description: `${tool.description} Also ${topics[step % 10]} today.` }])
      if (step % 5 === 0) await first.setActive(tools[step]!.resourceId, false)
      await first.whenVectorized()
    }
    const inPlace = await answers(first)
    const second = await started()
    expect(await answers(second)).toEqual(inPlace)
  })
})

describe('a file that changed', () => {
  test('is looked up by its path, and what was removed while it is read stays away', async () => {
    const folder = await newFolder('resync')
    let onLook = async (): Promise<void> => undefined
    const notes: Discoverer = {
      name: 'notes',
      recognises: (target) => target.kind === 'path' && target.path.endsWith('.note'),
      async discover(target) {
        if (target.kind !== 'path') return null
        await onLook()
        const { path } = target
        const description = Buffer.from(target.head).toString('utf8')
        const whole = toolDraft('Note', description, {
          resourceId: resourceIdOf('tool', path),
          origin: { kind: 'file', path },
        })
        return { drafts: [whole], exclusive: true, secrets: {} }
      },
    }
    const resources = await started({ discoverers: [notes] })
    const paths = Array.from({ length: 30 }, (_, index) => join(folder, `${index}.note`))
    for (const path of paths) await writeFile(path, 'Tells the weather.')
    const taken = await resources.add(paths)
    await resources.whenVectorized()
    const { resourceId } = taken[7]!
    const { path } = (await resources.get(resourceId)).origin

    await writeFile(path!, 'Tells of herring and cod.')
    sent.length = 0
    expect(await resources.refresh(resourceId)).toMatchObject({ description: 'Tells of herring and cod.' })
    await resources.whenVectorized()
    for (const { rows } of sent) expect(rows).toBeLessThanOrEqual(4)

    onLook = async () => {
      await resources.remove([resourceId])
    }
    await writeFile(path!, 'Tells of eels.')
    await expect(resources.refresh(resourceId)).rejects.toMatchObject({ code: 'resource.notFound' })
    await expect(resources.get(resourceId)).rejects.toMatchObject({ code: 'resource.notFound' })
  })
})
