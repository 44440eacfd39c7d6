import { describe, expect, it } from 'vitest'
import type { DropItem } from '../../../contract/library/source'
import type { ResourceOffer, TakenResource } from '../../../contract/resources/resource'
import { inspectDrop, takeDrop } from '../../../main/api/intake'
import type { PathInspection } from '../../../main/resources/resources'

const item = (path: string, becomes: DropItem['becomes']): DropItem => ({
  path,
  name: path,
  becomes,
  mediaType: null,
  files: becomes === 'unreadable' ? 0 : 1,
  ignored: 0,
  sizeBytes: 5,
  byMediaType: {},
  truncated: false,
  alreadyIndexed: 0,
  reason: becomes === 'unreadable' ? { code: 'read.unsupported', message: 'No.' } : null,
  linksOut: [],
  resources: [],
  mayHoldMoreTables: false,
  broken: [],
})

const offer = (path: string, exclusive: boolean): ResourceOffer => ({
  resourceId: `database:${path}`,
  type: 'database',
  name: path,
  flavour: 'sqlite',
  parts: 1,
  location: path,
  sizeBytes: 4096,
  alreadyKnown: false,
  exclusive,
  needsSecret: false,
  reason: null,
})

/** What the library makes of each path, and what the registry does. */
function rooms(documents: Record<string, DropItem['becomes']>, found: Record<string, PathInspection>) {
  const given: string[][] = []
  const taken: string[][] = []
  return {
    given,
    taken,
    searchModels: {
      kindOf: async (path: string) => (path === 'minilm' ? ('encoder' as const) : null),
      take: async (path: string) => ({ name: path, kind: 'encoder' as const }),
    },
    library: {
      inspect: async (paths: readonly string[]) => paths.map((path) => item(path, documents[path] ?? 'unreadable')),
      add: async (paths: readonly string[]) => {
        given.push([...paths])
        return { added: paths.length, unchanged: 0, ignored: 0, refused: [] }
      },
    },
    resources: {
      inspect: async () => new Map(Object.entries(found)),
      add: async (paths: readonly string[]) => {
        taken.push([...paths])
        return paths.map((path) => ({ resourceId: `database:${path}` }) as TakenResource)
      },
    },
  }
}

const one = (path: string, exclusive: boolean): PathInspection => ({
  offers: [offer(path, exclusive)],
  exclusive,
  error: null,
  isCut: false,
  broken: [],
})

describe('a drop', () => {
  it('makes a model for search of a folder that holds one, and nothing else of it', async () => {
    const drop = rooms({ csv: 'document', minilm: 'folder' }, {})
    const items = await inspectDrop(drop, ['csv', 'minilm'])
    expect(items.map(({ name, becomes }) => [name, becomes])).toEqual([
      ['minilm', 'searchModel'],
      ['csv', 'document'],
    ])
    expect(await takeDrop(drop, ['csv', 'minilm'])).toMatchObject({
      added: 1,
      models: [{ name: 'minilm', kind: 'encoder' }],
    })
    expect(drop.given).toEqual([['csv']])
  })

  it('says of each path whether it is a document, a resource, both or neither', async () => {
    const broken = { code: 'resource.corrupt', message: 'Damaged.' } as const
    const drop = rooms(
      { csv: 'document', secret: 'document', note: 'document' },
      {
        csv: one('csv', false),
        secret: one('secret', true),
        db: one('db', false),
        broken: { offers: [], exclusive: false, error: broken, isCut: false, broken: [] },
        note: { offers: [], exclusive: false, error: broken, isCut: false, broken: [] },
      },
    )
    const items = await inspectDrop(drop, ['csv', 'secret', 'db', 'broken', 'note', 'unknown'])
    expect(items.map(({ becomes, resources }) => [becomes, resources.length])).toEqual([
      ['document', 1],
      ['resource', 1],
      ['resource', 1],
      ['unreadable', 0],
      ['document', 0],
      ['unreadable', 0],
    ])
    expect(items[2]).toMatchObject({ reason: null, sizeBytes: 4096, files: 1 })
    expect(items[3]?.reason).toEqual(broken)
    expect(items[4]?.reason).toBeNull()
    expect(items[5]?.reason?.code).toBe('read.unsupported')
  })

  it('gives the library what is a document, and the registry what is a resource', async () => {
    const drop = rooms(
      { csv: 'document', secret: 'document', note: 'document' },
      { csv: one('csv', false), secret: one('secret', true), db: one('db', false) },
    )
    const counts = await takeDrop(drop, ['csv', 'secret', 'db', 'note'])
    expect(drop.given).toEqual([['csv', 'note']])
    expect(drop.taken).toEqual([['csv', 'secret', 'db']])
    expect(counts).toMatchObject({ added: 2, unchanged: 0, ignored: 0 })
    expect(counts.resources).toHaveLength(3)
  })

  it('keeps a broken resource from the library, and says why', async () => {
    const cut = { code: 'resource.invalid', message: 'It ends early in line 3.' } as const
    const drop = rooms(
      { config: 'document', note: 'document' },
      {
        config: { offers: [], exclusive: true, error: cut, isCut: false, broken: [] },
        note: { offers: [], exclusive: false, error: null, isCut: false, broken: [] },
      },
    )
    const [config] = await inspectDrop(drop, ['config'])
    expect(config).toMatchObject({ becomes: 'unreadable', reason: cut, files: 0, resources: [] })
    expect(await takeDrop(drop, ['config', 'note'])).toMatchObject({ added: 1, ignored: 1, resources: [] })
    expect(drop.given).toEqual([['note']])
    await expect(takeDrop(drop, ['config'])).rejects.toMatchObject({ code: 'resource.invalid' })
  })

  it('does not ask the library where there is no document, nor the registry where there is no resource', async () => {
    const resource = rooms({}, { secret: one('secret', true) })
    await takeDrop(resource, ['secret'])
    expect(resource.given).toEqual([])
    const document = rooms({ note: 'document' }, {})
    await takeDrop(document, ['note'])
    expect(document.taken).toEqual([])
  })
})
