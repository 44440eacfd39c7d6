import type { DropItem } from '../../contract/library/source'
import { longName } from './fixtures'
import { offers } from './resource-fixtures'

// What is dropped on the window while it is worked on. Nothing here is in the product.

type Sketch = [
  name: string,
  becomes: DropItem['becomes'],
  files: number,
  ignored: number,
  sizeBytes: number,
  code: 'read.corrupt' | 'read.encrypted' | null,
  resources: DropItem['resources'],
]

const sketches: Sketch[] = [
  ['cranfield-abstracts', 'folder', 1400, 12, 4_200_000, null, [offers.folder]],
  ['fay-riddell-1958.pdf', 'document', 1, 0, 812_000, null, []],
  ['tunnel.sqlite', 'resource', 0, 0, 4_812_000, null, [offers.sqlite]],
  ['runs-1958.csv', 'document', 1, 0, 41_000, null, [offers.csv]],
  ['materials-api.yaml', 'resource', 0, 0, 88_000, null, [offers.api]],
  ['mcp.json', 'resource', 0, 0, 900, null, offers.servers],
  ['qwen3-8b.gguf', 'resource', 0, 0, 2_100_000_000, null, [offers.model]],
  ['orders.url', 'resource', 0, 0, 90, null, [offers.locked]],
  ['broken.sqlite', 'unreadable', 0, 0, 12_000, 'read.corrupt', [offers.broken]],
  ['locked.pdf', 'unreadable', 0, 0, 90_000, 'read.encrypted', []],
]

const itemOf = (
  [name, becomes, files, ignored, sizeBytes, code, resources]: Sketch,
  change: Partial<DropItem> = {},
): DropItem => ({
  path: `/drop/${name}`,
  name,
  becomes,
  mediaType: becomes === 'document' ? (name.endsWith('.csv') ? 'table' : 'pdf') : null,
  files,
  ignored,
  sizeBytes,
  byMediaType: becomes === 'folder' ? { text: 1200, pdf: 180, table: 20 } : {},
  truncated: false,
  alreadyIndexed: 0,
  reason: code ? { code, message: code } : null,
  linksOut: becomes === 'folder' ? [{ path: 'linked', name: 'figures', leadsTo: '/home/ada/Pictures/cranfield' }] : [],
  resources,
  mayHoldMoreTables: becomes === 'folder' && files > 1000,
  broken: [],
  ...change,
})

const everyKind = sketches.map((sketch) => itemOf(sketch))

/** A drop of every kind, one of far more things than a sheet is high, or one of which nothing can be used. */
export function dropped(kind: 'every' | 'many' | 'nothing'): DropItem[] {
  if (kind === 'every') return everyKind
  if (kind === 'nothing') return everyKind.slice(-2)
  const [folder, document, resource] = sketches
  if (!folder || !document || !resource) return []
  return [
    itemOf(folder, { path: '/drop/known', files: 1400, alreadyIndexed: 1380, truncated: true }),
    itemOf(document, { path: '/drop/long.pdf', name: `${longName}.pdf`, alreadyIndexed: 1 }),
    itemOf(resource, {
      path: '/drop/settings.json',
      name: 'settings.json',
      resources: Array.from({ length: 40 }, (_, index) => ({
        ...offers.sqlite,
        resourceId: `many-${index}`,
        type: (['mcp_server', 'database', 'api', 'tool', 'knowledge_base', 'text2sql', 'model'] as const)[index % 7]!,
        name: index === 0 ? longName : `server-${index}`,
        needsSecret: index % 9 === 0,
      })),
    }),
    ...Array.from({ length: 60 }, (_, index) =>
      itemOf(document, { path: `/drop/${index}`, name: `paper-${index}.pdf` }),
    ),
    ...everyKind.slice(-2),
  ]
}
