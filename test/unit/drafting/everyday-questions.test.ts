import { expect, it } from 'vitest'
import { draftCall } from '../../../main/drafting'
import { idOfNamed } from '../../../main/drafting/look-up'
import { mentionsIn } from '../../../main/drafting/mentions'

const text = { type: 'string' }
const whole = { type: 'integer' }
const get = (path: string, summary: string, properties: Record<string, unknown> = {}, required: string[] = []) => ({
  name: `GET ${path}`,
  description: `GET ${path} ${summary}`.trim(),
  inputSchema: { type: 'object', properties, required },
  effect: 'reads' as const,
})

/** In the manner of public descriptions: ids in paths, paging, enumerations, hardly a summary. */
const parliament = [
  get('/api/v1/Bills', 'Returns a list of Bills.', {
    SearchTerm: text,
    CurrentHouse: { type: 'string', enum: ['All', 'Commons', 'Lords'] },
    MemberId: whole,
    BillIds: { type: 'array', items: whole },
    IsWithdrawn: { type: 'boolean' },
    SortOrder: { type: 'string', enum: ['TitleAscending', 'DateUpdatedDescending'] },
    Skip: whole,
    Take: whole,
  }),
  get('/api/v1/Bills/{billId}', 'Return a Bill.', { billId: whole }, ['billId']),
  get('/api/v1/Bills/{billId}/NewsArticles', 'Returns a list of news articles for a Bill.', { billId: whole }, [
    'billId',
  ]),
  get('/api/v1/Sittings', 'Returns a list of Sittings.', {
    House: { type: 'string', enum: ['All', 'Commons', 'Lords'] },
    DateFrom: { type: 'string', format: 'date-time' },
    DateTo: { type: 'string', format: 'date-time' },
    Take: whole,
  }),
]
const people = [
  get('/contacts', 'List contacts', { familyname: text, limit: whole, offset: whole }),
  get('/contacts/{contactid}', 'One contact', { contactid: whole }, ['contactid']),
  get('/contacts/{contactid}/sites', 'Sites at which a contact works', { contactid: whole }, ['contactid']),
]
const tracker = [
  get('/issues', 'List issues', {
    project_id: { anyOf: [whole, text], description: 'Id or path of the project' },
    assignee_username: { type: 'array', items: text },
    labels: { type: 'array', items: text },
    state: { type: 'string', description: "Which issues. Allowed values: 'opened', 'closed', 'all'" },
    created_after: { type: 'string', format: 'date-time' },
    min_weight: { type: 'integer', description: 'Least weight' },
    per_page: whole,
  }),
  get(
    '/rates/{from}/{to}',
    'Exchange rate between two currencies',
    { from: { ...text, description: 'Currency code' }, to: { ...text, description: 'Currency code' } },
    ['from', 'to'],
  ),
]

it.each([
  [
    parliament,
    'What headline did the news item on bill 3801 carry?',
    'GET /api/v1/Bills/{billId}/NewsArticles',
    { billId: 3801 },
  ],
  [parliament, 'Which bills is the MP with member ID 1524 behind?', 'GET /api/v1/Bills', { MemberId: 1524 }],
  [parliament, 'Which bills about fireworks are there?', 'GET /api/v1/Bills', { SearchTerm: 'fireworks' }],
  [parliament, 'Which bills have been withdrawn?', 'GET /api/v1/Bills', { IsWithdrawn: true }],
  [
    parliament,
    'How many sittings of the Lords were there in March 2025?',
    'GET /api/v1/Sittings',
    { House: 'Lords', DateFrom: '2025-03-01T00:00:00Z', DateTo: '2025-03-31T23:59:59Z' },
  ],
  [people, 'Who is contact number 44?', 'GET /contacts/{contactid}', { contactid: 44 }],
  [
    tracker,
    'Which issues of lumen/ui with the label bug are assigned to ssato?',
    'GET /issues',
    { project_id: 'lumen/ui', labels: ['bug'], assignee_username: ['ssato'] },
  ],
  [tracker, 'List the closed issues with a weight of at least 5', 'GET /issues', { state: 'closed', min_weight: 5 }],
  [tracker, 'What is the exchange rate from EUR to CHF?', 'GET /rates/{from}/{to}', { from: 'EUR', to: 'CHF' }],
])('a question finds its operation, and what the operation takes: %#', (tools, question, name, input) => {
  const draft = draftCall(question, tools)
  expect(draft.kind === 'call' ? [draft.tool, draft.input] : draft).toEqual([name, input])
})

it('what the call was given is not asked of its rows once more', () => {
  const rest = (tools: typeof parliament, question: string) => {
    const draft = draftCall(question, tools)
    return draft.kind === 'call' ? draft.rest : draft
  }
  expect(rest(parliament, 'How many sittings of the Lords were there in March 2025?')).toEqual({
    question: 'How many sittings were there?',
    rowsAre: 'Sittings',
    isCount: true,
    isPaged: true,
  })
  expect(rest(tracker, 'How many issues of lumen/ui mention a crash?')).toMatchObject({ isCount: false })
})

it('an id that the question gives by a name is looked up, and taken from what was found', () => {
  const question = 'At which sites does Siri Brandvold work?'
  expect(draftCall(question, people)).toMatchObject({
    kind: 'lookUp',
    tool: 'GET /contacts',
    input: { familyname: 'Siri Brandvold' },
  })
  const earlier = [
    {
      data: [
        { contactid: 71, fullname: 'Brandvold, Siri' },
        { contactid: 72, fullname: 'Dahl, Ida' },
      ],
    },
  ]
  expect(draftCall(question, people, { earlier })).toMatchObject({
    kind: 'call',
    tool: 'GET /contacts/{contactid}/sites',
    input: { contactid: 71 },
    lent: [0],
  })
  expect(idOfNamed(earlier, 'Dahl', 'contactid')).toBe(72)
  // Of two that are called so neither is meant for certain.
  expect(
    idOfNamed(
      [
        { id: 1, name: 'Ada' },
        { id: 2, name: 'Ada' },
      ],
      'Ada',
      'id',
    ),
  ).toBeNull()
  expect(idOfNamed(earlier, 'Nobody', 'contactid')).toBeNull()
})

it.each([
  [
    'from Monday 10 to Sunday 16 June 2024',
    [
      ['2024-06-10', '2024-06-10'],
      ['2024-06-16', '2024-06-16'],
    ],
  ],
  ['in the first half of 2026', [['2026-01-01', '2026-06-30']]],
  ['in the second half of November 2026', [['2026-11-16', '2026-11-30']]],
  ['from July through October 2026', [['2026-07-01', '2026-10-31']]],
  ['in Q2 2025', [['2025-04-01', '2025-06-30']]],
  ['the first week of November 2026', [['2026-11-01', '2026-11-07']]],
])('“%s” is a time', (question, expected) => {
  const dates = mentionsIn(question).filter(({ kind }) => kind === 'date')
  expect(dates.map(({ value, until }) => [value, until])).toEqual(expected)
})
