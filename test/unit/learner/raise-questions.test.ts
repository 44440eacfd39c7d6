import { describe, expect, it } from 'vitest'
import { asQuestion, type RaisingDocument, raiseQuestions } from '../../../main/learner/raise-questions'

const document = (id: string, title: string, headings: string[] = [], contentHash = `hash-${id}`): RaisingDocument => ({
  sourceId: id,
  title,
  contentHash,
  headings,
})

describe('a heading', () => {
  it.each([
    ['(7) How do I list all tables in a database?', 'How do I list all tables in a database?'],
    ['2.1. What is a rollback journal?', 'What is a rollback journal?'],
    ['How To Compile SQLite', 'How To Compile SQLite?'],
    ['When to use a trigger', 'When to use a trigger?'],
    ['3 如何备份数据库？', '如何备份数据库？'],
    ['为什么需要预写日志', '为什么需要预写日志？'],
  ])('“%s” asks', (heading, question) => expect(asQuestion(heading)).toBe(question))

  it.each([
    'Overview',
    'Why?',
    'What now?',
    'The query planner',
    'Questions?',
    'How tables are stored',
    'Is it worth it?',
    '??',
    '',
    '备份？',
  ])('“%s” asks nothing', (heading) => expect(asQuestion(heading)).toBeNull())
})

describe('a library', () => {
  const faq = document('a', 'Frequently Asked Questions', ['Can I use it in commercial products?', 'Overview'])
  const wal = document('b', 'Write-Ahead Logging')
  const using = document('c', 'Using triggers - The Manual')
  const domains = [
    { name: 'Journal, WAL mode', aliases: ['rollback'], isNamed: false, documents: [wal, using] },
    { name: 'Licences', aliases: ['licensing terms'], isNamed: true, documents: [faq] },
    { name: null, aliases: [], isNamed: false, documents: [document('d', 'Loose pages', ['How do pages get lost?'])] },
  ]

  it('raises what its headings, domains and titles ask, one domain after the other in turn, and each once', () => {
    expect(raiseQuestions(domains).map(({ question, raisedBy }) => [question, raisedBy.kind])).toEqual([
      ['What is WAL mode?', 'domain'],
      ['Can I use it in commercial products?', 'heading'],
      ['How do pages get lost?', 'heading'],
      ['What is Write-Ahead Logging?', 'title'],
      ['What is Licences?', 'domain'],
      ['What is licensing terms?', 'domain'],
      ['What is Frequently Asked Questions?', 'title'],
    ])
    expect(raiseQuestions([...domains, domains[1]!])).toHaveLength(7)
    expect(raiseQuestions([])).toEqual([])
  })

  it('raises the same again for the same sources, and another one once they changed', () => {
    const [first] = raiseQuestions(domains)
    expect(raiseQuestions(domains)[0]).toEqual(first)
    const changed = [{ ...domains[0]!, documents: [{ ...wal, contentHash: 'other' }, using] }]
    expect(raiseQuestions(changed)[0]).toMatchObject({ key: first?.key, sourceIds: ['b', 'c'] })
    expect(raiseQuestions(changed)[0]?.hash).not.toBe(first?.hash)
  })

  it('knows a question by its words, whatever their case and spaces', () => {
    const keys = raiseQuestions([
      { ...domains[2]!, documents: [document('x', 't', ['How do  pages get lost?', 'how do pages GET lost?'])] },
    ])
    expect(keys).toHaveLength(1)
  })
})
