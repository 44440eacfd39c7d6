import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { libraryBase } from '../../../../contract/resource'
import { builtInToolDrafts } from '../../../../main/resources/discoverers/built-in-tools'
import { resourceIdOf } from '../../../../main/resources/resource-id'
import { ownTexts } from '../../../../renderer/features/resources/own-texts'
import { ownName } from '../../../../renderer/ui/resource-name'
import { en } from '../../../../renderer/window/locales/en'

it('the knowledge base of the library is known by its id and by the name that it begins with', () => {
  const [, projectId, name] =
    /insert into projects \(project_id, name\) values \('(.+)', '(.+)'\)/.exec(
      readFileSync('main/store/migrations/0001-initial.ts', 'utf8'),
    ) ?? []
  expect(libraryBase).toEqual({ resourceId: resourceIdOf('knowledge_base', `project:${projectId}`), name })
})

it('what Quarry named is known by its kind, and nothing else is', () => {
  const named = (file: string): string => readFileSync(`main/resources/discoverers/${file}.ts`, 'utf8')
  expect(named('databases/drafts')).toContain('name: `Questions about $')
  expect(named('model-server')).toContain('program: `Model server at port $')
  expect(ownName(libraryBase)).toEqual({ kind: 'library' })
  expect(ownName({ ...libraryBase, name: 'Papers' })).toBeNull()
  expect(ownName({ resourceId: 'knowledge_base:1', name: 'Library' })).toBeNull()
  expect(ownName({ resourceId: 'text2sql:1', name: 'Questions about a.db' })).toEqual({
    kind: 'questions',
    name: 'a.db',
  })
  expect(ownName({ resourceId: 'tool:1', name: 'Questions about a.db' })).toBeNull()
  expect(ownName({ resourceId: 'model:1', name: 'Model server at port 8080' })).toEqual({
    kind: 'modelServer',
    port: '8080',
  })
  expect(ownName({ resourceId: null, name: 'executor 1' })).toBeNull()
})

it('what Quarry describes in words of its own is worded: its tools, and the knowledge bases of the library', () => {
  for (const tool of builtInToolDrafts()) {
    const own = ownTexts(tool)
    expect(own && [en.resources.ownTexts[own.kind], en.resources.ownTexts[`${own.kind}Usage`]]).toEqual([
      tool.description,
      tool.usageInfo,
    ])
  }
  const base = { type: 'knowledge_base', kind: 'folder', root: '/home/ada/papers', sources: 2, passages: 9 } as const
  const described = { name: 'papers', description: 'Documents of the folder papers. Among them: A; B.', usageInfo: '' }
  expect(ownTexts({ ...described, metadata: base })).toEqual({ kind: 'folder', titles: 'A; B', root: base.root })
  expect(ownTexts({ ...described, metadata: { ...base, kind: 'domain' } })).toBeNull()
})
