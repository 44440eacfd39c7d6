import { describe, expect, it } from 'vitest'
import type { Place } from '../../../contract/report/place'
import { answersNothing, claimsIn, isClaim, type ReportView, reportView } from '../../../contract/report/report'
import type { ExtractivePorts, Inquiry, PlannedStep, StepFindings } from '../../../main/reasoning'
import { createExtractiveEngine } from '../../../main/reasoning'
import { findConflicts } from '../../../main/reasoning/extractive/comparison'
import { speechIn, textOf } from '../../../wording'
import { callRecall } from '../../fixtures/call-recall'
import { placeIn } from '../../fixtures/places'
import { chineseCity, slabs } from './documents'
import { createMemoryLibrary } from './memory-library'

const options = { signal: new AbortController().signal }
const ask = (question: string): Inquiry => ({ question, clarifications: [] })

const engineOn = (ports: ExtractivePorts, now?: () => Date) => ({
  ...createExtractiveEngine(ports, now),
  callTool: callRecall(ports.recall),
})
type Engine = ReturnType<typeof engineOn>

async function research(engine: Engine, inquiry: Inquiry, change?: (steps: PlannedStep[]) => PlannedStep[]) {
  const investigation = await engine.investigate(inquiry, options)
  const planned = await engine.plan(
    { inquiry, investigation, previous: null, remark: null, gaps: [], finished: [] },
    options,
  )
  const steps: { step: PlannedStep; findings: StepFindings | null }[] = []
  for (const step of change?.(planned) ?? planned) {
    const earlier = steps.flatMap(({ step: before, findings }) => (findings ? [{ step: before, findings }] : []))
    const findings = step.skipped
      ? null
      : await engine.gatherEvidence(
          { inquiry, step, earlier, resources: [] },
          { ...options, callTool: engine.callTool },
        )
    steps.push({ step, findings })
  }
  const written = await engine.writeReport({ inquiry, steps, partial: false, nearby: ['Slabs'] }, options)
  return { investigation, planned, steps, report: await engine.verifyReport(written, options) }
}

const speech = speechIn('en')
const textsOf = (report: ReportView): string[] =>
  report.sections.flatMap((section) => section.sentences).flatMap((s) => (s.method === 'none' ? [] : [s.text]))

