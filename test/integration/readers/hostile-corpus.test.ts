import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeHostileFiles } from '../../fixtures/hostile/make.mjs'
import { createOpener } from '../../fuzz/opener'

/** One of each class, chosen for their time; `npm run fuzz -- --corpus` opens all of them. */
const chosen = [
  ...['deep-objects.json', 'deep-arrays.json', 'deep-rows.json', 'deep-lines.jsonl', 'laughs.yaml', 'deep-flow.yaml'],
  ...['deep.openapi.json', 'items.postman.json', 'loops.openapi.yaml', 'unclosed.csv', 'wide.csv', 'prototype.json'],
  ...['tables.html', 'laughs.html', 'brackets.md', 'front-matter.md', 'line-ends.txt', 'controls.txt', 'utf-32.txt'],
  ...['chained.pdf', 'tree.pdf', 'form.pdf', 'far-cell.xlsx', 'laughs.xlsx', 'laughs.docx', 'slip.docx'],
  ...['parts.eml', 'from.mbox', 'cells.ipynb', 'deep.ipynb', 'slides.pptx', 'bomb.epub', 'bomb.odt', 'groups.rtf'],
  ...['repeated.ods', 'attachments.eml', 'messages.mbox', 'attributes.pptx'],
  ...['bomb.zip', 'header.sqlite', 'header.duckdb', 'footer.parquet', 'model.gguf', 'mutated-1-rows.parquet'],
  ...['mutated-2-rows.parquet', 'mutated-3-rows.parquet', 'mutated-1-endless.duckdb', 'mutated-1-endless.sqlite'],
  ...['cut-off-rows.parquet', 'cut-off-endless.duckdb', 'cut-off-endless.sqlite', '--help'],
]

const opener = createOpener({ timeoutMs: 3000 })
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quarry-hostile-'))
  await makeHostileFiles(folder, { only: chosen })
})
afterAll(async () => {
  await opener.close()
  await rm(folder, { recursive: true, force: true })
})

it('a hostile file costs itself alone, and says why', { timeout: 300_000 }, async () => {
  const names = await readdir(folder)
  expect(names).toEqual(expect.arrayContaining(chosen))
  const unexpected: string[] = []
  const outcomes: Record<string, string> = {}
  for (const name of chosen) {
    for (const { by, outcome } of await opener.open(join(folder, name))) {
      outcomes[`${name} by ${by}`] = outcome
      if (outcome.startsWith('unexpected')) unexpected.push(`${name}, ${by}: ${outcome}`)
    }
  }
  expect(unexpected).toEqual([])
  // Known before anything is built of it.
  expect(outcomes).toMatchObject({
    'far-cell.xlsx by excel': 'resource.corrupt',
    'far-cell.xlsx by reader': 'read.corrupt',
    'bomb.epub by reader': 'read.tooLarge',
    'repeated.ods by reader': 'ok',
    'attachments.eml by reader': 'ok',
    'line-ends.txt by reader': 'input.empty',
    'deep.openapi.json by openapi': 'resource.invalid',
    'laughs.yaml by openapi': 'resource.invalid',
  })
  const good = join(folder, 'good.md')
  await writeFile(good, '# Good\n\nThis is read all the same.')
  expect(await opener.open(good)).toMatchObject([{ by: 'reader', outcome: 'ok' }])
})
