import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { resourceDraft } from '../../../../contract/resources/resource'
import {
  createDocumentReader,
  type DocumentReader,
} from '../../../../main/resources/discoverers/documents/document-reader'
import { createToolFolderDiscoverer } from '../../../../main/resources/discoverers/tool-folder'
import { options, workersDir } from './documents'

let directory: string
let reader: DocumentReader
beforeEach(async () => {
  directory = await realpath(await mkdtemp(join(tmpdir(), 'quarry-tools-')))
  reader = createDocumentReader({ workersDir })
})
afterEach(async () => {
  await reader.close()
  await rm(directory, { recursive: true })
})

const manifest = {
  name: 'Reading time',
  description: 'Tells how long a text takes to read.',
  tier: 'L2',
  entry: 'lib/run.js',
  inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
}

async function toolFolder(name: string, content: unknown, entry = 'lib/run.js'): Promise<string> {
  const folder = join(directory, name)
  await mkdir(join(folder, 'lib'), { recursive: true })
  await writeFile(join(folder, 'quarry-tool.json'), typeof content === 'string' ? content : JSON.stringify(content))
  await writeFile(join(folder, entry), 'throw new Error("nobody runs me")')
  return folder
}
const discover = (path: string) =>
  createToolFolderDiscoverer(reader).discover(
    { kind: 'path', path, isDirectory: true, sizeBytes: 0, head: new Uint8Array() },
    options(),
  )

describe('a folder with a manifest', () => {
  it('becomes a tool', async () => {
    const folder = await toolFolder('reading', manifest)
    const discovery = await discover(folder)
    expect(discovery?.exclusive).toBe(true)
    expect(discovery?.drafts.map((draft) => resourceDraft.parse(draft))).toMatchObject([
      {
        type: 'tool',
        name: 'Reading time',
        status: 'ready',
        usageInfo: 'Takes text.',
        origin: { kind: 'folder', path: folder },
        metadata: { builtIn: false, tier: 'L2', entry: 'lib/run.js', inputSchema: manifest.inputSchema },
      },
    ])
  })

  it('must name an entry that exists and stays inside', async () => {
    await writeFile(join(directory, 'outside.js'), '')
    const refused = async (entry: string) => {
      await expect(discover(await toolFolder('t', { ...manifest, entry }))).rejects.toMatchObject({
        code: 'resource.invalid',
      })
    }
    for (const entry of [
      '../outside.js',
      'lib/../../outside.js',
      'lib\\..\\..\\outside.js',
      '/etc/passwd',
      'C:\\x.js',
      'missing.js',
      'lib',
      '',
      'a\0b',
    ]) {
      await refused(entry)
    }
    await toolFolder('t', manifest)
    await symlink(join(directory, 'outside.js'), join(directory, 't', 'link.js'))
    await refused('link.js')
    await symlink(join(directory, 't', 'lib', 'run.js'), join(directory, 't', 'inside.js'))
    expect((await discover(await toolFolder('t', { ...manifest, entry: 'inside.js' })))?.drafts).toHaveLength(1)
  })

  it('must have a name, a description, a tier and the schema of an object', async () => {
    const wrong: unknown[] = [
      [],
      'x',
      { ...manifest, name: '' },
      { ...manifest, description: 3 },
      { ...manifest, tier: 'L9' },
      { ...manifest, inputSchema: { type: 'string' } },
      { ...manifest, inputSchema: null },
      { ...manifest, inputSchema: { type: 'object', properties: { a: 3 } } },
      { ...manifest, inputSchema: { type: 'object', required: 'a' } },
      { ...manifest, inputSchema: { type: 'object', properties: { a: { $ref: 'https://x.example/s.json' } } } },
      '{"name": "x",\n "tier" 3}',
    ]
    for (const content of wrong) {
      await expect(discover(await toolFolder('t', content))).rejects.toMatchObject({ code: 'resource.invalid' })
    }
    await expect(discover(await toolFolder('t', '{"name": "x",\n "tier" 3}'))).rejects.toMatchObject({
      context: { line: 2 },
    })
  })

  it('may stand beside others: a broken one does not hold back the rest', async () => {
    await toolFolder('a', manifest)
    await toolFolder('b', { ...manifest, tier: null })
    const discovery = await discover(directory)
    expect(discovery?.drafts.map(({ name, status, error }) => [name, status, error?.code])).toEqual([
      ['Reading time', 'ready', undefined],
      ['b', 'unavailable', 'resource.invalid'],
    ])
    await mkdir(join(directory, 'documents'))
    expect(await discover(directory)).toBeNull()
  })
})
