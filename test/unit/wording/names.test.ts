import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { MemberName } from '../../../contract/pool/pool-facts'
import { libraryBase } from '../../../contract/resources/resource'
import { staffSpec } from '../../../main/pool/staff'
import { resourceIdOf } from '../../../main/resources/resource-id'
import { speechIn } from '../../../wording'

const english = speechIn('en')
const chinese = speechIn('zh-CN')

it('the knowledge base of the library is known by its id and by the name that it begins with', () => {
  const [, projectId, name] =
    /insert into projects \(project_id, name\) values \('(.+)', '(.+)'\)/.exec(
      readFileSync('main/store/migrations/0001-initial.ts', 'utf8'),
    ) ?? []
  expect(libraryBase).toEqual({ resourceId: resourceIdOf('knowledge_base', `project:${projectId}`), name })
})

it.each([
  [libraryBase, 'Library', '资料库'],
  [{ ...libraryBase, name: 'Papers' }, 'Papers', 'Papers'],
  [{ resourceId: 'knowledge_base:1', name: 'Library' }, 'Library', 'Library'],
  [{ resourceId: 'text2sql:1', name: 'a.db' }, 'Questions about a.db', 'a.db 的问答'],
  [{ resourceId: 'database:1', name: 'Questions about a.db' }, 'Questions about a.db', 'Questions about a.db'],
])('a resource is called what it is called, or what Quarry calls it: %j', (resource, inEnglish, inChinese) => {
  expect(english.fact({ kind: 'resource', values: resource })).toBe(inEnglish)
  expect(chinese.fact({ kind: 'resource', values: resource })).toBe(inChinese)
})

const slot = (name: string, number: number | null): MemberName => ({
  type: 'database',
  resourceId: 'text2sql:1',
  name,
  number,
})

it.each([
  [staffSpec('executor', 1), 'Executor 1', '执行者 1'],
  [staffSpec('orchestrator', 1), 'Orchestrator', '协调者'],
  [staffSpec('reviewer', 12), 'Reviewer 12', '核对者 12'],
  [slot('a.db', 3), 'Questions about a.db #3', 'a.db 的问答 #3'],
  [slot('a #2', null), 'Questions about a #2', 'a #2 的问答'],
  // Of rows that no longer know the resource.
  [{ ...slot('gone.db', 1), resourceId: null }, 'gone.db #1', 'gone.db #1'],
])('a member is called by its number among its like: %j', (member, inEnglish, inChinese) => {
  const { type, resourceId, name, number } = member
  const fact = { kind: 'poolMember', values: { type, resourceId, name, number } } as const
  expect(english.fact(fact)).toBe(inEnglish)
  expect(chinese.fact(fact)).toBe(inChinese)
})
