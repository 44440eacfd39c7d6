import { describe, expect, it } from 'vitest'
import { standAlone } from '../../../../../main/language/question/follow-up/stand-alone'

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

  const surveys = 'How many invertebrate surveys were carried out in 2023?'
  const visitors = 'Which five exhibitions had the most visitors?'

  it.each([
    // Another time, name, place, group or rank of the same.
    [surveys, 'and in 2022?', 'How many invertebrate surveys were carried out in 2022?'],
    [surveys, 'only the autumn ones', 'How many invertebrate surveys were carried out in autumn 2023?'],
    ['How many orders came in March 2023?', 'And in April?', 'How many orders came in April 2023?'],
    ['How many permits are open?', 'in 2024?', 'How many permits are open in 2024?'],
    [
      'How many events were recorded at station TVK in 2024?',
      'and at BRH?',
      'How many events were recorded at station BRH in 2024?',
    ],
    [
      'What did we spend on orders from Preston & Hale in 2024?',
      'what about Archivea?',
      'What did we spend on orders from Archivea in 2024?',
    ],
    [
      'How much electricity did Maternity use in 2024?',
      'same for Outpatients',
      'How much electricity did Outpatients use in 2024?',
    ],
    ['How many people took part in wave 2?', 'and in the first wave?', 'How many people took part in wave 1?'],
    [
      'How tall may a monument be in section D?',
      'what about sections A to C?',
      'How tall may a monument be in sections A to C?',
    ],
    [
      'How many plots are available in section D?',
      'in the urn garden?',
      'How many plots are available in the urn garden?',
    ],
    ['Who works on the day shift?', 'and the night shift?', 'Who works on the night shift?'],
    [
      'How many people were counted at the Tram stop in 2024?',
      'per site please',
      'How many people were counted in 2024 per site?',
    ],
    ['How many orders are there per month?', 'by supplier', 'How many orders are there by supplier?'],
    [visitors, 'show me the five lowest instead', 'Which five exhibitions had the fewest visitors?'],
    ['Which antenna has the most detections?', 'and the second one?', 'Which antenna has the second most detections?'],
    ['What was the total rent in 2023?', 'and the average?', 'What was the average rent in 2023?'],
    [
      surveys,
      'is that more than in 2021?',
      'How many invertebrate surveys were carried out in 2021 and 2023 per year?',
    ],
    // Of the same things something else.
    [
      'How many patients live in Braga?',
      'How many of them have blood type A+?',
      'How many of the patients that live in Braga have blood type A+?',
    ],
    ['How many people work in Davos?', 'list them', 'List the people that work in Davos?'],
    ['How many play areas are there in Brook?', 'list them', 'List the play areas in Brook?'],
    [surveys, 'how many of those were late?', 'How many of the invertebrate surveys carried out in 2023 were late?'],
    [surveys, 'which of them is the longest?', 'Which of the invertebrate surveys carried out in 2023 is the longest?'],
    [surveys, 'list them', 'List the invertebrate surveys carried out in 2023?'],
    [surveys, 'Which ones?', 'Which invertebrate surveys were carried out in 2023?'],
    [surveys, 'who did most of those?', 'Who did most of the invertebrate surveys carried out in 2023?'],
    [
      'How many permits are still pending?',
      'which of them is the oldest?',
      'Which of the pending permits is the oldest?',
    ],
    [
      'How many loans began in 2023?',
      'How many of them went abroad?',
      'How many of the loans that began in 2023 went abroad?',
    ],
    [
      'How many of the orders placed in 2024 were cancelled?',
      'and in 2023?',
      'How many of the orders placed in 2023 were cancelled?',
    ],
    [
      'How many samples were positive in 2023?',
      'what did the repairs cost that year?',
      'What did the repairs cost in 2023?',
    ],
    ['How many orders are open?', 'only the late ones', 'How many late orders are open?'],
    [
      'What are the commonest reasons of admission?',
      'just for hedgehogs?',
      'What are the commonest reasons of admission for hedgehogs?',
    ],
    // What it is about is said before.
    [
      'How much did the Thorngill fish pass cost?',
      'who was the contractor?',
      'Who was the contractor of the Thorngill fish pass?',
    ],
    ['Which option was chosen for CH1?', 'who approved it?', 'Who approved the option chosen for CH1?'],
    ['Who signed the ethics approval?', 'until when is it valid?', 'Until when is the ethics approval valid?'],
    ['2023年有多少张订单？', '那2022年呢？', '2022年有多少张订单？'],
    ['2023年3月有多少张订单？', '4月呢？', '2023年4月有多少张订单？'],
    ['2023年有多少张订单？', '其中有多少张已取消？', '2023年的订单中有多少张已取消？'],
    [pumps, 'Why?', 'Why do heat pumps work?'],
    [pumps, 'How loud are these pumps?', 'How loud are these pumps?'],
  ])('after “%s”: “%s” is “%s”', (before, followUp, whole) => {
    expect(standAlone(followUp, before)).toBe(whole)
  })

  it.each([
    ['When was it built?', 'When was Chur built?'],
    ['And its elevation?', 'Chur’s elevation?'],
    ['what did the repairs there cost?', 'What did the repairs at Chur cost?'],
  ])('after an answer that names one thing: “%s” is “%s”', (followUp, whole) => {
    expect(standAlone(followUp, 'Which site had the highest factor?', 'Chur')).toBe(whole)
  })

  it.each([
    [surveys, visitors],
    [surveys, 'How hot must the water be for rinsing empty barrels?'],
    ['Which dose was given?', 'Which inspector has recorded the most failed inspections?'],
    [surveys, `${'Please tell me at length what it is that they did. '.repeat(10)}?`],
  ])('after “%s”: another subject stays as it is: “%s”', (before, whole) => {
    expect(standAlone(whole, before)).toBe(whole.trim())
  })

  it.each([
    [pump, 'Is it possible in a flat?', 'Is it possible in a flat (about: heat pump)?'],
    ['热泵如何工作？', '为什么？', '热泵如何工作：为什么？'],
    [
      'What caused the fall in oxygen pressure in February 2024?',
      'why did nobody react to the alarm?',
      'Why did nobody react to the alarm (about: fall, oxygen pressure, February 2024)?',
    ],
    // It narrows, and is no other thing of which the same is asked.
    [
      'How many club members live in Weidenbach?',
      'and active ones in Kronau?',
      'Active ones in Kronau (about: club members live, Weidenbach)?',
    ],
    // Which of the two is meant nobody knows.
    [
      'How do air-source and ground-source pumps compare?',
      'How loud are they?',
      'How loud are they (about: air, ground, pumps)?',
    ],
    [
      'How many of the orders placed in 2023 were cancelled?',
      'no, I meant all of them, not just the cancelled ones',
      'All of them, not just the cancelled ones (about: orders, 2023)?',
    ],
  ])('after “%s”: “%s” gets what that names in brackets where no rule knows better', (before, followUp, whole) => {
    expect(standAlone(followUp, before)).toBe(whole)
  })

  it('gets what the conversation began with, too, where no rule knows better', () => {
    const topic = 'How much did the fish pass cost?'
    expect(standAlone('and who paid for the overspend?', 'Do we have a phone number for them?', null, topic)).toBe(
      'Who paid for the overspend (about: phone number, fish pass)?',
    )
  })
})
