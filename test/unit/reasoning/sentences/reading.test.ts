import { describe, expect, it } from 'vitest'
import { type QuestionKind, questionKind } from '../../../../main/language/question/kind'
import { createBackground } from '../../../../main/language/text/background'
import { bearingOn, namesAsked } from '../../../../main/reasoning/sentences/answers'
import { fromItsOption, type ReadPassage } from '../../../../main/reasoning/sentences/candidate'
import { collectCandidates } from '../../../../main/reasoning/sentences/candidates'
import { definitionFor } from '../../../../main/reasoning/sentences/definitions'
import { rankReading, sourcesToRead } from '../../../../main/reasoning/sentences/documents'
import { leadFor } from '../../../../main/reasoning/sentences/leads'
import { limitsIn, listFor } from '../../../../main/reasoning/sentences/lists'
import { procedureFor } from '../../../../main/reasoning/sentences/procedures'
import { selectSentences } from '../../../../main/reasoning/sentences/select'
import { inPlainWords, weightTerms } from '../../../../main/reasoning/sentences/terms'
import { weighSentences } from '../../../../main/reasoning/sentences/weigh'

const passage = (text: string, more: Partial<ReadPassage> = {}): ReadPassage => ({
  passageId: 1,
  sourceId: 'manual',
  sourceName: 'manual.html',
  title: 'Manual',
  contentHash: null,
  headingPath: ['Journals'],
  text,
  locator: {
    sourceId: 'manual',
    start: 0,
    end: text.length,
    page: null,
    lineStart: 1,
    lineEnd: text.split('\n').length,
  },
  reason: null,
  ...more,
})
const reason = (score: number) => ({
  dense: null,
  keyword: score,
  feedback: null,
  section: null,
  neighbours: null,
  named: null,
  rerank: null,
  score,
  rankBefore: 1,
  rankAfter: 1,
})
const unread = async () => null
const read = (text: string) => collectCandidates([passage(text)], async () => null)
const weigh = async (query: string, text: string, kind: QuestionKind = 'open') => {
  const background = createBackground([text])
  return weighSentences(
    {
      query,
      question: query,
      kind,
      candidates: (await read(text)).filter(({ defect }) => defect === null),
      background,
      reading: rankReading([query], [passage(text)], background),
    },
    async (texts) => texts.map(() => null),
  )
}

const answers = async (...asked: Parameters<typeof bearingOn>) => (await bearingOn(...asked)) === 'answers'

