import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { runtimeOn } from '../../fixtures/runtime'

const files: Readonly<Record<string, string>> = {
  'package.json': JSON.stringify({
    name: 'tide-table',
    description: 'Tables of tides.',
    dependencies: { react: '^19', '@xstate/react': '^5' },
  }),
  'requirements.txt': 'numpy>=2\nscipy\n',
  Gemfile: "gem 'rails'\n",
  'main.ts': 'export function tide(at: number): number {\n  return Math.sin(at) * 4\n}\n'.repeat(3),
  'plot.py': 'def plot(tide):\n    return tide\n',
  'notes.md': '# Tides\n\nThe tide comes twice a day to this coast, and the table says when it does.\n',
}

let quarry: Awaited<ReturnType<typeof runtimeOn>>
let work: string

beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'quarry-facts-'))
  await mkdir(join(work, 'files'))
  for (const [name, text] of Object.entries(files)) await writeFile(join(work, 'files', name), text)
  quarry = await runtimeOn(join(work, 'data'))
})
afterAll(async () => {
  await quarry.close()
  await rm(work, { recursive: true, force: true })
})

it('finds what a project is in its sources, and keeps what a person wrote of it', async () => {
  const { call } = quarry.connection
  expect(await call('project.facts')).toMatchObject({ sources: 0, description: '', stack: [], code: [], span: null })
  await call('library.add', { paths: [join(work, 'files')] })
  const count = Object.keys(files).length
  await vi.waitUntil(async () => (await call('library.summary')).byState.indexed === count, { timeout: 60_000 })
  const found = await call('project.facts')
  expect(found).toMatchObject({
    name: 'tide-table',
    description: 'Tables of tides.',
    edited: [],
    folders: [join(work, 'files')],
    sources: count,
    span: { from: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
  })
  const stack = Object.fromEntries(found.stack.map(({ ecosystem, dependencies }) => [ecosystem, dependencies]))
  expect(stack).toEqual({ npm: ['react', '@xstate/react'], python: ['numpy', 'scipy'], rubygems: ['rails'] })
  expect(found.code.map(({ language }) => language)).toEqual(['typescript', 'python'])
  expect(found.code.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1)
  expect(found.types).toContainEqual({ type: 'code', count: 2 })

  await call('project.editFacts', { name: ' Tides ', notes: 'For the harbour.' })
  const other = (await call('project.create', { name: 'Other' })).id
  expect(await quarry.connection.inProject(other).call('project.facts')).toMatchObject({ notes: '', sources: 0 })
  await quarry.close()
  // It is read anew, and what a person wrote is there.
  quarry = await runtimeOn(join(work, 'data'))
  const again = await quarry.connection.call('project.facts')
  expect(again).toMatchObject({ name: 'Tides', description: 'Tables of tides.', notes: 'For the harbour.' })
  expect(again.edited).toEqual(['name', 'notes'])
  // What a person writes is given to models and printed: secrets in it are masked before it is kept.
  const secret = 'sk-live-4f9a8b7c6d5e4f3a2b1c0d9e'
  const masked = await quarry.connection.call('project.editFacts', { notes: `The api_key = ${secret} is for tides.` })
  expect(masked.notes).toContain('is for tides.')
  expect(masked.notes).not.toContain(secret)
  await quarry.connection.call('project.editFacts', { name: null, notes: ' ' })
  expect(await quarry.connection.call('project.facts')).toEqual(found)
  await expect(quarry.connection.call('project.editFacts', { name: 'x'.repeat(121) })).rejects.toMatchObject({
    code: 'input.invalid',
  })
})
