import { expect, it } from 'vitest'
import { scopeOf, sessionScope } from '../../../../contract/session/session-scope'

it('a scope is made of what is chosen, and none of nothing', () => {
  expect(scopeOf([])).toBeNull()
  const scope = scopeOf([
    { kind: 'resource', id: 'database:1', name: 'shop' },
    { kind: 'folder', id: '/papers', name: '/papers' },
    { kind: 'source', id: 's1', name: null },
    { kind: 'folder', id: '/notes', name: '/notes' },
  ])
  expect(scope).toEqual({ folders: ['/papers', '/notes'], sourceIds: ['s1'], resourceIds: ['database:1'] })
  expect(sessionScope.parse(scope)).toEqual(scope)
  expect(sessionScope.safeParse({ folders: [], sourceIds: [], resourceIds: [] }).success).toBe(false)
})