describe('reading a document', () => {
  it('puts a page about the matter before one that mentions it best', () => {
    const hit = (sourceId: string, score: number) => ({ ...passage('x', { sourceId }), reason: reason(score) })
    const sources = sourcesToRead([hit('mention', 1), hit('about', 0.9), hit('about', 0.8), hit('far', 0.1)])
    expect(sources).toEqual(['about', 'mention', 'far'])
    const about =
      'The rollback journal is written first. Deleting the journal commits. A journal left behind is rolled back.'
    const read = [
      passage(
        'A journal is also kept by storks that fly to Africa, who write of lakes, rivers, frogs and the weather.',
        {
          sourceId: 'mention',
          title: 'Storks',
        },
      ),
      passage(about, { sourceId: 'about', title: 'Journals', passageId: 2 }),
    ]
    const { documents, passages } = rankReading(
      ['what is a rollback journal'],
      read,
      createBackground([about, 'storks']),
    )
    expect([...documents.keys()]).toEqual(['about', 'mention'])
    expect(passages.get(2)).toBe(1)
  })

  it('lets a bare verb weigh no more than what it is asked of: in a library on one subject it alone is rare', () => {
    const right =
      'A heat pump takes heat from a cool place and delivers it to a warmer one. A heat pump needs work for that heat.'
    const beside = 'Frost moves the fan of the pump out of balance, and the owners call for help.'
    const background = createBackground([right, beside, ...Array(8).fill('The heat pump and its heat.')])
    const read = [
      passage(beside, { sourceId: 'beside', title: 'Frost' }),
      passage(right, { sourceId: 'right', title: 'How a heat pump works', passageId: 2 }),
    ]
    const { documents } = rankReading(['How does a heat pump move heat?'], read, background)
    expect([...documents.keys()][0]).toBe('right')
  })

  it('ranks the chapters of a book as documents of their own, and leaves a shorter source whole', () => {
    const text = 'The rollback journal is deleted at the commit.'
    const book = ['Storks', 'Journals'].flatMap((chapter, at) =>
      Array.from({ length: 40 }, (_, place) =>
        passage(chapter === 'Journals' ? text : 'Storks fly to Africa in autumn.', {
          sourceId: 'book',
          passageId: 40 * at + place + 1,
          headingPath: [chapter, `Section ${place}`],
          locator: {
            sourceId: 'book',
            start: 2000 * (40 * at + place),
            end: 2000 * (40 * at + place) + 100,
            page: null,
            lineStart: 1,
            lineEnd: 1,
          },
        }),
      ),
    )
    const background = createBackground([text, 'storks'])
    const { documents, documentOf } = rankReading(['When is the journal deleted?'], book, background)
    expect([...documents]).toEqual([
      ['book\nJournals', 1],
      ['book\nStorks', 0],
    ])
    expect(documentOf.get(80)).toEqual({ id: 'book\nJournals', title: 'Journals' })
    expect([...rankReading(['journal'], book.slice(20, 60), background).documents.keys()]).toEqual(['book'])
  })

  it('takes the items of a list with what introduces them, and lines below a term with the term', async () => {
    const items = await read(
      'There are two kinds of files.\n\nA journal is kept in one of these places:\n\nsame directory\ntemporary directory\n\n--auto\nChecks whether anything has to be done.',
    )
    expect(items.map(({ sentence, isItem, label, defect }) => [sentence, isItem, label, defect])).toEqual([
      ['There are two kinds of files.', false, null, null],
      ['A journal is kept in one of these places:', false, null, 'signpost'],
      ['same directory', true, 'A journal is kept in one of these places:', null],
      ['temporary directory', true, expect.any(String), null],
      ['--auto', true, null, null],
      ['Checks whether anything has to be done.', true, '--auto', null],
    ])
  })

  it('takes what a sentence says before it announces an example, and no key of a configuration alone', async () => {
    const text = 'To set the period, configure the stop.timeout property'
    const items = await read(
      `${text}, as shown in the following example:\n\nstop:\n  timeout: "20s"\n\nTo stop it:\n\nRun this, for example:`,
    )
    expect(items.map(({ sentence, defect }) => [sentence, defect])).toEqual([
      [text, null],
      ['stop:', 'tooShort'],
      ['timeout: "20s"', null],
      ['To stop it:', 'tooShort'],
      ['Run this, for example:', expect.any(String)],
    ])
    expect(items[0]?.locator).toMatchObject({ start: 0, end: text.length })
  })

  it('takes what a paragraph says of the term that it begins with for said of that', async () => {
    const items = await read(
      'SIZE: The most lines that are kept. The default is 500 lines.\n\nIt is said once: never twice.',
    )
    expect(items.map(({ sentence, label }) => [sentence, label])).toEqual([
      ['SIZE: The most lines that are kept.', null],
      ['The default is 500 lines.', 'SIZE'],
      ['It is said once: never twice.', null],
    ])
  })

  it('weighs what answers above what stands beside it, and brings along what it leans on', async () => {
    const weighed = await weigh(
      'When is the rollback journal deleted?',
      'The page cache is kept in memory. The rollback journal is written before the database. However, it is deleted when the transaction commits. The rollback journal is deleted last. Storks fly to Africa in autumn.',
    )
    expect(weighed[0]?.candidate.sentence).toBe('The rollback journal is deleted last.')
    expect(
      weighed.find(({ candidate }) => candidate.dangling === 'none' && /Storks/.test(candidate.sentence))?.score,
    ).toBeLessThan(weighed[0]?.score ?? 0)
    const leaning = weighed.filter(({ candidate }) => candidate.dangling !== 'none')
    const [run] = selectSentences(leaning, 2)
    expect(run?.sentences.map(({ sentence }) => sentence)).toEqual([
      'The rollback journal is written before the database.',
      'However, it is deleted when the transaction commits.',
    ])
  })

  it('hears each of the best documents after the opening, where it is asked to', async () => {
    const sentence = (at: number) =>
      `The rollback journal of kind number ${at} ${'abcdefghijklm'[at]}${at}x is deleted.`
    const many = await weigh('rollback journal', Array.from({ length: 12 }, (_, at) => sentence(at)).join(' '))
    const other = await collectCandidates(
      [passage('Journals are of many kinds.', { sourceId: 'other' })],
      async () => null,
    )
    const weighed = [
      ...many,
      ...other.map((candidate) => ({
        candidate,
        document: 'other',
        score: 0.01,
        inContext: 0.1,
        inNames: 0,
        inLabel: 0,
        inHeading: 0,
        form: 0,
        similarity: null,
      })),
    ]
    const said = (documents: [string, number][]) =>
      selectSentences(weighed, 9, 'open', [], new Map(documents)).flatMap(({ sentences }) =>
        sentences.map(({ hit }) => hit.sourceId),
      )
    expect(said([])).not.toContain('other')
    expect(
      said([
        ['manual', 1],
        ['other', 0.8],
      ]),
    ).toContain('other')
    expect(
      said([
        ['manual', 1],
        ['other', 0.3],
      ]),
    ).not.toContain('other')
  })

  it('brings the whole table or list where several things are asked for, each row by itself', async () => {
    const text = [
      'Gas: R-290; Warming: 3; Use: houses',
      'Gas: R-32; Warming: 675; Use: rooms',
      'Gas: R-744; Warming: 1; Use: shops',
    ].join('\n')
    const said = async (kind: 'listing' | 'time') =>
      selectSentences((await weigh('R290', text)).slice(0, 1), 9, kind).map(({ sentences }) => sentences.length)
    expect(await said('listing')).toEqual([1, 1, 1])
    expect(await said('time')).toEqual([1])
    const list = await weigh('kinds of journals', 'Kinds of journals:\n\nRollback journals\nMemory logs\nDelta files')
    expect(selectSentences(list.slice(0, 1), 9, 'listing').map(({ sentences }) => sentences.length)).toEqual([3])
  })

  it('opens with the whole procedure in its order where one is asked for', async () => {
    const text = [
      'The rollback journal is restored rarely.\n\nTo restore a rollback journal, follow these steps:\n',
      '1. Stop the service.\n2. Copy the journal. It may take long.\n3. Restore a; b; and c.\n4. Start',
      '- The journal is small.',
    ].join('\n')
    const documents = new Map([['manual', 1]])
    const question = 'How do I restore the rollback journal?'
    const weighed = await weigh(question, text, 'manner')
    const procedure = procedureFor(question, weighed, documents)
    const [opening] = selectSentences(weighed, 9, 'manner', procedure)
    expect(opening?.sentences.map(({ sentence }) => sentence)).toEqual([
      '1. Stop the service.',
      '2. Copy the journal.',
      'It may take long.',
      '3. Restore a; b; and c.',
      '4. Start',
    ])
    // The same list is none for what else is done with a journal, nor one that counts up what a journal is.
    expect(procedureFor('How do I compress the rollback journal?', weighed, documents)).toEqual([])
    const limits = text.replace('To restore a rollback journal, follow these steps', 'A rollback journal has limits')
    const asked = 'How do I switch the rollback journal on?'
    expect(procedureFor(asked, await weigh(asked, limits, 'manner'), documents)).toEqual([])
    const inChinese =
      '静态 IP 地址很常见。\n\n解析主机名的顺序：\n\n1. 先查文件 hosts 里的 IP 地址。\n2. 再询问 DNS 服务器。'
    const action = '如何设置静态 IP 地址？'
    expect(procedureFor(action, await weigh(action, inChinese, 'manner'), documents)).toEqual([])
    const named = inChinese.replace('解析主机名的顺序', '设置静态 IP 地址的步骤')
    expect(procedureFor(action, await weigh(action, named, 'manner'), documents)).toHaveLength(2)
    // How SQLite differs from other programs is no way to do something with it.
    const other = 'The rollback journal is restored.\n\nSQLite differs:\n\n1. It has one file.\n2. It needs no server.'
    expect(procedureFor(question, await weigh(question, other, 'manner'), documents)).toEqual([])
    const told = 'First, stop the rollback journal to restore it. Then copy the journal. Finally, start it again.'
    expect(procedureFor(question, await weigh(question, told, 'manner'), documents)).toHaveLength(3)
    // What a paper argues in order and is going to say is none either.
    const argued = told.replace('Then copy the journal', 'Next, we describe how a rollback journal is copied')
    expect(procedureFor(question, await weigh(question, argued, 'manner'), documents)).toEqual([])
  })

  it('opens with the value of the name that is asked about', async () => {
    const question = 'What is the default value of HISTSIZE?'
    const text =
      'The default value is 400 lines if HISTFILE is set to a value.\n\nOf HISTSIZE 500 commands are kept by default.'
    const weighed = await weigh(question, text, 'quantity')
    expect(weighed[0]?.candidate.sentence).toContain('HISTFILE')
    expect(leadFor('quantity', question, weighed)?.sentence).toContain('500 commands')
    const entries = 'HISTSIZE: What is kept of the commands.\n\nHISTSIZE: Default: 500\n\nHISTFILE: Default: none'
    const ofEntries = await weigh(question, entries, 'definition')
    expect(leadFor('definition', question, ofEntries)?.sentence).toBe('HISTSIZE: Default: 500')
  })

  it('brings a whole list to a question for how something is done only where it is introduced as that, or has numbers', async () => {
    const question = 'How does the rollback journal deal with failures?'
    const items = ['The rollback journal hides failures.', 'Indexing is simple.', 'New machines are added with ease.']
    const sizesOf = async (lead: string, list: readonly string[]) => {
      const weighed = await weigh(question, `${lead}\n\n${list.join('\n')}`, 'manner')
      const best = weighed.find(({ candidate }) => candidate.sentence.includes('hides failures'))!
      return selectSentences([best], 9, 'manner').map(({ sentences }) => sentences.length)
    }
    const bullets = items.map((item) => `- ${item}`)
    expect(await sizesOf('Users have several benefits:', bullets)).toEqual([1])
    expect(await sizesOf('To deal with failures the rollback journal takes measures:', bullets)).toEqual([3])
    const numbered = items.map((item, at) => `${at + 1}. ${item}`)
    expect(await sizesOf('Users have several benefits:', numbered)).toEqual([3])
  })

  it('opens with the sentence that answers best, unless it leans on what stands before it', async () => {
    const text = 'Storks fly to Africa in autumn. The rollback journal is deleted at the commit.'
    const units = selectSentences(await weigh('When is the rollback journal deleted?', text), 2)
    expect(units.map(({ sentences }) => sentences.map(({ sentence }) => sentence))).toEqual([
      ['The rollback journal is deleted at the commit.'],
      ['Storks fly to Africa in autumn.'],
    ])
  })

  it('opens with what was asked for: a date where a time is', async () => {
    const text = 'The rollback journal was built by nobody at first. The engineer put the journal to work in 1856.'
    const weighed = await weigh('When was the first rollback journal built?', text, 'time')
    const lead = leadFor('time', 'When was it founded?', weighed)
    const units = selectSentences(weighed, 2, 'time', lead === undefined ? [] : [lead])
    expect(units[0]?.sentences.map(({ sentence }) => sentence)).toEqual([
      'The engineer put the journal to work in 1856.',
    ])
  })

  it('opens with an item by itself where no list was asked for', async () => {
    const text = 'Mind these:\n\nThe old journal was slow in winter.\nThe rollback journal is deleted at the commit.'
    const weighed = await weigh('Is the rollback journal deleted?', text)
    const [opening] = selectSentences(weighed, 2)
    expect(opening?.sentences[0]?.sentence).toBe('The rollback journal is deleted at the commit.')
  })

  it('opens with what names the thing whose meaning or purpose is asked', async () => {
    const text = 'The journal is used for everything. Locks are used to keep the readers of a journal apart.'
    const question = 'What are locks of a journal for?'
    const weighed = await weigh(question, text, 'purpose')
    expect(leadFor('purpose', question, weighed)?.sentence).toBe(
      'Locks are used to keep the readers of a journal apart.',
    )
  })

  it('opens with the list that is introduced as what was asked for, in its order', async () => {
    const text = [
      'Advantages of the log include:\n\nThe log is fast in most cases\nThe log needs few calls',
      'But there are also disadvantages:\n\nAll readers must be on one host\nThe page size is fixed for good',
    ].join('\n\n')
    const weighed = await weigh('What are the drawbacks of a fast log?', text, 'limit')
    const documents = new Map([['manual', 1]])
    const units = selectSentences(weighed, 4, 'limit', limitsIn(weighed, documents))
    expect(units[0]?.sentences.map(({ sentence }) => sentence)).toEqual([
      'All readers must be on one host',
      'The page size is fixed for good',
    ])
  })

  it('opens with the whole list of what was asked for, and not with one of something else', async () => {
    const text = [
      'A mode is chosen at the start, and the threading mode of a connection may change.\n\nThere are three threading modes:\n',
      '1. Single. One thread at most.\n2. Multi. Many threads.\n3. Serialized. No restriction.\n',
      'Threading modes obey these rules:\n\nOne threading mode at a time\nNo threading mode for ever\n',
      'The threading mode is kept.',
    ].join('\n')
    const documents = new Map([['manual', 1]])
    const listFrom = async (question: string) =>
      listFor(await weigh(question, text, 'listing'), documents).map(({ sentence }) => sentence)
    const question = 'Which threading modes are there?'
    expect(await listFrom(question)).toEqual([
      '1. Single.',
      'One thread at most.',
      '2. Multi.',
      'Many threads.',
      '3. Serialized.',
      'No restriction.',
    ])
    expect(await listFrom('Which journal modes are there?')).toEqual([])
    const weighed = await weigh(question, text, 'listing')
    const [opening] = selectSentences(weighed, 9, 'listing', listFor(weighed, documents))
    expect(opening?.sentences).toHaveLength(6)
    // Of a source that matters little it is no answer.
    expect(listFor(weighed, new Map([['manual', 0.5]]))).toEqual([])
  })

  it('opens with the number under the line that is the question', async () => {
    const text = [
      '1. Maximum Number Of Columns\nThe maximum number of columns can be lowered.\nThe setting for MAX_COLUMN is 2000.',
      '2. Maximum Number Of Tables In A Join\nSQLite does not support joins of more than 64 tables.',
      '3. Maximum Length Of A Statement\nThe maximum length of a join is 1000000 bytes.',
      '4. Size Of A Row\nThe maximum number of bytes in all columns of a row is 5000.',
    ].join('\n')
    const lead = async (question: string) =>
      leadFor('quantity', question, await weigh(question, text, 'quantity'))?.sentence
    expect(await lead('What is the maximum number of tables in a join?')).toBe(
      'SQLite does not support joins of more than 64 tables.',
    )
    expect(await lead('What is the maximum number of columns?')).toBe('The setting for MAX_COLUMN is 2000.')
    expect(leadFor('open', 'columns', await weigh('columns', text))).toBeUndefined()
  })

  it('reads sentences that begin with the small name of a program, and none that lost its beginning', async () => {
    const said = async (title: string) =>
      (
        await collectCandidates(
          [passage('sqldiff shows differences of files. It is quick and it is small.', { title })],
          unread,
        )
      )
        .filter(({ defect }) => defect === null)
        .map(({ sentence }) => sentence)
    expect(await said('sqldiff.exe: what differs')).toContain('sqldiff shows differences of files.')
    expect(await said('Files')).toEqual(['It is quick and it is small.'])
  })

  it('asks in the words that texts answer with', () => {
    expect(inPlainWords('Does timeit.repeat run twice?')).toBe('Does timeit.repeat timeit repeat run twice?')
    expect(inPlainWords('When is it run by timeit.repeat.')).toBe('When is it run by timeit.repeat timeit repeat.')
    expect(inPlainWords('Since version 3.11 e.g. at /etc/hosts.deny or a.b')).toBe(
      'Since version 3.11 e.g. at /etc/hosts.deny or a.b',
    )
    expect(inPlainWords('How do I switch foreign key checking on?')).toBe('How do I enable foreign key checking?')
    expect(inPlainWords('Can I turn the cache off?')).toBe('Can I disable the cache?')
    expect(inPlainWords('How large can a file get?')).toBe('maximum size of a file?')
    expect(inPlainWords('How many tables can I join?')).toContain('maximum number of tables')
    expect(inPlainWords('How many tables are there?')).toBe('How many tables are there?')
  })

  it('weighs “commonly” and “nowadays” little beside what is asked about, rare as they are in a library', () => {
    const background = createBackground([
      'The refrigerant boils.',
      'Every refrigerant condenses.',
      'A pump moves heat.',
    ])
    for (const question of ['What refrigerants are commonly used?', 'What refrigerants are used nowadays?']) {
      const [asked, vague] = ['refrigerants', 'commonly', 'nowadays']
        .flatMap((surface) => weightTerms(question, background).find(({ word }) => word.surface === surface) ?? [])
        .map(({ weight }) => weight)
      expect(asked, question).toBeGreaterThan(vague ?? Number.POSITIVE_INFINITY)
    }
  })

  it('opens with the best sentences wherever they stand, not with the neighbours of the first', async () => {
    const sections = ['Commit', 'Cache', 'Locks', 'Backup'].map((heading, section) => {
      const sentences = Array.from(
        { length: 6 },
        (_, at) => `${heading} ${heading}${at} is told of ${at}${heading} alone.`,
      )
      const text = sentences.join(' ')
      const start = 1000 * section
      const locator = { ...passage(text).locator, start, end: start + text.length }
      return passage(text, { headingPath: [heading], locator })
    })
    const candidates = await collectCandidates(sections, async () => null)
    const weighed = candidates
      .map((candidate, at) => ({
        candidate,
        document: '',
        // The first two sentences of each section are the best eight; those below them are worth a little less.
        score: at % 6 < 2 ? 0.9 - at / 1000 : 0.8 - at / 1000,
        inContext: 1,
        inNames: 0,
        inLabel: 0,
        inHeading: 0,
        form: 0,
        similarity: null,
      }))
      .sort((a, b) => b.score - a.score)
    const opening = selectSentences(weighed, 24)
      .flatMap(({ sentences }) => sentences.map(({ hit }) => hit.headingPath[0]))
      .slice(0, 8)
    expect(new Set(opening)).toEqual(new Set(['Commit', 'Cache', 'Locks', 'Backup']))
  })

  it('goes on with what stands beside the sentences that open the answer', async () => {
    const sections = ['Commit', 'Cache'].map((heading) =>
      passage(
        Array.from({ length: 12 }, (_, at) => `${heading} ${'abcdefghijkl'[at]}${at} is said of nothing else.`).join(
          ' ',
        ),
        { sourceId: heading, headingPath: [heading] },
      ),
    )
    const candidates = await collectCandidates(sections, async () => null)
    const weighed = candidates.map((candidate, at) => ({
      candidate,
      document: '',
      // The best eight are of one section; of the rest those of the other one are worth a little more.
      score: at < 8 ? 0.9 - at / 100 : candidate.hit.sourceId === 'Cache' ? 0.4 : 0.3,
      inContext: 1,
      inNames: 0,
      inLabel: 0,
      inHeading: 0,
      form: 0,
      similarity: null,
    }))
    const said = selectSentences(weighed, 12).flatMap(({ sentences }) => sentences.map(({ hit }) => hit.sourceId))
    expect(said).toEqual(Array.from({ length: 12 }, () => 'Commit'))
  })

  it('says nothing twice', async () => {
    const twice = 'The rollback journal is deleted after the transaction has committed. '
    const units = selectSentences(await weigh('rollback journal', `${twice}${twice}`), 5)
    expect(units.flatMap(({ sentences }) => sentences)).toHaveLength(1)
  })
})

