import { describe, expect, it } from 'vitest'
import type { PoolMemberView } from '../../../../contract/pool/pool'
import { bestLevel, whoCould } from '../../../../renderer/features/pool/who-could'

const member = (id: string, change: Partial<PoolMemberView> = {}): PoolMemberView => ({
  id,
  name: id,
  number: null,
  type: 'database',
  resourceId: `resource of ${id}`,
  projectId: null,
  capabilities: [{ name: 'sql_query', level: 5 }],
  state: 'available',
  since: '',
  taskId: null,
  holder: null,
  tasksDone: 0,
  tasksFailed: 0,
  successRate: null,
  waiting: 0,
  error: null,
  ...change,
})
const wanted = { type: 'database', capability: 'sql_query', level: 5, resourceId: null } as const

describe('whoCould', () => {
  it('asks for type, capability and level, best first', () => {
    const members = [
      member('just'),
      member('better', { capabilities: [{ name: 'sql_query', level: 9 }], state: 'busy' }),
      member('weaker', { capabilities: [{ name: 'sql_query', level: 4 }] }),
      member('other type', { type: 'tool' }),
      member('other capability', { capabilities: [{ name: 'recall', level: 9 }] }),
    ]
    expect(whoCould(members, wanted).map(({ id }) => id)).toEqual(['better', 'just'])
    expect(whoCould(members, { ...wanted, capability: null })).toHaveLength(4)
  })

  it('leaves out who is out of service, and slots of other resources', () => {
    const members = [member('a', { state: 'error' }), member('b', { state: 'released' }), member('c')]
    expect(whoCould(members, wanted).map(({ id }) => id)).toEqual(['c'])
    expect(whoCould(members, { ...wanted, resourceId: 'resource of b' })).toEqual([])
    expect(whoCould(members, { ...wanted, resourceId: 'resource of c' })).toHaveLength(1)
  })
})

describe('bestLevel', () => {
  it('is the highest that anybody has', () => {
    const members = [member('a', { capabilities: [{ name: 'sql_query', level: 3 }] }), member('b', { state: 'error' })]
    expect(bestLevel(members, wanted)).toBe(3)
    expect(bestLevel([], wanted)).toBeNull()
    expect(bestLevel(members, { ...wanted, capability: null })).toBeNull()
  })
})
