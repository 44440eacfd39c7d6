import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { emptyDraft } from '../../../contract/calls/rule-draft'
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
  const path = own?.path ?? ''
  const line = own?.rules[0]?.line ?? 0
  const rule = { decide: 'allow' as const, tool: 'add_note', name: 'notes' }
  // Not the rule that was seen there.
  const other = { ...rule, tool: 'send' }
  await expect(files.remove({ path, line, rule: other })).rejects.toMatchObject({ code: 'file.changed' })
  await files.remove({ path, line, rule })
  expect(JSON.parse(await readFile(own?.path ?? '', 'utf8'))).toEqual({
    version: 1,
    rules: [{ decide: 'deny', tool: 'send' }],
  })
  // Another project has its own, and nothing else is written.
  expect((await createRuleFiles(directory, 'default').book()).rules).toEqual([])
  await expect(files.remove({ path, line: 99, rule })).rejects.toMatchObject({ code: 'file.changed' })
  await expect(files.remove({ path: join(directory, 'other.json'), line: 1, rule })).rejects.toMatchObject({
    code: 'input.invalid',
  })
  await writeFile(own?.path ?? '', '{')
  await expect(files.add({ decide: 'allow' })).rejects.toMatchObject({ code: 'input.invalid', context: { line: 1 } })
})

it('a rule that a person writes is saved where they say, unless the file has changed meanwhile', async () => {
  const files = createRuleFiles(directory, 'meadow')
  const draft = { ...emptyDraft, tool: 'send' }
  await files.save({ draft, place: { kind: 'new', isOfProject: false } })
  await files.save({ draft: { ...draft, name: 'mine' }, place: { kind: 'new', isOfProject: true } })
  await files.add({ decide: 'ask' })
  const [all, own] = await files.list()
  expect(all?.rules).toMatchObject([{ decide: 'deny', tool: 'send' }])
  const { line, ...rule } = own!.rules[0]!
  const place = { kind: 'edit' as const, path: own!.path, line, rule }
  const change = { draft: { ...draft, decide: 'ask' as const }, place }

  // What it would do is known before it is written, at the place that it would have.
  const text = await readFile(own!.path, 'utf8')
  const tried = await files.bookWith(change)
  expect(tried.book.rules.map(({ decide }) => decide)).toEqual(['deny', 'ask', 'ask'])
  expect(tried.book.rules).toContainEqual({ decide: 'ask', tool: 'send', file: tried.file, line: tried.line })
  expect(await readFile(own!.path, 'utf8')).toBe(text)

  await files.save(change)
  expect((await files.list())[1]?.rules).toMatchObject([{ decide: 'ask', tool: 'send' }, { decide: 'ask' }])
  expect((await files.list())[1]?.rules[0]).not.toHaveProperty('name')
  const saved = await readFile(own!.path, 'utf8')
  await expect(files.save(change)).rejects.toMatchObject({ code: 'file.changed', context: { path: own!.path } })
  expect(await readFile(own!.path, 'utf8')).toBe(saved)

  const isWrong = { code: 'input.invalid' }
  const other = { ...place, path: join(directory, 'other.json') }
  await expect(files.save({ draft, place: other })).rejects.toMatchObject(isWrong)
  await expect(files.save({ ...change, draft: { ...draft, tool: 'x'.repeat(501) } })).rejects.toMatchObject(isWrong)
  const full = Array.from({ length: 1000 }, () => ({ decide: 'deny' }))
  await writeFile(own!.path, JSON.stringify({ version: 1, rules: full }))
  await expect(files.save({ draft, place: { kind: 'new', isOfProject: true } })).rejects.toMatchObject({
    ...isWrong,
    context: { problem: 'rulesFull' },
  })
  expect((await files.list())[1]?.rules).toHaveLength(1000)
})