describe('words of the same meaning', () => {
  it('find what the question words otherwise, and weigh less than its own', async () => {
    const [own, same, other] = await Promise.all(
      [
        'The drawback of the log is its size.',
        'The disadvantage of the log is its size.',
        'The colour of the log is grey.',
      ].map(async (text) => (await weigh('drawbacks of the log', text))[0]?.inContext ?? 0),
    )
    expect(own).toBeGreaterThan(same ?? 0)
    expect(same).toBeGreaterThan(other ?? 0)
  })

  it('find it in Chinese, too', async () => {
    const held = async (text: string) => (await weigh('热泵的局限', text))[0]?.inContext ?? 0
    expect(await held('热泵的缺点是噪声较大。')).toBeGreaterThan(await held('热泵的颜色是灰色的。'))
  })

  it('give the items of a list what introduces it', async () => {
    const text = (introduction: string) => `${introduction}:\n\nThe log grows\nThe page size is fixed`
    const score = async (introduction: string) =>
      (await weigh('What are the drawbacks of journals?', text(introduction), 'limit')).find(({ candidate }) =>
        candidate.sentence.includes('page size'),
      )?.score ?? 0
    expect(await score('There are disadvantages')).toBeGreaterThan(await score('There are some lines here'))
  })
})

describe('not knowing', () => {
  it.each([
    ['How do I have Litestream ship the log to S3?', [['Litestream'], ['S3']]],
    ['sensible innodb_buffer_pool_size for MySQL?', [['innodb_buffer_pool_size'], ['MySQL']]],
    ['can it be on an NFS or SMB share, or a USB stick?', [['NFS', 'SMB'], ['USB']]],
    ['Why is the file still big?', []],
  ])('takes the names of %s', (question, names) => {
    expect(namesAsked(question)).toEqual(names)
  })

  it('has no answer where nothing holds enough of the question', async () => {
    const text = 'The rollback journal is deleted when the transaction commits.'
    const isAnswered = async (query: string) => answers(query, await weigh(query, text), [passage(text)], unread)
    expect(await isAnswered('rollback journal deleted')).toBe(true)
    expect(await isAnswered('sourdough proofing time')).toBe(false)
    const name = 'On an NFS share the rollback journal is deleted late.'
    const isSaid = async (query: string) => answers(query, await weigh(query, name), [passage(name)], unread)
    expect(await isSaid('rollback journal deleted on an NFS or SMB share')).toBe(true)
  })

  it('wants as much of a long question as of a short one, and of words alone all that the best sentences hold', async () => {
    const text = 'The blue colour stands for sectors with original data. The sky is the limit. The journal has pages.'
    const isAnswered = async (query: string, inContext: number, similarity: number | null) => {
      const alike = (await weigh(query, text)).map((item) => ({ ...item, inContext, similarity }))
      const weighed = Array(20).fill(alike).flat()
      return answers(query, weighed, [passage(text)], unread)
    }
    const long = 'blue sectors of the original data in the journal pages'
    expect([await isAnswered('Why is the sky blue?', 0.3, 0.4), await isAnswered(long, 0.3, 0.4)]).toEqual([
      false,
      false,
    ])
    expect([await isAnswered('sky and blue', 0.6, 0.5), await isAnswered(long, 0.6, 0.5)]).toEqual([true, true])
    expect(await isAnswered('天空为什么是蓝色的？', 0.2, null)).toBe(false)
    expect(await isAnswered('天空为什么是蓝色的？', 0.4, null)).toBe(true)
  })

  it('wants less of the best of a few sentences than of the best of many', async () => {
    const text = 'The rollback journal is deleted when the transaction commits.'
    const query = 'Is a rollback journal kept by every connection?'
    const [item] = await weigh(query, text)
    const isAnswered = (sentences: number) => {
      const weighed = Array(sentences).fill({ ...item, inContext: 0.3, similarity: 0.4 })
      return answers(query, weighed, [passage(text)], unread)
    }
    expect([await isAnswered(5), await isAnswered(60), await isAnswered(120)]).toEqual([true, false, false])
  })

  it.each([
    ['What does the new pump cost?', true],
    ['How much does the old pump cost?', true],
    ['How long does delivery take?', true],
    ['How much does the lawyer cost?', false],
    ['What colour is the pump?', false],
    ['Where is the lawyer?', false],
  ])('of a few notes, answers %s: %s', async (query, isAnswered) => {
    const text =
      'We offer the new pump for 12,400 euros. Delivery is within six weeks. The old pump is taken back for 300 euros. The boiler house is rewired. Brandt looks after the ladders. The insurance was asked. Ott is away. The gate is shut. The roof leaks.'
    const weighed = (await weigh(query, text, questionKind(query))).map((item) => ({ ...item, similarity: 0.3 }))
    expect(await answers(query, weighed, [passage(text)], unread)).toBe(isAnswered)
  })

  it('tells what comes near a query from what is beside it', async () => {
    const text = 'The rollback journal is deleted when the transaction commits.'
    const bearing = async (inContext: number, similarity: number) => {
      const weighed = (await weigh('rollback of the journal', text)).map((item) => ({
        ...item,
        inContext,
        similarity,
        form: 0,
      }))
      return bearingOn('rollback of the journal', Array(60).fill(weighed).flat(), [passage(text)], unread)
    }
    expect([await bearing(0.5, 0.5), await bearing(0.2, 0.35), await bearing(0.05, 0.1)]).toEqual([
      'answers',
      'near',
      'beside',
    ])
  })

  it('takes a name that stands in a part of the source that was not read for known', async () => {
    const text = 'The rollback journal is deleted when the transaction commits.'
    const query = 'Is the rollback journal deleted by Litestream?'
    const weighed = (await weigh(query, text)).map((item) => ({ ...item, inContext: 0.4, similarity: 0.5 }))
    expect(await answers(query, weighed, [passage(text)], unread)).toBe(false)
    expect(await answers(query, weighed, [passage(text)], async () => 'Litestream ships logs.')).toBe(true)
  })

  it('doubts an answer from sections that do not mention a name, though another one does', async () => {
    const text = 'The rollback journal is deleted when the transaction commits.'
    const query = 'When is the rollback journal of Litestream deleted?'
    const elsewhere = { ...passage('Litestream ships logs.'), headingPath: ['Programs of others'] }
    const here = passage(`${text} Litestream waits for it.`)
    const isAnswered = async (inContext: number, read: ReadPassage[]) => {
      const weighed = (await weigh(query, text)).map((item) => ({ ...item, inContext, similarity: 0.5 }))
      return answers(query, weighed, read, unread)
    }
    expect(await isAnswered(0.06, [passage(text), elsewhere])).toBe(false)
    expect(await isAnswered(0.06, [here, elsewhere])).toBe(true)
    expect(await isAnswered(0.4, [passage(text), elsewhere])).toBe(true)
  })
})

