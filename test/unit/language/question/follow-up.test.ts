import { describe, expect, it } from 'vitest'
import { standAlone } from '../../../../main/language/question/follow-up'

const pumps = 'How do heat pumps work?'
const pump = 'How does a heat pump work?'
const sqlite = 'How does SQLite make a commit atomic, and what can still corrupt a database?'

describe('a follow-up', () => {
  it.each([
    // What it adds to the same question.
    [pump, 'And in winter?', 'How does a heat pump work in winter?'],
    [pump, 'without a buffer tank?', 'How does a heat pump work without a buffer tank?'],
    // The same of another thing.
    [pump, 'What about a refrigerator?', 'How does a refrigerator work?'],
    ['How does SQLite make a commit atomic?', 'And PostgreSQL?', 'How does PostgreSQL make a commit atomic?'],
    // What is asked of the thing.
    [pumps, 'Drawbacks?', 'What are the drawbacks of heat pumps?'],
    [pumps, 'What are the drawbacks?', 'What are the drawbacks of heat pumps?'],
    [pump, 'What are its drawbacks?', 'What are the heat pump’s drawbacks?'],
    ['What are the drawbacks of heat pumps?', 'How much do they cost?', 'How much do heat pumps cost?'],
    ['Are heat pumps noisy?', 'Do they need maintenance?', 'Do heat pumps need maintenance?'],
    ['Why did the Roman Empire fall?', 'What did it lead to?', 'What did the Roman Empire lead to?'],
    [sqlite, 'How is it protected against power loss?', 'How is SQLite protected against power loss?'],
    ['What can corrupt a database?', 'How is it repaired?', 'How is the database repaired?'],
    ['What is a write-ahead log?', 'How long is it kept?', 'How long is the write-ahead log kept?'],
    ['热泵如何工作？', '它的缺点呢？', '热泵的缺点呢？'],
    ['热泵如何工作？', '冬天呢？', '冬天，热泵如何工作？'],
    ['热泵如何工作？', '那冰箱呢？', '冰箱如何工作？'],
    ['热泵如何工作？', '缺点呢？', '热泵的缺点是什么？'],
    ['热泵如何工作？', '有哪些缺点？', '热泵有哪些缺点？'],
    ['热泵与锅炉有什么区别？', '其优点是什么？', '热泵的优点是什么？'],
  ])('after “%s”: “%s” is “%s”', (before, followUp, whole) => {
    expect(standAlone(followUp, before)).toBe(whole)
  })

  it.each([
    [pumps, 'Which refrigerants harm the ozone layer most?'],
    [pumps, 'How do heat pumps work?'],
    ['热泵如何工作？', '热泵的制冷剂有哪些危害？'],
    ['', 'And in winter?'],
    [pumps, ''],
  ])('after “%s”: “%s” stands by itself', (before, whole) => {
    expect(standAlone(whole, before)).toBe(whole)
  })

  it.each([
    [pumps, 'Why?', 'How do heat pumps work: Why?'],
    [pump, 'Is it possible in a flat?', 'How does a heat pump work: Is it possible in a flat?'],
    ['热泵如何工作？', '为什么？', '热泵如何工作：为什么？'],
    // Which of the two is meant nobody knows.
    [
      'How do air-source and ground-source pumps compare?',
      'How loud are they?',
      'How do air-source and ground-source pumps compare: How loud are they?',
    ],
  ])('after “%s”: “%s” is put behind it where no rule knows better', (before, followUp, whole) => {
    expect(standAlone(followUp, before)).toBe(whole)
  })
})
