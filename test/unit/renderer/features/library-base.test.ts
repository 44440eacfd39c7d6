import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { libraryBase } from '../../../../contract/resource'
import { resourceIdOf } from '../../../../main/resources/resource-id'

it('the knowledge base of the library is known by its id and by the name that it begins with', () => {
  const [, projectId, name] =
    /insert into projects \(project_id, name\) values \('(.+)', '(.+)'\)/.exec(
      readFileSync('main/store/migrations/0001-initial.ts', 'utf8'),
    ) ?? []
  expect(libraryBase).toEqual({ resourceId: resourceIdOf('knowledge_base', `project:${projectId}`), name })
})
