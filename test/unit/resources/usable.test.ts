import { describe, expect, it } from 'vitest'
import type { ResourceSummary, UniversalResource } from '../../../contract/resource'
import { keepPoolInStep } from '../../../main/composition/resources-in-pool'
import { createUsableResources } from '../../../main/resources/usable'

const resource = (changes: Partial<ResourceSummary> = {}): ResourceSummary => ({
  resourceId: 'database:a',
  type: 'database',
  parentId: null,
  name: 'ships',
  description: '',
  capabilities: ['sql_query'],
  usageInfo: '',
  origin: { kind: 'file', path: '/a' },
  status: 'ready',
  error: null,
  isActive: true,
  usageCount: 0,
  successRate: null,
  avgResponseTimeMs: null,
  createdAt: '',
  updatedAt: '',
  lastVectorizedAt: null,
  parts: 1,
  flavour: 'sqlite',
  ...changes,
})

/** A model server that answers three requests at once. */
async function getModel(resourceId: string): Promise<UniversalResource> {
  const { parts: _parts, flavour: _flavour, ...whole } = resource({ resourceId, type: 'model' })
  const [provider, location] = ['openai-compatible', 'http://127.0.0.1:8080/v1'] as const
  return {
    ...whole,
    lastLookedAt: '',
    metadata: { type: 'model', provider, location, models: [], parallelism: 3, sizeBytes: null },
  }
}

function inStep() {
  const usable = createUsableResources()
  const told: string[] = []
  const members = keepPoolInStep(
    { subscribeUsable: (listener) => usable.subscribe(listener), get: getModel },
    {
      addResource: ({ resourceId, readOnly, parallelism }) => {
        told.push(
          `add ${resourceId}${readOnly ? ' read-only' : ''}${parallelism === null ? '' : ` ${parallelism} at once`}`,
        )
        return []
      },
      removeResource: (id) => void told.push(`remove ${id}`),
      blockResource: (id, reason) => void told.push(`block ${id}: ${reason}`),
      healResource: (id) => void told.push(`heal ${id}`),
    },
    (error) => told.push(String(error)),
  )
  return { usable, told, members }
}

describe('the pool in step with the registry', () => {
  it('has a member while a resource can be used', () => {
    const { usable, told } = inStep()
    usable.changed([resource()])
    usable.changed([resource({ usageCount: 3 })])
    expect(told).toEqual(['add database:a read-only'])
    usable.changed([resource({ capabilities: ['sql_query', 'recall'] })])
    expect(told.splice(1)).toEqual(['add database:a read-only'])
    usable.changed([resource({ status: 'missing' })])
    expect(told.at(-1)).toBe('remove database:a')
    usable.changed([resource()])
    usable.removed(['database:a', 'database:b'])
    expect(told.slice(2)).toEqual(['add database:a read-only', 'remove database:a'])
  })

  it('blocks what does not answer, with the reason, until it does', () => {
    const { usable, told } = inStep()
    const error = { code: 'resource.locked', message: 'It is locked.' } as const
    usable.changed([resource()])
    usable.changed([resource({ status: 'unavailable', error })])
    usable.changed([resource({ status: 'unavailable', error })])
    usable.changed([resource()])
    expect(told).toEqual([
      'add database:a read-only',
      'block database:a: It is locked.',
      'add database:a read-only',
      'heal database:a',
    ])
  })

  it('knows nothing of what was never usable, nor of operations of an API', () => {
    const { usable, told } = inStep()
    usable.changed([
      resource({ status: 'needsSecret' }),
      resource({ resourceId: 'api:a', type: 'api', parentId: 'api:whole' }),
      resource({ resourceId: 'database:c', status: 'unavailable' }),
      resource({ resourceId: 'api:whole', type: 'api' }),
      resource({ resourceId: 'text2sql:a', type: 'text2sql', parentId: 'database:a' }),
    ])
    expect(told).toEqual(['add api:whole', 'add text2sql:a read-only'])
  })

  it('tells of a model how much it answers at once, unless it has gone meanwhile', async () => {
    const { usable, told } = inStep()
    usable.changed([
      resource({ resourceId: 'model:a', type: 'model' }),
      resource({ resourceId: 'model:b', type: 'model' }),
    ])
    usable.removed(['model:b'])
    await Promise.resolve()
    await Promise.resolve()
    expect(told).toEqual(['remove model:b', 'add model:a read-only 3 at once'])
  })

  it('takes in what was usable before it began, and stops when it is closed', () => {
    const usable = createUsableResources()
    usable.changed([resource()])
    const told: string[] = []
    const nothing = (): void => undefined
    const members = keepPoolInStep(
      { subscribeUsable: (listener) => usable.subscribe(listener), get: getModel },
      {
        addResource: ({ resourceId }) => [told.push(resourceId).toString()],
        removeResource: nothing,
        blockResource: nothing,
        healResource: nothing,
      },
      nothing,
    )
    members.close()
    usable.changed([resource({ resourceId: 'database:b' })])
    expect(told).toEqual(['database:a'])
  })
})
