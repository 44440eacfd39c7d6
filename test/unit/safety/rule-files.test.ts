import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createRuleFiles } from '../../../main/safety'

let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'quarry-rules-'))
})
afterAll(() => rm(directory, { recursive: true, force: true }))

it('rules are read anew whenever a file changed, and one with an error gives none', async () => {
  const files = createRuleFiles(directory, 'default')
  expect(await files.book()).toEqual({ rules: [], broken: [] })
  const all = join(directory, 'rules.json')
  await writeFile(all, '{"version": 1, "rules": [{"decide": "deny", "tool": "count"}]}')
  expect(await files.book()).toMatchObject({ rules: [{ decide: 'deny', tool: 'count', line: 1 }], broken: [] })
  await writeFile(all, '{"version": 1,\n "rules": [{"decide": "perhaps"}]}')
  expect(await files.book()).toEqual({ rules: [], broken: [{ file: all, line: 2 }] })
  expect((await files.list())[0]).toMatchObject({ path: all, isOfProject: false, problems: [{ line: 2 }] })
  await rm(all)
  expect((await files.book()).broken).toEqual([])
})

it('rules that a person makes are added to the project’s file and can be removed', async () => {
  const files = createRuleFiles(directory, 'garden')
  await files.add({ decide: 'allow', tool: 'add_note', name: 'notes' })
  await files.add({ decide: 'deny', tool: 'send' })
  const [, own] = await files.list()
  expect(own?.rules).toMatchObject([{ name: 'notes' }, { tool: 'send' }])
  await files.remove(own?.path ?? '', own?.rules[0]?.line ?? 0)
  expect(JSON.parse(await readFile(own?.path ?? '', 'utf8'))).toEqual({
    version: 1,
    rules: [{ decide: 'deny', tool: 'send' }],
  })
  // Another project has its own, and nothing else is written.
  expect((await createRuleFiles(directory, 'default').book()).rules).toEqual([])
  await expect(files.remove(own?.path ?? '', 99)).rejects.toMatchObject({ code: 'input.invalid' })
  await expect(files.remove(join(directory, 'other.json'), 1)).rejects.toMatchObject({ code: 'input.invalid' })
  await writeFile(own?.path ?? '', '{')
  await expect(files.add({ decide: 'allow' })).rejects.toMatchObject({ code: 'input.invalid', context: { line: 1 } })
})
