import { describe, expect, it } from 'vitest'
import { buildDomains } from '../../../workers/domains/build'

const heat = [
  'The heat pump warms a whole house in winter.',
  'A heat pump needs a cold refrigerant.',
  'Every heat pump has a compressor.',
]
const mail = [
  'The mail server sends mail over SMTP.',
  'A mail server queues what it cannot send.',
  'Each mail server checks for spam.',
]
const law = ['物权法规定所有权的取得和消灭。', '物权法规定抵押权的设立和登记。', '物权法规定土地承包经营权。']

const document = (text: string, name: string, vector: number[] | null) => ({
  name,
  title: null,
  authors: [],
  text,
  vector: vector && Float32Array.from(vector),
})
const library = [
  ...heat.map((text, at) => document(text, `h${at}.md`, [1, 0.1 * at, 0])),
  ...mail.map((text, at) => document(text, `m${at}.md`, [0, 0.1 * at, 1])),
  ...law.map((text, at) => document(text, `l${at}.md`, null)),
]

describe('buildDomains', () => {
  const found = buildDomains(library)

  it('clusters by vectors, and by words what has none', () => {
    const members = found.map((one) => [...one.members].sort((a, b) => a - b))
    expect(members.sort((a, b) => a[0]! - b[0]!)).toEqual([
      [0, 1, 2],
      [3, 4, 5],
      [6, 7, 8],
    ])
  })

  it('names a domain in the words and language of its documents, and quotes them', () => {
    const named = (index: number) => found.find(({ members }) => members.includes(index))!
    expect(named(0).name).toMatch(/^Heat pump/)
    expect(named(3).aliases).toContain('mail server')
    expect(named(6).name).toMatch(/物权/)
    expect(heat.some((sentence) => named(0).summary.includes(sentence))).toBe(true)
    expect(law.some((sentence) => named(6).summary.includes(sentence))).toBe(true)
  })

  it('calls each by one term of its own, never by who wrote it, and raises its voice for abbreviations alone', () => {
    const written = (title: string, by: string, texts: readonly string[], vector: number[]) =>
      texts.map((text, at) => ({
        ...document(`${title} ${at}\n\n${by}\n\nAbstract\n\n${text}`, `${title}${at}.pdf`, vector),
        title: `${title} ${at}`,
      }))
    const authored = [
      ...written('QUANTILE REGRESSION', 'Roger Koenker, University of Illinois', [
        'Koenker fits it for SQL tables.', 'Roger Koenker explains SQL again.', 'Koenker of Illinois loads SQL rows.',
      ], [1, 0, 0]), // biome-ignore format: a line for each
      ...written('Vegetation Ordination', 'JARI OKSANEN', [
        'Oksanen orders plots.', 'Jari Oksanen measures plots.', 'Plots, says Oksanen, differ.',
      ], [0, 1, 0]), // biome-ignore format: a line for each
      ...mail.map((text, at) => ({ ...document(text, `m${at}.md`, [0, 0, 1]), authors: ['Ada', 'Server'] })),
    ]
    const clusters = buildDomains(authored)
    expect(clusters.map(({ name }) => name).toSorted()).toEqual([
      'Mail server',
      'Quantile regression',
      'Vegetation ordination',
    ])
    const aliases = clusters.flatMap((one) => one.aliases)
    expect(aliases.filter((alias) => /koenker|oksanen|illinois|roger|jari/i.test(alias))).toEqual([])
    expect(aliases).toContain('SQL')
  })

  it('finds the same again, and lets no two circles overlap', () => {
    expect(buildDomains(library)).toEqual(found)
    for (const [at, one] of found.entries()) {
      for (const other of found.slice(at + 1)) {
        expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThan(one.radius + other.radius)
      }
    }
  })

  it.each([
    ['nothing', []],
    ['one document', [document('Alone.', 'a', null)]],
    ['empty texts', Array.from({ length: 8 }, (_, at) => document('', `e${at}`, null))],
    ['the same vector', Array.from({ length: 8 }, (_, at) => document('Same.', `s${at}`, [1, 0]))],
    ['zero vectors', Array.from({ length: 8 }, (_, at) => document('Zero.', `z${at}`, [0, 0]))],
  ])('survives %s', (_name, documents) => {
    for (const one of buildDomains(documents)) {
      expect(one.name).not.toBe('')
      expect([one.x, one.y, one.radius].every(Number.isFinite)).toBe(true)
    }
  })
})