describe('the option that a sentence explains', () => {
  const text =
    'These options leave files out.\n\n--exclude-vcs\n\nExclude version control directories. Git is one.\n\nVolume label\n\nThe tape has a name of its own.'
  const quoted = async (sentence: string) => {
    const candidates = await read(text)
    const found = candidates.find((one) => one.sentence === sentence)
    return found && fromItsOption(found)
  }

  it('is quoted with it, as the source has both', async () => {
    const both = '--exclude-vcs\n\nExclude version control directories.'
    const { sentence, locator } = (await quoted('Exclude version control directories.'))!
    expect(sentence).toBe(both)
    expect(text.slice(locator.start, locator.end)).toBe(both)
    expect([locator.lineStart, locator.lineEnd]).toEqual([3, 5])
  })

  it('is quoted once, and no other line above a sentence is', async () => {
    expect((await quoted('Git is one.'))?.sentence).toBe('Git is one.')
    expect((await quoted('The tape has a name of its own.'))?.sentence).toBe('The tape has a name of its own.')
  })
})

describe('what a manual page is about', () => {
  const name = 'git-rebase - Reapply commits on top of another base tip'
  const definition = async (
    query: string,
    headings: readonly [string, string],
    ...texts: readonly [string, string]
  ) => {
    const passages = texts.map((text, at) =>
      passage(text, { passageId: at + 1, headingPath: [headings[at]!], sourceId: 'page', title: 'git-rebase' }),
    )
    const placed = passages.map((one, at) => ({
      ...one,
      locator: { ...one.locator, sourceId: 'page', start: at * 1000, end: at * 1000 + one.text.length },
    }))
    const candidates = (await collectCandidates(placed, unread)).filter(({ defect }) => defect === null)
    const reading = rankReading([query], placed, createBackground([...texts]))
    return definitionFor(query, candidates, reading)?.sentence
  }
  const text = 'If git rebase stops, the git rebase command says why. Git rebase works on branches.'

  it('names the thing, in Chinese', async () => {
    const named = '每个文件都有一个叫做 inode 的数据结构，其中有它的所有者。'
    expect(await definition('什么是 inode？', ['文件', '文件'], '这些文件的 inode 号是相同的。', named)).toBe(named)
  })

  it('is said by the line under NAME', async () => {
    expect(await definition('What is git rebase?', ['NAME', 'DESCRIPTION'], name, text)).toBe(name)
    expect(await definition('What is git rebase?', ['DESCRIPTION', 'NAME'], text, name)).toBe(name)
  })

  it('is said of nothing else that is called so', async () => {
    const other = 'The default value is the string that puts the terminal in another mode.'
    const own = 'The default value is the number 500.'
    const query = 'What is the default value of HISTSIZE?'
    expect(await definition(query, ['active-region', 'Lines'], other, 'HISTSIZE counts lines.')).toBeUndefined()
    expect(await definition(query, ['active-region', 'HISTSIZE'], other, own)).toBe(own)
  })

  it('is said by no other line with a dash', async () => {
    expect(await definition('What is git rebase?', ['SEE ALSO', 'DESCRIPTION'], name, text)).toBe(
      'Git rebase works on branches.',
    )
  })
})
