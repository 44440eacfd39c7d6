import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { afterAll } from 'vitest'
import { keptQuestion } from '../../../../contract/databases/sample-question'
import { type ResourceDraft, resourceDraft } from '../../../../contract/resources/resource'
import { databaseDiscoverers } from '../../../../main/resources/create-discoverers'
import { createDatabases } from '../../../../main/resources/discoverers/databases/databases'
import type { Discovery, DiscoveryTarget } from '../../../../main/resources/discoverers/discoverer'
import type { Secrets } from '../../../../main/secrets'

export const workersDir = resolve(import.meta.dirname, '..', '..', '..', '..', 'out', 'workers')

/** A folder of its own for the files of one test file. */
export function testFolder(): string {
  const directory = mkdtempSync(join(tmpdir(), 'quarry-test-databases-'))
  afterAll(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

export function secretsOf(values: Record<string, string> = {}): Secrets {
  return {
    get: async (key) => values[key] ?? null,
    set: async () => 'session',
    remove: async () => {},
  }
}

type ThreadsOptions = Parameters<typeof createDatabases>[0]

/** The discoverers with real threads, asked as the registry asks them. */
export function openBench(options: Partial<ThreadsOptions> = {}) {
  const threads = createDatabases({ workersDir, egress: () => 'offline', ...options })
  const discoverers = databaseDiscoverers(threads)
  afterAll(() => threads.close())
  async function discover(
    target: DiscoveryTarget,
    { secrets = secretsOf(), signal = new AbortController().signal } = {},
  ): Promise<Discovery | null> {
    for (const discoverer of discoverers) {
      if (!discoverer.recognises(target)) continue
      const discovery = await discoverer.discover(target, { signal, secrets })
      if (discovery === null) continue
      for (const draft of discovery.drafts) resourceDraft.parse(draft)
      return discovery
    }
    return null
  }
  return {
    threads,
    discover,
    discoverFile: async (path: string, options?: Parameters<typeof discover>[1]) =>
      discover(await targetOf(path), options),
    discoverText: (text: string, options?: Parameters<typeof discover>[1]) => discover({ kind: 'text', text }, options),
  }
}

export async function targetOf(path: string): Promise<DiscoveryTarget> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(65_536), 0, 65_536, 0)
    return {
      kind: 'path',
      path,
      isDirectory: false,
      sizeBytes: (await stat(path)).size,
      head: new Uint8Array(buffer.subarray(0, bytesRead)),
    }
  } finally {
    await file.close()
  }
}

type Metadata<Type extends ResourceDraft['metadata']['type']> = Extract<ResourceDraft['metadata'], { type: Type }>

/** The metadata of a discovery's database and of its questions. */
export function metadataOf(discovery: Discovery | null): Metadata<'database'> {
  const metadata = discovery?.drafts[0]?.metadata
  if (metadata?.type !== 'database') throw new Error('It is no database.')
  return metadata
}

/** The metadata of what answers questions on it, the samples in the words in which they are kept. */
export function questionsOf(
  discovery: Discovery | null,
): Omit<Metadata<'text2sql'>, 'sampleQuestions'> & { readonly sampleQuestions: readonly string[] } {
  const metadata = discovery?.drafts[1]?.metadata
  if (metadata?.type !== 'text2sql') throw new Error('It has no questions.')
  return { ...metadata, sampleQuestions: metadata.sampleQuestions.map(keptQuestion) }
}

/** Names and contents of everything in a folder. */
export function fingerprint(directory: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(directory)
      .sort()
      .map((name) => [
        name,
        createHash('sha256')
          .update(readFileSync(join(directory, name)))
          .digest('hex'),
      ]),
  )
}

/** A small workbook as Excel packs it, with texts inline. */
export function workbook(sheets: Record<string, (string | number | null)[][]>): Uint8Array {
  const names = Object.keys(sheets)
  const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const cell = (value: string | number | null, column: number, row: number): string => {
    const reference = `${String.fromCharCode(65 + column)}${row + 1}`
    if (value === null) return ''
    if (typeof value === 'number') return `<c r="${reference}"><v>${value}</v></c>`
    return `<c r="${reference}" t="inlineStr"><is><t>${escaped(value)}</t></is></c>`
  }
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  return zipSync({
    '[Content_Types].xml': strToU8('<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'),
    'xl/workbook.xml': strToU8(
      `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${names.map((name, at) => `<sheet name="${escaped(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`).join('')}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${names.map((_, at) => `<Relationship Id="rId${at + 1}" Type="${office}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`).join('')}</Relationships>`,
    ),
    ...Object.fromEntries(
      names.map((name, at) => [
        `xl/worksheets/sheet${at + 1}.xml`,
        strToU8(
          `<worksheet xmlns="${main}"><sheetData>${sheets[name]!.map((row, y) => `<row r="${y + 1}">${row.map((value, x) => cell(value, x, y)).join('')}</row>`).join('')}</sheetData></worksheet>`,
        ),
      ]),
    ),
  })
}
