import { describe, expect, it } from 'vitest'
import type { ResourceSummary } from '../../../contract/resources/resource'
import { type ChosenInPool, keepPoolInStep } from '../../../main/composition/resources-in-pool'
import { createAvailableResources } from '../../../main/resources/available-resources'

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
const nothingChosen = { of: () => undefined, subscribe: () => () => undefined }

function inStep(chosen: ChosenInPool = nothingChosen) {
  const available = createAvailableResources()
  const told: string[] = []
  const members = keepPoolInStep(
    { subscribeAvailable: (listener) => available.subscribe(listener) },
    {
      addResource: ({ resourceId, readOnly, parallelism }) => {
        told.push(
          `add ${resourceId}${readOnly ? ' read-only' : ''}${parallelism === null ? '' : ` ${parallelism} at once`}`,
        )
        return []
      },
      removeResource: (id) => void told.push(`remove ${id}`),
      blockResource: (id, error) => void told.push(`block ${id}: ${error?.message}`),
      healResource: (id) => void told.push(`heal ${id}`),
    },
    chosen,
  )
  return { available, told, members }
}

describe('the pool in step with the registry', () => {
  it('has a member while a resource can be used', () => {
    const { available, told } = inStep()
    available.changed([resource()])
    available.changed([resource({ usageCount: 3 })])
    expect(told).toEqual(['add database:a read-only'])
    available.changed([resource({ capabilities: ['sql_query', 'recall'] })])
    expect(told.splice(1)).toEqual(['add database:a read-only'])
    available.changed([resource({ status: 'missing' })])
    expect(told.at(-1)).toBe('remove database:a')
    available.changed([resource()])
    available.removed(['database:a', 'database:b'])
    expect(told.slice(2)).toEqual(['add database:a read-only', 'remove database:a'])
  })

  it('blocks what does not answer, with the reason, until it does', () => {
    const { available, told } = inStep()
    const error = { code: 'resource.locked', message: 'It is locked.' } as const
    available.changed([resource()])
    available.changed([resource({ status: 'unavailable', error })])
    available.changed([resource({ status: 'unavailable', error })])
    available.changed([resource()])
    expect(told).toEqual([
      'add database:a read-only',
      'block database:a: It is locked.',
      'add database:a read-only',
      'heal database:a',
    ])
  })

  it('knows nothing of what was never available, nor of operations of an API', () => {
    const { available, told } = inStep()
    available.changed([
      resource({ status: 'needsSecret' }),
      resource({ resourceId: 'api:a', type: 'api', parentId: 'api:whole' }),
      resource({ resourceId: 'database:c', status: 'unavailable' }),
      resource({ resourceId: 'api:whole', type: 'api' }),
      resource({ resourceId: 'text2sql:a', type: 'text2sql', parentId: 'database:a' }),
    ])
    expect(told).toEqual(['add api:whole', 'add text2sql:a read-only'])
  })

  it('has the slots that a person chose, as soon as they did', () => {
    let slots: number | null = null
    let tell = (): void => undefined
    const { available, told } = inStep({
      of: () => (slots === null ? undefined : { slots, levels: {} }),
      subscribe: (listener) => {
        tell = listener
        return () => undefined
      },
    })
    available.changed([resource()])
    tell()
    slots = 2
    tell()
    expect(told).toEqual(['add database:a read-only', 'add database:a read-only 2 at once'])
  })

  it('takes in what was available before it began, and stops when it is closed', () => {
    const available = createAvailableResources()
    available.changed([resource()])
    const told: string[] = []
    const nothing = (): void => undefined
    const members = keepPoolInStep(
      { subscribeAvailable: (listener) => available.subscribe(listener) },
      {
        addResource: ({ resourceId }) => [told.push(resourceId).toString()],
        removeResource: nothing,
        blockResource: nothing,
        healResource: nothing,
      },
      nothingChosen,
    )
    members.close()
    available.changed([resource({ resourceId: 'database:b' })])
    expect(told).toEqual(['database:a'])
  })
})
