import { expect, it } from 'vitest'
import type { UniversalResource } from '../../../contract/resources/resource'
import { createDatabaseQuestions } from '../../../main/text2sql'
import { speechIn } from '../../../wording'
import { openedDatabase } from './asked-database'

/** Questions on hotels that were booked, by the names that a person sees. */
async function hotels(name = 'Hotels') {
  const { tables, select } = await openedDatabase(
    {
      name: 'hotels',
      columns: { id: 'INTEGER', name: 'TEXT', city: 'TEXT', opened: 'DATE', renovated: 'DATE' },
      values: `(1,'Alpha','Bern','2001-01-01','2015-01-01'),(2,'Beta','Chur','2005-01-01','2016-01-01')`,
    },
    {
      name: 'bookings',
      columns: { id: 'INTEGER', hotel_id: 'INTEGER', price: 'REAL', deposit: 'REAL', status: 'TEXT' },
      references: { hotel_id: 'hotels' },
      values: `(1,1,100,10,'paid'),(2,1,120,20,'open'),(3,2,90,0,'paid')`,
    },
  )
  const questions = createDatabaseQuestions({
    known: { find: async () => null, keep: async () => {}, noteUse: async () => {} },
    list: async () => [{ resourceId: 'hotels' }],
    get: async (resourceId) =>
      ({
        resourceId,
        name,
        updatedAt: '',
        metadata: { type: 'database', engine: 'sqlite', tables },
      }) as unknown as UniversalResource,
    select: async (_, { sql, parameters }) =>
      ({ columns: [], rows: select(sql, parameters), truncated: false }) as never,
  })
  const signal = new AbortController().signal
  return {
    read: async (question: string) => {
      const read = await questions.read('hotels', question, signal)
      if (read.kind === 'read') return 'read'
      const { reason, words, instead } = read
      return [
        reason,
        words,
        instead.map((reading) =>
          speechIn('en')
            .fact(reading)
            .replace(/^Read as: |\.$/g, ''),
        ),
      ]
    },
    near: async (question: string) =>
      (await questions.find(question, signal)).declining().filter(({ isNear }) => isNear),
    ask: (question: string) => questions.ask('hotels', question, signal),
  }
}

it.each([
  // Without the words that mean nothing in it.
  [
    'How many grumpy bookings has each hotel?',
    ['unknownWords', ['grumpy'], ['number of “bookings”, for each “id” of “hotels” and “name” of “hotels”']],
  ],
  ['How do hotels set their prices?', ['explanation', [], []]],
  // Nothing is left of it.
  ['Which volcano erupted loudest?', ['unknownWords', ['volcano', 'erupted', 'loudest'], []]],
])('“%s” is not asked, and what comes near is offered', async (question, declined) => {
  expect(await (await hotels()).read(question)).toEqual(declined)
})

it('a database is near where all but a few words of a question are known there, and says why it was not asked', async () => {
  const { near } = await hotels()
  expect(await near('How many grumpy bookings has each hotel?')).toMatchObject([
    { resourceId: 'hotels', name: 'Hotels', declined: { reason: 'unknownWords', words: ['grumpy'] } },
  ])
  for (const beside of [
    'How do hotels set their prices?',
    'Which volcano erupted loudest?',
    'Which grumpy hotels erupted?',
  ])
    expect(await near(beside), beside).toEqual([])
  // What can be asked is asked.
  expect(await near('How many bookings has each hotel?')).toEqual([])
})

it('what was declined says what it could answer, in the language of the reader', async () => {
  const { ask } = await hotels()
  const { declined } = await ask('How many grumpy bookings are there?')
  const told = { kind: 'questionDeclined', values: declined! } as const
  expect(speechIn('en').fact(told)).toBe('it does not know “grumpy”. It could answer: number of “bookings”')
  expect(speechIn('zh-CN').fact(told)).toBe('其中没有与“grumpy”对应的内容。可以改问：“bookings”的数量')
})
