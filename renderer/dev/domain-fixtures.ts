import type { DomainDocument, DomainMap, DomainView } from '../../contract/library/domain'
import type { ProjectFacts } from '../../contract/library/project-facts'
import { longName } from './fixtures'

const document = (name: string, title: string | null = null) => ({ sourceId: name, name, title })

const domain = (
  domainId: string,
  name: string,
  documents: number,
  at: Pick<DomainView, 'x' | 'y'>,
  more: Partial<DomainView> = {},
): DomainView => ({
  domainId,
  name,
  aliases: name.split(', '),
  summary: '',
  edited: [],
  documents,
  keyFiles: documentsOf(documents).slice(0, 5),
  ...at,
  radius: 14 + 7 * Math.sqrt(documents),
  ...more,
})

/** The documents of a domain that has so many. */
export const documentsOf = (count: number): DomainDocument[] => [
  document('pump.md', 'How a heat pump works'),
  document('cost.md', 'What a heat pump costs to run'),
  ...Array.from({ length: Math.max(0, count - 2) }, (_, index) => document(`page-${index + 1}.html`)),
]

export const domains: DomainView[] = [
  domain(
    'mail',
    'Postfix, mail, SMTP',
    34,
    { x: 300, y: 80 },
    {
      summary: 'Postfix receives mail from the network and from local programs, and delivers it.',
    },
  ),
  domain('index', 'Index, query planner, table', 29, { x: 210, y: 200 }),
  domain(
    'pumps',
    'Heat pump, refrigerant, house',
    24,
    { x: 70, y: 90 },
    {
      aliases: ['heat pump', 'refrigerant', 'house'],
      summary:
        'A refrigerant is the substance that boils and condenses inside a heat pump. What it costs depends on the house more than on the pump.',
      edited: ['name'],
    },
  ),
  domain('c', 'Callback, function pointer, sqlite3', 19, { x: 310, y: 260 }),
  domain('wal', 'Write-ahead log, checkpoint, reader', 12, { x: 110, y: 240 }),
  domain('fts', 'Full-text search, tokenizer', 9, { x: 200, y: 20 }),
  domain('json', 'JSON, array', 4, { x: 40, y: 200 }),
  domain('dates', 'Date, time, julian day', 3, { x: 390, y: 170 }),
]

const found: DomainMap = {
  domains,
  documents: 137,
  unassigned: 3,
  changed: 0,
  builtAt: '2026-11-20T08:00:00.000Z',
  build: { kind: 'idle' },
}

/** Of a library that has too few documents. */
export const noDomains: DomainMap = {
  domains: [],
  documents: 3,
  unassigned: 3,
  changed: 3,
  builtAt: null,
  build: { kind: 'idle' },
}

/** The map in its states. */
export const domainMaps = {
  found,
  few: noDomains,
  notYet: { ...noDomains, documents: 40 },
  none: { ...noDomains, documents: 40, unassigned: 40, changed: 0, builtAt: found.builtAt },
  building: { ...found, changed: 21, build: { kind: 'building', done: 0.43 } },
  failed: {
    ...found,
    changed: 21,
    build: { kind: 'failed', error: { code: 'internal', message: 'The thread ended with code 1.' } },
  },
  /** As many as there can be, with long names, of a library as large as is clustered. */
  many: {
    ...found,
    documents: 20_000,
    unassigned: 1,
    changed: 900,
    domains: Array.from({ length: 30 }, (_, index) =>
      domain(`domain-${index}`, index % 3 === 0 ? longName : `领域知识第 ${index} 号，专题研究`, 2000 - 60 * index, {
        x: (index % 6) * 560,
        y: Math.floor(index / 6) * 560,
      }),
    ),
  },
} as const satisfies Record<string, DomainMap>

export const projectFacts: ProjectFacts = {
  name: 'quarry',
  description: 'Deep research on your own material, on your own machine.',
  notes: '',
  edited: ['description'],
  folders: ['/home/ada/projects/quarry'],
  stack: [
    { ecosystem: 'npm', manifests: ['package.json'], dependencies: ['electron', 'react', 'xstate', 'zod'], total: 42 },
  ],
  code: [
    { language: 'typescript', share: 0.93 },
    { language: 'css', share: 0.07 },
  ],
  sources: 128,
  types: [
    { type: 'code', count: 90 },
    { type: 'markdown', count: 38 },
  ],
  languages: [{ language: 'en', count: 38 }],
  span: { from: '2025-03-01', to: '2026-11-20' },
}
