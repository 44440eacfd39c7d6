import type { AnswerView, GivenContext, MemoryView } from '../../contract/library/memory'

// What the project remembers, made up.

const at = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString()
const session = { sessionId: 'session-1', title: 'Which wind tunnels measured the heat flux?' }

const memory = (id: number, text: string, of: Partial<MemoryView> = {}): MemoryView => ({
  memoryId: `memory-${id}`,
  text,
  tags: ['preference'],
  importance: 0.8,
  origin: 'rules',
  session,
  createdAt: at(40),
  updatedAt: at(id * 3),
  lastUsedAt: id % 2 === 0 ? at(1) : null,
  uses: id % 2 === 0 ? id : 0,
  ...of,
})

export const memories: readonly MemoryView[] = [
  memory(1, 'I prefer figures in SI units with two decimals.'),
  memory(2, 'Remember that by “the probe” we mean the hemispherical model of run 14.', {
    tags: ['remember', 'name'],
    importance: 0.95,
  }),
  memory(3, 'We decided to leave out every run below Mach 5.', {
    tags: ['decision'],
    origin: 'person',
    session: null,
  }),
  memory(4, 'The person compares runs by the Stanton number.', { tags: [], origin: 'model', importance: 0.72 }),
]

const long =
  'Remember that the measurements of the second campaign were made with the old balance, whose zero drifted, so that every heat flux below 2 kW/m² of that campaign is to be read with a margin of about a tenth. '

export const longMemories: readonly MemoryView[] = Array.from({ length: 130 }, (_, index) =>
  memory(
    index + 1,
    index === 1 ? `See ${'averylongwordwithoutanyspace'.repeat(9)} and nothing else.` : long.repeat(1 + (index % 3)),
    {
      tags: ['remember', 'name', 'decision', 'a-rather-long-tag-that-somebody-typed', '第二次测量'],
      session: { ...session, title: long },
    },
  ),
)

export const answers: readonly AnswerView[] = [
  {
    recordId: 'answer-1',
    question: 'How do theory and tunnel agree in hypersonic flow?',
    sentences: [
      'At Mach 14 the measured heating is 1.09 times the computed one, in 12 runs.',
      'Above that, dissociation in the shock layer matters more than bluntness.',
    ],
    confidence: 0.9,
    session: { ...session, version: 1 },
    places: [],
    answeredAt: at(12),
    lastUsedAt: at(2),
    uses: 2,
    superseded: null,
  },
  {
    recordId: 'answer-2',
    question: 'Which nose radius heats least?',
    sentences: ['The heating falls with the square root of the nose radius.'],
    confidence: 0.8,
    session: { ...session, version: 2 },
    places: [],
    answeredAt: at(20),
    lastUsedAt: null,
    uses: 0,
    superseded: 'sourcesChanged',
  },
]

export const given: readonly GivenContext[] = (['plan', 'step', 'report'] as const).map((part) => ({
  part,
  title: part === 'step' ? 'Theory' : '',
  budget: 4000,
  tokens: 212,
  items: [
    { kind: 'facts', id: 'facts', text: 'Name: Library. Sources: 12 (pdf 8, markdown 4).', relevance: 1, at: at(6) },
    {
      kind: 'domain',
      id: 'domain-1',
      name: 'heat pump',
      text: 'Air and ground source heat pumps, their seasonal performance and where they are worth it.',
      keyFiles: ['field-measurements.pdf', 'theory.md'],
      relevance: 0.65,
      at: at(6),
    },
    {
      kind: 'code',
      id: 'code-1',
      path: 'src/performance.ts',
      symbol: 'seasonalPerformance',
      lineStart: 12,
      lineEnd: 14,
      text: '/** Heat delivered per electricity used, over a season. */\nexport function seasonalPerformance(months: Month[]): number {\n  return sum(months, (one) => one.heat) / sum(months, (one) => one.electricity)',
      relevance: 1,
      at: at(6),
    },
    { kind: 'memory', id: 'memory-2', text: memories[1]?.text ?? '', relevance: 0.62, at: at(6) },
    {
      kind: 'answer',
      id: 'answer-1',
      text: answers[0]?.sentences.join(' ') ?? '',
      question: answers[0]?.question ?? '',
      relevance: 0.91,
      at: at(12),
      sessionId: 'session-1',
      version: 1,
    },
  ],
}))