describe('a research session with the extractive engine', () => {
  it('opens with what a thing is where only its name is asked', async () => {
    const { ports } = createMemoryLibrary([
      {
        id: 'pipes',
        title: 'Heat pipes',
        text: 'Heat pipes of sodium work at high temperatures. The heat pipes of satellites carry heat pipes beside them. A heat pipe is a sealed tube that carries heat by evaporation. Heat pipes fail when their wick dries out.',
      },
      ...slabs,
    ])
    const { report } = await research(engineOn(ports), ask('Heat pipe'))
    expect(textsOf(report)[0]).toBe('A heat pipe is a sealed tube that carries heat by evaporation.')
  })

  it('does not tell some rows of a table where a figure of all of them is asked for', async () => {
    const rows = Array.from({ length: 40 }, (_none, at) => {
      const day = `2014-${String(1 + Math.floor(at / 20)).padStart(2, '0')}-${String(1 + (at % 20)).padStart(2, '0')}`
      return `date: ${day}; precipitation: ${at / 4}; wind: 4.7; weather: rain`
    })
    const weather = { id: 'weather', name: 'weather.csv', title: 'Weather of Seattle', text: rows.join('\n') }
    const { ports } = createMemoryLibrary([weather, ...slabs], { sentences: 1 })
    const answered = async (question: string) => (await research(engineOn(ports), ask(question))).report
    const listed = await answered('Which wind and weather had 2014-01-09?')
    expect(textsOf(listed).join('\n')).toContain('2014-01-09')
    for (const question of [
      'How many days of rain had the weather of 2014-01?',
      'What was the average wind with weather rain in 2014-01?',
      'On which date of 2014-01 was the precipitation highest?',
      // Every row has these titles; what is asked for stands in none.
      'Which weather dates are of unsafe wind or precipitation?',
    ]) {
      expect(answersNothing(await answered(question)), question).toBe(true)
    }
  })

  it('answers first, cites every sentence, and each is found again in its source', async () => {
    const { ports } = createMemoryLibrary(slabs)
    const { report } = await research(
      engineOn(ports),
      ask('What is known about heat conduction in composite slabs with contact resistance?'),
    )
    expect(() => reportView.parse(report)).not.toThrow()
    expect(report.sections[0]?.kind).toBe('summary')
    expect(report.sections.at(-1)?.kind).toBe('sources')
    expect(report.claims).toBeGreaterThan(2)
    expect(report.supported).toBe(report.claims)
    for (const sentence of report.sections.flatMap((section) => section.sentences))
      if (sentence.method === 'verbatim') expect(sentence.citations).not.toHaveLength(0)
  })

  it('numbers citations in the order of first citation and cites places exactly', async () => {
    const { ports, texts } = createMemoryLibrary(slabs)
    const { report } = await research(engineOn(ports), ask('How is heat conduction in composite slabs solved?'))
    const order = [
      ...new Set(report.sections.flatMap((s) => s.sentences).flatMap((s) => (s.method === 'none' ? [] : s.citations))),
    ]
    expect(order).toEqual(order.map((_, at) => at + 1))
    for (const { place, citedText } of report.citations)
      expect(place.kind === 'source' && texts.get(place.sourceId)?.slice(place.start, place.end)).toBe(citedText)
  })

  it.each(['What is the difference between a fetch and a pull?', 'How does a pull differ from a fetch?'])(
    'opens with what sets the two apart, before what is said of each: %s',
    async (question) => {
      const documents = [
        {
          id: 'fetch',
          title: 'Fetch',
          text: 'A fetch stores a copy of the changes. A fetch leaves the work as it is.',
        },
        { id: 'pull', title: 'Pull', text: 'A pull changes the branch that is checked out. A pull can stop half-way.' },
        {
          id: 'faq',
          title: 'Questions',
          text: 'The options of fetch and pull are many. A pull is a fetch followed by a merge. Use a fetch, rather than a pull, to look first.',
        },
      ]
      const { report } = await research(engineOn(createMemoryLibrary(documents).ports), ask(question))
      const [summary] = report.sections
      if (summary?.kind !== 'summary') throw new Error('There is no summary.')
      const texts = summary.sentences.flatMap((one) => (isClaim(one) ? one.text : []))
      expect(texts[0]).toBe('Use a fetch, rather than a pull, to look first.')
      expect(texts.slice(1)).toContain('A fetch stores a copy of the changes.')
      expect(summary.compares).toMatchObject({ opening: 2, rows: 1 })
      expect(summary.tellsSteps).not.toBe(true)
    },
  )

  it.each([
    [
      'What is the difference between the oak mill and the steam mill?',
      [
        {
          id: 'oak',
          title: 'The oak mill',
          text: 'The oak mill is driven by the wind. The oak mill grinds barley slowly on one stone.',
        },
        {
          id: 'steam',
          title: 'The steam mill',
          text: 'The steam mill burns coal in a boiler. The steam mill grinds wheat on four stones.',
        },
        { id: 'both', title: 'Two mills', text: 'The oak mill and the steam mill stand in one yard.' },
      ],
      ['Oak mill', 'Steam mill'],
      [/driven by the wind/, /burns coal/],
    ],
    [
      'What is the difference between the tide gate and the lock gate?',
      [
        {
          id: 'tide',
          title: 'Gates of the harbour',
          text: 'A tide gate needs paint each spring. The tide gate of Osk cost more than the tide gate of Rum. A tide gate is a flap that keeps the sea out. Tide gates rust.',
        },
        {
          id: 'lock',
          title: 'Gates of the canal',
          text: 'The lock gate creaks. Two men push the lock gate of Osk and the lock gate of Rum. A lock gate is a door between two levels of water. Lock gates leak.',
        },
      ],
      ['Tide gate', 'Lock gate'],
      [/^A tide gate is a flap/, /^A lock gate is a door/],
    ],
    [
      '风车和水车有什么区别？',
      [
        { id: 'wind', title: '风车', text: '风车由风力驱动，用来磨面粉。风车建在山顶上。' },
        { id: 'water', title: '水车', text: '水车由河水推动，用来灌溉农田。水车建在河边。' },
      ],
      ['风车', '水车'],
      [/由风力驱动/, /由河水推动/],
    ],
  ])(
    'answers what compares two things with what is said of each, side by side: %s',
    async (question, documents, sides, said) => {
      const { report } = await research(engineOn(createMemoryLibrary(documents).ports), ask(question))
      const [summary] = report.sections
      if (summary?.kind !== 'summary' || summary.compares === undefined) throw new Error('Nothing is compared.')
      expect(summary.compares.sides).toEqual(sides)
      const cell = (paragraph: number): string =>
        summary.sentences.flatMap((one) => (isClaim(one) && one.paragraph === paragraph ? one.text : [])).join(' ')
      for (const [side, pattern] of said.entries()) {
        expect(cell(side)).toMatch(pattern)
        for (let row = 0; row < summary.compares.rows; row++)
          expect(cell(2 * row + side)).not.toContain(sides[1 - side])
      }
      expect(report.supported).toBe(report.claims)
    },
  )

  it.each([
    [
      'What is a tide gate?',
      'The tide gate opens at noon. If a tide gate is stuck, the tide gate is a danger. Tide gates have been a matter of dispute for years, and the tide gate of Osk is old. A tide gate is a flap that lets water out at low tide and keeps it out at high tide. The tide gate of the village is painted.',
      /^A tide gate is a flap/,
    ],
    [
      '什么是潮闸？',
      '潮闸每天中午打开。村里的潮闸很旧，潮闸也很重。潮闸是一种低潮时放水、高潮时挡水的活门。',
      /^潮闸是一种/,
    ],
  ])(
    'opens with what begins with the thing that is asked about, and says what it is: %s',
    async (question, text, opens) => {
      const { ports } = createMemoryLibrary([{ id: 'gates', title: 'Gates', text }])
      const { report } = await research(engineOn(ports), ask(question))
      expect(claimsIn(report.sections)[0]?.text).toMatch(opens)
    },
  )

  it('says once what several sources say word by word, and cites them all', async () => {
    const shared = 'The rollback journal is deleted when the transaction commits.'
    const { ports } = createMemoryLibrary([
      { id: 'manual', title: 'Manual', text: `${shared} The page cache is flushed to the disk before it.` },
      { id: 'copy', title: 'Manual, older', text: `${shared} A journal was once kept in memory alone.` },
      { id: 'other', title: 'Gardens', text: 'Roses are cut back in spring. Lilies are planted in autumn.' },
    ])
    const { report } = await research(engineOn(ports), ask('When is the rollback journal deleted?'))
    const said = claimsIn(report.sections).filter(({ text }) => text === shared)
    expect(said.map(({ citations, verdict }) => [citations, verdict])).toEqual([[[1, 2], 'supported']])
    const sources = report.citations.map(({ place }) => place.kind === 'source' && place.sourceId)
    expect(sources.slice(0, 2).sort()).toEqual(['copy', 'manual'])
  })

  it('writes the same findings in the form that was chosen', async () => {
    const { ports } = createMemoryLibrary([
      {
        id: 'lund',
        title: 'Alder',
        text: 'The Alder pump moves 40 litres of water per minute at full speed. Its motor lasts for ten years.',
      },
      {
        id: 'notes',
        title: 'Notes',
        text: 'In our field tests the Alder pump moves 28 litres of water per minute at full speed. Its housing is brass.',
      },
      { id: 'other', title: 'Gardens', text: 'Roses are cut back in spring. Lilies are planted in autumn.' },
    ])
    const engine = engineOn(ports)
    const asked = ask('How many litres of water does the Alder pump move per minute?')
    const { steps } = await research(engine, asked)
    const written = async (template: 'brief' | 'review') => {
      const citedAs = new Map([['lund', 'Lund (2019): Alder']])
      const { sections } = await engine.writeReport(
        { inquiry: asked, steps, partial: false, template, citedAs },
        options,
      )
      return sections.map((section) => (section.kind === 'aspect' ? section.heading : section.kind))
    }
    expect(await written('brief')).toEqual(['summary', 'differing', 'notFound', 'sources'])
    expect((await written('review')).toSorted()).toEqual(
      ['summary', 'Lund (2019): Alder', 'Notes', 'differing', 'notFound', 'sources'].toSorted(),
    )
  })

  it('says nothing twice and leaves out boilerplate, names, captions, references and titles', async () => {
    const { ports } = createMemoryLibrary(slabs)
    const { report } = await research(
      engineOn(ports),
      ask('What is known about heat conduction in composite slabs, and how is it measured?'),
    )
    const texts = textsOf(report)
    expect(new Set(texts).size).toBe(texts.length)
    expect(texts.join('\n')).not.toMatch(
      /Copyright|Figure 2|Example University|vol\. 3|www\.|Measurements on layered walls/,
    )
    expect(texts.join('\n')).not.toMatch(/Storks/)
  })

  it('keeps a leaning sentence behind the one that it leans on', async () => {
    const { ports } = createMemoryLibrary(slabs)
    const { report } = await research(
      engineOn(ports),
      ask('How does the surface temperature depend on contact resistance in composite slabs?'),
    )
    for (const section of report.sections) {
      const at = section.sentences.findIndex((sentence) => textOf(sentence, speech).startsWith('However, it falls'))
      if (at >= 0)
        expect(textsOf({ ...report, sections: [section] })[at - 1]).toMatch(/^The surface temperature increases/)
    }
  })

  it('quotes sentences that follow each other in their source as one paragraph, each with its own citation', async () => {
    const { ports } = createMemoryLibrary(slabs)
    const { report } = await research(
      engineOn(ports),
      ask('How does the surface temperature of slabs depend on their contact?'),
    )
    const summary = report.sections[0]?.sentences ?? []
    const run =
      summary
        .map(({ paragraph }) => summary.filter((sentence) => sentence.paragraph === paragraph))
        .find(({ length }) => length > 1) ?? []
    expect(run.length).toBeGreaterThan(1)
    const places = run.flatMap(({ citations }) => {
      const place = report.citations.find(({ n }) => n === citations[0])?.place
      return place?.kind === 'source' ? [place] : []
    })
    expect(places).toHaveLength(run.length)
    for (const [at, place] of places.entries()) {
      const before = places[at - 1]
      if (before === undefined) continue
      expect(place?.sourceId).toBe(before.sourceId)
      expect((place?.start ?? 0) - before.end).toBeLessThanOrEqual(2)
    }
  })

  it('uses no source that a person excluded, and quotes what is pinned', async () => {
    const { ports } = createMemoryLibrary(slabs)
    const asked = ask('How is heat conduction in composite slabs solved?')
    const { report: whole } = await research(engineOn(ports), asked)
    const [cited] = whole.citations
    const sourceId = cited?.place.kind === 'source' ? cited.place.sourceId : ''
    const { report, steps, investigation } = await research(engineOn(ports), { ...asked, neverUse: [sourceId] })
    const used = report.citations.map(({ place }) => place.kind === 'source' && place.sourceId)
    expect(used.length).toBeGreaterThan(0)
    expect(used).not.toContain(sourceId)
    expect(investigation.hits.map((hit) => hit.sourceId)).not.toContain(sourceId)
    const pinned = [{ sentence: cited?.citedText ?? '', place: cited?.place as Place, score: 1, reason: null }]
    const written = await engineOn(ports).writeReport({ inquiry: asked, steps, partial: false, pinned }, options)
    const kept = written.sections.find(({ kind }) => kind === 'pinned')
    expect(kept?.sentences).toMatchObject([{ method: 'verbatim' }])
  })

  it('embeds no text twice in a session, with steps side by side', async () => {
    const { ports } = createMemoryLibrary(slabs)
    const embedded: string[] = []
    const embed: typeof ports.embed = (texts, more) => {
      embedded.push(...texts)
      return ports.embed(texts, more)
    }
    const engine = engineOn({ ...ports, embed })
    const inquiry = ask('How is heat conduction in composite slabs solved, and how is contact measured?')
    const investigation = await engine.investigate(inquiry, options)
    const planned = await engine.plan(
      { inquiry, investigation, previous: null, remark: null, gaps: [], finished: [] },
      options,
    )
    await Promise.all(
      planned.map((step) =>
        engine.gatherEvidence({ inquiry, step, earlier: [], resources: [] }, { ...options, callTool: engine.callTool }),
      ),
    )
    expect(embedded.length).toBeGreaterThan(5)
    expect(new Set(embedded).size).toBe(embedded.length)
  })

  it('tells where two sources say opposite things', async () => {
    const { ports } = createMemoryLibrary(slabs)
    const { report } = await research(
      engineOn(ports),
      ask('How does the surface temperature change with the thickness of the insulating layer?'),
    )
    const own = report.sections.flatMap((section) => section.sentences)
    const conflict = own.find((sentence) => !isClaim(sentence) && sentence.fact.kind === 'directionsDiffer')
    expect(conflict).toMatchObject({ fact: { values: { left: expect.any(String), right: expect.any(String) } } })
    expect(conflict && textOf(conflict, speech)).toContain('“increases”')
    expect(conflict?.citations).toHaveLength(2)
  })

  it('takes a negation for a disagreement only where all else is the same', () => {
    const [deleted, kept, other, none] = [
      'The rollback journal is deleted when the transaction commits.',
      'The rollback journal is not deleted when the transaction commits.',
      'If power fails before a transaction commits, the rollback journal is not deleted, and the next reader plays it back.',
      'The rollback journal holds pages.',
    ].map((sentence, at) => ({ sentence, place: placeIn(`source-${at}`), score: 1, reason: null }))
    const found = (...evidence: (typeof deleted)[]) =>
      findConflicts(
        evidence.flatMap((one) => one ?? []),
        9,
      ).map(({ fact }) => fact.kind)
    expect(found(deleted, kept)).toEqual(['oneDeniesOther'])
    expect(found(deleted, other, none)).toEqual([])
  })

  it('names terms of the question that nothing cited mentions, and skipped steps', async () => {
    const { ports } = createMemoryLibrary(slabs)
    const { report, planned } = await research(
      engineOn(ports),
      ask('What is known about heat conduction in composite slabs with graphene coatings?'),
      (steps) => steps.map((step, at) => (at === 1 ? { ...step, skipped: true } : step)),
    )
    const notFound = report.sections.find((section) => section.kind === 'notFound')
    const facts = notFound?.sentences.flatMap((sentence) => (isClaim(sentence) ? [] : [sentence.fact])) ?? []
    expect(facts).toHaveLength(notFound?.sentences.length ?? 0)
    const missing = facts.find(({ kind }) => kind === 'termsMissing')
    expect(missing).toMatchObject({ values: { terms: expect.arrayContaining([expect.stringMatching('graphene')]) } })
    expect(facts).toContainEqual({ kind: 'stepLeftOut', values: { title: planned[1]?.title } })
  })

  it('says plainly that nothing was found, without inventing', async () => {
    const { ports } = createMemoryLibrary(slabs)
    const { report } = await research(engineOn(ports), ask('Who won the chess championship in Reykjavik?'))
    expect(report.claims).toBe(0)
    expect(report.citations).toEqual([])
    expect(report.sections[0]?.sentences).toMatchObject([
      { fact: { kind: 'nothingAnswers' }, citations: [] },
      { fact: { kind: 'holdsNearby', values: { titles: ['Slabs'] } }, citations: [] },
    ])
  })

  it('quotes what comes near a question that nothing answers, and says that it is no answer', async () => {
    const { ports } = createMemoryLibrary(slabs)
    const { report } = await research(engineOn(ports), ask('How far do young storks get on a day with a tailwind?'))
    const [summary, nearby] = report.sections
    expect(summary?.sentences.map((one) => isClaim(one))).toEqual([false, false])
    expect(nearby?.kind).toBe('nearby')
    expect(nearby?.sentences[0]).toMatchObject({ fact: { kind: 'mayNotAnswer' }, citations: [] })
    expect(claimsIn([nearby!]).map(({ text, citations }) => [text, citations.length])).toEqual([
      ['Storks fly to Africa in autumn.', 1],
      ['The birds follow the coast and avoid the open sea.', 1],
      ['Young birds learn the way from older ones.', 1],
    ])
    expect([report.claims, report.supported]).toEqual([3, 3])
    // What stands in the window where the report is looked for says so, too.
    expect(answersNothing(report)).toBe(true)
  })

  it('writes a Chinese report for a Chinese question', async () => {
    const { ports } = createMemoryLibrary(chineseCity)
    const { report } = await research(engineOn(ports), ask('乍都节公园位于什么地方？'))
    expect(report.language).toBe('zh-CN')
    expect(report.sections[0]?.sentences[0]).toMatchObject({ text: expect.stringContaining('曼谷') })
    expect(textsOf(report).join('')).not.toMatch(/版权所有|东关街/)
    expect(report.supported).toBe(report.claims)
  })

  it('is the same report for the same material', async () => {
    const now = () => new Date(0)
    const first = await research(engineOn(createMemoryLibrary(slabs).ports, now), ask('Heat conduction in slabs?'))
    const second = await research(engineOn(createMemoryLibrary(slabs).ports, now), ask('Heat conduction in slabs?'))
    expect(second.report).toEqual(first.report)
  })

  it('stops when its signal aborts', async () => {
    const { ports } = createMemoryLibrary(slabs)
    const engine = engineOn(ports)
    await expect(engine.investigate(ask('slabs'), { signal: AbortSignal.abort() })).rejects.toThrow()
  })
})
