import type { DomainMap, DomainView } from '../../contract/domain'

const document = (name: string, title: string | null = null) => ({ sourceId: name, name, title })

export const domains: DomainView[] = [
  {
    domainId: 'pumps',
    name: 'Heat pump, refrigerant, house',
    aliases: ['heat pump', 'refrigerant', 'house'],
    summary: 'A refrigerant is the substance that boils and condenses inside a heat pump.',
    edited: [],
    documents: 24,
    keyFiles: [document('pump.md', 'How a heat pump works'), document('cost.md', 'What a heat pump costs to run')],
    x: 70,
    y: 90,
    radius: 48,
  },
]

/** Of a library that has too few documents. */
export const noDomains: DomainMap = {
  domains: [],
  documents: 3,
  unassigned: 3,
  changed: 3,
  builtAt: null,
  build: { kind: 'idle' },
}
