import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { readPdf } from '../../workers/readers/pdf/pdf'

const goldDocument = z.object({
  id: z.string(),
  /** The Debian package that has the file; null: `test/bench/pdf-tables` itself. */
  package: z.string().nullable(),
  path: z.string(),
  held: z.boolean(),
  pagesWithout: z.array(z.number().int()),
  tables: z.array(
    z.object({
      page: z.number().int(),
      /** The row's label, the column's name (or what it has to contain), the value. */
      cells: z.array(z.tuple([z.string(), z.union([z.string(), z.array(z.string())]), z.string()])),
    }),
  ),
})

/** A row as columns' names and values. */
type Row = readonly { readonly name: string; readonly value: string }[]

interface Tally {
  tables: number
  found: number
  cells: number
  right: number
  pagesWithout: number
  wrong: string[]
}

/**
 * Tables of real PDFs, as Quarry reads them and as `pdftotext -layout` split at two spaces gives them. A table counts as
 * found where one of its checked cells is in a row with its label; a cell is right where its column's name is, too.
 * `--material` is a folder with a folder for each package, unpacked; `--held` asks for what was kept back.
 */
export async function run(argv: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      material: { type: 'string' },
      held: { type: 'boolean' },
      only: { type: 'string' },
      verbose: { type: 'boolean' },
    },
  })
  const material = resolve(values.material ?? '.')
  const tallies = { quarry: newTally(), simple: newTally() }
  let seconds = 0
  const lines = (await readFile(resolve('test/bench/pdf-tables/gold.jsonl'), 'utf8')).trim().split('\n')
  for (const line of lines) {
    const document = goldDocument.parse(JSON.parse(line))
    if (document.held !== (values.held ?? false) || (values.only !== undefined && values.only !== document.id)) continue
    const file =
      document.package === null
        ? resolve('test/bench/pdf-tables', document.path)
        : join(material, document.package, document.path)
    const startedAt = performance.now()
    const read = await readDocument(file)
    seconds += (performance.now() - startedAt) / 1000
    const simple = simpleReader(file)
    count(document, read.rowsOn, read.hasTable, tallies.quarry, values.verbose ?? false)
    count(document, simple.rowsOn, simple.hasTable, tallies.simple, false)
  }
  console.table(
    Object.fromEntries(Object.entries(tallies).map(([name, tally]) => [name, { ...tally, wrong: tally.wrong.length }])),
  )
  console.log(JSON.stringify({ benchmark: 'pdf-tables', held: values.held ?? false, seconds, ...tallies }))
  return 0
}

function newTally(): Tally {
  return { tables: 0, found: 0, cells: 0, right: 0, pagesWithout: 0, wrong: [] }
}

async function readDocument(file: string): Promise<{ rowsOn(page: number): Row[]; hasTable(page: number): boolean }> {
  const bytes = new Uint8Array(await readFile(file))
  const input = { bytes, name: file, language: null, maxTextLength: 32e6, recognise: [] }
  const { text, blocks, pageStarts, metadata } = await readPdf(input, () => {})
  const tablePages = new Set(z.array(z.number()).parse(metadata.tablePages ?? []))
  return {
    rowsOn: (page) =>
      blocks
        .filter(
          ({ kind, start }) =>
            kind === 'row' && start >= pageStarts[page - 1]! && start < (pageStarts[page] ?? text.length),
        )
        .map(({ start, end }) => rowOf(text.slice(start, end))),
    hasTable: (page) => tablePages.has(page),
  }
}

function rowOf(line: string): Row {
  return line.split('; ').map((part) => {
    const colon = part.indexOf(': ')
    return colon === -1 ? { name: '', value: part } : { name: part.slice(0, colon), value: part.slice(colon + 2) }
  })
}

/** Blocks of lines with gaps of two spaces or more; the first line names the columns that the others' cells overlap most. */
function simpleReader(file: string): { rowsOn(page: number): Row[]; hasTable(page: number): boolean } {
  const text = execFileSync('pdftotext', ['-layout', file, '-'], { maxBuffer: 2 ** 28 }).toString()
  const pages = text.split('\f').map((page) => {
    const rows: Row[] = []
    let names: { text: string; start: number; end: number }[] = []
    let lines = 0
    for (const line of page.split('\n')) {
      const cells = Array.from(line.matchAll(/\S+(?: \S+)*/g), ([cell], at) => ({ cell, at })).map(
        ({ cell }, index, all) => {
          const start = all
            .slice(0, index)
            .reduce((from, before) => line.indexOf(before.cell, from) + before.cell.length, 0)
          const at = line.indexOf(cell, start)
          return { text: cell, start: at, end: at + cell.length }
        },
      )
      if (cells.length < 2) {
        if (line.trim() !== '') names = []
        continue
      }
      if (names.length === 0) names = cells
      else {
        lines++
        const overlap = (one: { start: number; end: number }, other: { start: number; end: number }): number =>
          Math.min(one.end, other.end) - Math.max(one.start, other.start)
        rows.push(
          cells.map((cell) => ({
            name: names.reduce((best, name) => (overlap(name, cell) > overlap(best, cell) ? name : best)).text,
            value: cell.text,
          })),
        )
      }
    }
    return { rows, lines }
  })
  return { rowsOn: (page) => pages[page - 1]?.rows ?? [], hasTable: (page) => (pages[page - 1]?.lines ?? 0) >= 3 }
}

/** Without white space and with one minus: programs space formulas and signs differently. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[−–‐‑]/gu, '-')
    .replace(/[’‘]/gu, "'")
    .replace(/[“”]/gu, '"')
    .replace(/\s+/gu, '')
    .replace(/µ/g, 'μ')

/** A value may have its error in brackets behind it. */
const isValue = (text: string, wanted: string): boolean =>
  plain(text) === plain(wanted) || plain(text).replace(/\([^()]*\)$/, '') === plain(wanted)

function count(
  document: z.infer<typeof goldDocument>,
  rowsOn: (page: number) => Row[],
  hasTable: (page: number) => boolean,
  tally: Tally,
  isVerbose: boolean,
): void {
  for (const { page, cells } of document.tables) {
    tally.tables++
    const rows = rowsOn(page)
    let isFound = false
    for (const [label, column, value] of cells) {
      tally.cells++
      const labelled = rows.filter((row) => row.some((cell) => plain(cell.value) === plain(label)))
      isFound ||= labelled.some((row) => row.length > 1 && row.some((cell) => isValue(cell.value, value)))
      const isRight = labelled.some((row) =>
        row.some((cell) => isValue(cell.value, value) && isNamed(cell.name, column)),
      )
      if (isRight) tally.right++
      else if (isVerbose) {
        console.log(`${document.id} ${page}: ${label} / ${column} = ${value}`)
        for (const row of labelled.slice(0, 2))
          console.log(`      ${row.map((cell) => `${cell.name}: ${cell.value}`).join('; ')}`)
      }
    }
    if (isFound) tally.found++
    else if (isVerbose) console.log(`${document.id} ${page}: NOT FOUND`)
  }
  for (const page of document.pagesWithout) {
    tally.pagesWithout++
    if (hasTable(page)) tally.wrong.push(`${document.id} ${page}`)
  }
}

function isNamed(name: string, wanted: string | readonly string[]): boolean {
  return typeof wanted === 'string'
    ? plain(name) === plain(wanted)
    : wanted.every((part) => plain(name).includes(plain(part)))
}
