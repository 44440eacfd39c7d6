import { parse } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import mammoth from 'mammoth'
import { describe, expect, it } from 'vitest'
import type { ChartPicture } from '../../../contract/report/chart'
import { type Claim, type Remark, type ReportView, reportView } from '../../../contract/report/report'
import { callPlaceOf } from '../../../main/reasoning'
import { exportFileName, reportToHtml, reportToMarkdown } from '../../../main/report'
import { reportToDocx } from '../../../main/report/docx'
import { convertCall, placeIn, sitesQuery } from '../../fixtures/places'

const sentence = (id: string, text: string, more: Partial<Claim> = {}): Claim => ({
  id,
  text,
  citations: [1],
  verdict: 'supported',
  method: 'verbatim',
  reason: null,
  paragraph: 0,
  ...more,
})

const remark = (id: string, fact: Remark['fact'], more: Partial<Remark> = {}): Remark => ({
  id,
  citations: [],
  method: 'none',
  fact,
  paragraph: 0,
  ...more,
})

function report(text: string, more: Partial<ReportView> = {}): ReportView {
  return {
    title: 'What holds?',
    language: 'en',
    sections: [
      { kind: 'summary', sentences: [sentence('s1', text)] },
      {
        kind: 'aspect',
        heading: 'Theory',
        sentences: [
          sentence('s2', 'Doubtful claim.', {
            verdict: 'contradicted',
            reason: { kind: 'numbersNotCited', values: { numbers: ['12', '7'] } },
          }),
          remark('s3', { kind: 'told', values: { text: 'Own words.' } }, { paragraph: 1 }),
        ],
      },
      {
        kind: 'sources',
        sentences: [
          remark('s4', { kind: 'originCited', values: { title: 'paper.pdf', name: null } }, { citations: [1] }),
        ],
      },
    ],
    citations: [
      {
        n: 1,
        place: placeIn('a', 10, 40, { page: 3, sourceName: 'paper.pdf', headingPath: ['Results', '4.2 Layers'] }),
        citedText: text,
        citedTextHash: 'x',
        state: 'changed',
      },
    ],
    droppedCitations: 2,
    supported: 1,
    claims: 2,
    partial: false,
    writtenAt: '2026-01-02T03:04:05.000Z',
    ...more,
  }
}

const hostile = `<script>alert(1)</script> <img src=x onerror=alert(1)> [click](https://evil.example) ![x](http://evil.example/p.png) "&amp;' \u202Egnp.exe\u0000 | # *bold* \`code\` www.evil.example`

describe('reportToDocx', () => {
  it('writes headings, marks that lead to their passages, verdicts, tables of queries, and nothing of a source’s markup', async () => {
    const place = { ...sitesQuery, row: null }
    const cited = { n: 2, place, citedText: 'Chur: 4.7', citedTextHash: 'y', state: 'present' as const }
    const one = report(hostile)
    const bytes = await reportToDocx({ ...one, citations: [...one.citations, cited] })
    const { value: html } = await mammoth.convertToHtml({ buffer: Buffer.from(bytes) })
    expect(html).toContain('What holds?')
    expect(html).toContain('<h1>In short</h1>')
    expect(html).toMatch(/Doubtful claim\.<a href="#cited-1"> \[1\]<\/a><em> \(contradicted by its source\)<\/em>/)
    expect(html).toMatch(/<a id="cited-1"><\/a>\[1\].*A paper/)
    expect(html).toMatch(/<th>.*Chur/s)
    expect(html).toContain('&lt;script&gt;alert(1)')
    const files = unzipSync(bytes)
    expect(Object.keys(files).filter((name) => /media|embeddings|activeX/.test(name))).toEqual([])
    expect(strFromU8(files['word/_rels/document.xml.rels']!)).not.toContain('TargetMode="External"')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
    expect(strFromU8(files['word/document.xml']!)).not.toMatch(/[\u0000\u202e]/)
  })
  it('is in the language that is asked for', async () => {
    const bytes = await reportToDocx(report('The layer is thin.', { partial: true }), 'zh-CN')
    const { value } = await mammoth.extractRawText({ buffer: Buffer.from(bytes) })
    expect(value).toContain('引用的段落')
    expect(value).toContain('部分报告')
  })
})

describe('reportToMarkdown', () => {
  it('writes the report with marks, paragraphs, verdicts and cited texts', () => {
    const text = reportToMarkdown(report('The layer is thin.'))
    expect(text).toMatch(/^# What holds\?\n\n## In short\n\nThe layer is thin\. \[1\]\n/)
    expect(text).toContain('Doubtful claim. [1] *(contradicted by its source)*\n\nOwn words.')
    expect(text).toContain('- [1] A paper (paper.pdf, § 4.2 Layers, page 3, changed since)  \n  “The layer is thin.”')
    expect(text).toContain('1 of 2 cited sentences confirmed')
    expect(text).toContain('2 citations pointed at nothing')
  })
  it('says that it is partial', () => {
    expect(reportToMarkdown(report('x', { partial: true }))).toContain('> Partial report')
  })
  it('lets no markup, link, image or HTML of a source through', () => {
    const text = reportToMarkdown(report(hostile))
    expect(text).not.toMatch(/[^\\]<script|[^\\]<img|\]\(https?:|!\[x\]|[^\\]`code|[^\\]\*bold\*/)
    expect(text).not.toMatch(/https?:\/\/|www\.evil/)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
    expect(text).not.toMatch(/[\u0000\u202e]/)
  })
  it.each(['# not a heading', '- not a list', '1. not a list', '+ not a list', '> not a quote', '=== not a heading'])(
    'keeps a sentence a sentence: %s',
    (line) => {
      expect(reportToMarkdown(report(line))).toMatch(/## In short\n\n(\\|1\\)/)
    },
  )
})

describe('reportToHtml', () => {
  it('is one file that asks for nothing and runs nothing', () => {
    const text = reportToHtml(report(hostile))
    expect(text).toContain("default-src 'none'")
    expect(text).not.toMatch(/<script|<img|<link|<iframe|<object|@import|url\(|\son\w+="/i)
    expect(text.match(/href="[^"]*"/g)?.every((href) => href.startsWith('href="#'))).toBe(true)
    expect(text).toContain('&lt;script&gt;')
    expect(text).toContain('prefers-color-scheme:dark')
  })
  it('leads from each mark to the cited text', () => {
    const text = reportToHtml(report('The layer is thin.'))
    expect(text).toContain('<a class="mark" href="#cited-1">1</a>')
    expect(text).toContain('<li id="cited-1" value="1">')
    expect(text).toContain('<blockquote>The layer is thin.</blockquote>')
    expect(text).toContain('title="Not in what is cited: 12 and 7."')
  })
  it('speaks the language of the report', () => {
    const text = reportToHtml(report('公园位于曼谷。', { language: 'zh-CN' }))
    expect(text).toContain('<html lang="zh-CN">')
    expect(text).toContain('引用的段落')
  })
})

/** Of a source, a query and a call, with facts of Quarry's own. */
function reportOnAll(): ReportView {
  const cite = (n: number, place: ReportView['citations'][number]['place'], citedText: string) =>
    ({ n, place, citedText, citedTextHash: 'x', state: 'present' }) as const
  return reportView.parse({
    ...report('The layer is thin.'),
    sections: [
      {
        kind: 'summary',
        sentences: [
          sentence('s1', 'The layer is thin.'),
          sentence('s2', 'Chur had 5.2.', {
            citations: [2],
            method: 'rules',
            verdict: 'contradicted',
            reason: { kind: 'numbersNotCited', values: { numbers: ['5.2'] } },
          }),
          sentence('s3', 'Mach 14 is 4,224 m/s.', { citations: [3], method: 'rules' }),
        ],
      },
      { kind: 'aspect', heading: 'Theory', sentences: [sentence('s4', 'It holds.')] },
      {
        kind: 'notFound',
        sentences: [
          remark('s5', { kind: 'stepEmpty', values: { title: 'Snow', passages: 1024 } }),
          remark('s6', { kind: 'termsMissing', values: { terms: ['ice', 'hail'] } }, { paragraph: 1 }),
        ],
      },
      {
        kind: 'sources',
        sentences: [
          remark('s7', { kind: 'originCited', values: { title: 'A paper', name: 'paper.md' } }, { citations: [1] }),
          remark(
            's8',
            { kind: 'originCited', values: { title: 'field.sqlite', name: null } },
            { citations: [2], paragraph: 1 },
          ),
        ],
      },
    ],
    citations: [
      cite(1, placeIn('a', 10, 40, { page: 3 }), 'The layer is thin.'),
      cite(2, sitesQuery, 'Chur: 4.68'),
      cite(3, convertCall, '4223.7 m/s'),
    ],
  } satisfies ReportView)
}

describe('one report in either language', () => {
  it('is said in English', () => {
    const text = reportToMarkdown(reportOnAll(), 'en')
    for (const words of [
      '## In short\n\nThe layer is thin. [1] Chur had 5.2. [2] *(contradicted by its source)* Mach 14 is 4,224 m/s. [3]',
      '## Theory\n\nIt holds. [1]',
      '## What is uncertain or was not found\n\n- “Snow”: Quarry read 1,024 passages. None has a sentence that answers this.\n- No cited sentence mentions “ice” and “hail”.',
      '## Sources\n\n- A paper (paper.md) [1]\n- field.sqlite [2]',
      '- [1] A paper (paper.md, § Results, page 3)  \n  “The layer is thin.”',
      '- [2] field.sqlite (query, row 1 of 3, answered 2026-01-01 00:00:00 UTC)  \n  “Chur: 4.68”',
      '`select site, spf from sites where year = ? order by spf desc`',
      '| site | spf |\n  | --- | --- |\n  | Chur | 4.68 |',
      '- [3] Units (call of convert, /result, answered 2026-01-01 00:00:00 UTC)  \n  “4223.7 m/s”',
      'Arguments: `{"value":14,"from":"mach","apiKey":"•••"}`',
      'Result: `{"value":4223.7,"unit":"m/s"}`',
    ])
      expect(text).toContain(words)
  })

  it('is said in Chinese, with its claims as they are', () => {
    const text = reportToMarkdown(reportOnAll(), 'zh-CN')
    for (const words of [
      '## 概要\n\nThe layer is thin. [1] Chur had 5.2. [2] *(与来源矛盾)* Mach 14 is 4,224 m/s. [3]',
      '## Theory\n\nIt holds. [1]',
      '## 不确定或没有找到的\n\n- “Snow”：查看了 1,024 个段落，没有能够回答的句子。\n- 所引用的句子都没有提到“ice”和“hail”。',
      '## 来源\n\n- A paper（paper.md） [1]\n- field.sqlite [2]',
      '- [1] A paper (paper.md, § Results, 第 3 页)',
      '- [2] field.sqlite (查询, 第 1 行，共 3 行, 返回于 2026-01-01 00:00:00 UTC)',
      '| Chur | 4.68 |',
      '- [3] Units (调用 convert, /result, 返回于 2026-01-01 00:00:00 UTC)',
      '结果: `{"value":4223.7,"unit":"m/s"}`',
    ])
      expect(text).toContain(words)
  })

  it('tells in HTML what is in which language', () => {
    const chinese = reportToHtml(reportOnAll(), 'zh-CN')
    expect(chinese).toContain('<html lang="zh-CN">')
    expect(chinese).toContain('<span id="s1" lang="en">The layer is thin.</span>')
    expect(chinese).toContain('<h2>概要</h2>')
    expect(chinese).toContain('<h2 lang="en">Theory</h2>')
    expect(chinese).toContain('title="所引内容中没有：5.2。"')
    expect(chinese).toContain('<span id="s6">所引用的句子都没有提到“ice”和“hail”。</span>')
    for (const text of [chinese, reportToHtml(reportOnAll())]) {
      expect(text).toContain('<th>site</th><th>spf</th>')
      expect(text).toContain('<td>Chur</td><td>4.68</td>')
      expect(text).toContain('<code>{&quot;value&quot;:4223.7,&quot;unit&quot;:&quot;m/s&quot;}</code>')
      for (const n of [1, 2, 3]) expect(text).toContain(`<li id="cited-${n}" value="${n}">`)
    }
    expect(reportToHtml(reportOnAll())).not.toMatch(/ lang="(?!en")/)
  })
})

describe('exportFileName', () => {
  it.each(['What/holds?', '..', 'con', 'a'.repeat(300), '为什么？', '\u202Ereport'])('is valid for %s', (title) => {
    const name = exportFileName(report('x', { title }), 'markdown')
    expect(parse(name).ext).toBe('.md')
    expect(name).not.toMatch(/[\\/:*?"<>|\u202e]/)
    expect(parse(name).name.length).toBeGreaterThan(0)
    expect(parse(name).name.toLowerCase()).not.toBe('con')
    expect([...name].length).toBeLessThan(80)
  })
})

describe('tables and lists of a source', () => {
  const cited = (texts: readonly string[], lines: readonly number[]): ReportView => {
    const [first] = report('').citations
    if (first?.place.kind !== 'source') throw new Error('The fixture cites a source.')
    const { place } = first
    return report('', {
      sections: [
        {
          kind: 'summary',
          sentences: texts.map((text, at) =>
            sentence(`s${at}`, text, { citations: [at + 1], paragraph: text.includes('; ') ? at : 0 }),
          ),
        },
      ],
      citations: texts.map((_, at) => ({
        ...first,
        n: at + 1,
        place: { ...place, lineStart: lines[at] ?? 1, lineEnd: lines[at] ?? 1 },
      })),
    })
  }

  it('are a table where each says the same columns', () => {
    const rows = cited(['Gas: R-290; Warming: 3; Use: houses; flats', 'Gas: R-32; Warming: 675; Use: rooms'], [4, 5])
    expect(reportToMarkdown(rows)).toContain(
      '| Gas | Warming | Use |  |\n| --- | --- | --- | --- |\n| R-290 | 3 | houses; flats | [1] |\n| R-32 | 675 | rooms | [2] |\n',
    )
    expect(reportToHtml(rows)).toContain('<td>675</td>')
    const others = cited(['Gas: R-290; Warming: 3; Use: houses', 'Gas: R-32; Boiling: -52; Use: rooms'], [4, 9])
    expect(reportToMarkdown(others).split('## Evidence')[0]).not.toContain('| --- |')
  })

  it('are a table where one leaves out a cell that the others have, and where what a row is of has no name', () => {
    const rows = cited(
      [
        'Gas: R-290; Warming: 3; Use: houses',
        'Gas: R-32; Boiling: -52; Warming: 675; Use: rooms',
        'Gas: R-717; Warming: 0; Use: ice',
      ],
      [4, 5, 6],
    )
    expect(reportToMarkdown(rows)).toContain(
      '| Gas | Boiling | Warming | Use |  |\n| --- | --- | --- | --- | --- |\n| R-290 |  | 3 | houses | [1] |\n| R-32 | \\-52 | 675 | rooms | [2] |\n| R-717 |  | 0 | ice | [3] |\n',
    )
    const named = cited(['robust models; brms: yes; lme4: no', 'count models; brms: yes; lme4: yes'], [4, 5])
    expect(reportToMarkdown(named)).toContain(
      '| robust models | yes | no | [1] |\n| count models | yes | yes | [2] |\n',
    )
  })

  it('are a list where they stand below each other, behind what introduces them', () => {
    const items = cited(
      ['Two kinds are used:', 'Rollback journals.', 'Write-ahead logs.', 'Both are files.'],
      [1, 2, 3, 3],
    )
    expect(reportToMarkdown(items)).toContain(
      'Two kinds are used: [1]\n\n- Rollback journals. [2]\n- Write-ahead logs. [3] Both are files. [4]\n',
    )
    expect(reportToHtml(items).match(/<li>/g)).toHaveLength(2)
    expect(reportToMarkdown(cited(['One paragraph.', 'The next one.'], [1, 3]))).toContain(
      'One paragraph. [1] The next one. [2]',
    )
  })
})

describe('rows of a query', () => {
  const cited = [0, 1].map((row, at) => ({
    n: at + 1,
    place: { ...sitesQuery, row },
    citedText: '',
    citedTextHash: 'x',
    state: 'present' as const,
  }))
  const rows = (...texts: string[]): ReportView =>
    report('', {
      sections: [
        {
          kind: 'summary',
          sentences: texts.map((text, at) => sentence(`r${at}`, text, { citations: [at + 1], paragraph: at })),
        },
      ],
      citations: cited,
    })

  it('have how the question was read below them, once, in every export', async () => {
    const of = {
      rowsOf: 'sites',
      shown: [{ table: 'sites', column: 'spf' }],
      measures: [],
      groups: [],
      conditions: [{ table: 'sites', column: 'year', op: '=' as const, values: [2024] }],
      anyOf: [],
      related: [],
      having: [],
      order: [],
      limit: null,
      isCountOfGroups: false,
      share: null,
    }
    const reading = { kind: 'queryRead' as const, values: { of, per: null } }
    const both = rows('site: Chur, spf: 4.68', 'site: Davos, spf: 3.9')
    const read = {
      ...both,
      citations: both.citations.map((one) => ({ ...one, place: { ...one.place, reading } })),
    } as ReportView
    const told = 'Read as: “spf” of “sites”, where “year” is 2024.'
    for (const text of [
      reportToMarkdown(read),
      reportToHtml(read),
      (await mammoth.extractRawText({ buffer: Buffer.from(await reportToDocx(read)) })).value,
    ])
      expect(text.split(told)).toHaveLength(2)
    expect(reportToMarkdown(both)).not.toContain('Read as')
    expect(reportToMarkdown(read, 'zh-CN')).not.toContain('Read as')
  })

  it('are a table with a citation a row', () => {
    const both = rows('site: Chur, spf: 4.68', 'site: Davos, spf: 3.9')
    expect(reportToMarkdown(both)).toContain(
      '## In short\n\n| site | spf |  |\n| --- | --- | --- |\n| Chur | 4.68 | [1] |\n| Davos | 3.9 | [2] |\n',
    )
    expect(reportToHtml(both)).toContain(
      '<tr><td>Davos</td><td>3.9</td><td> <a class="mark" href="#cited-2">2</a></td></tr>',
    )
  })

  it('are drawn below their table, in words as well, where all of them are there', () => {
    const kept = [
      ['<b>Chur</b>', 4.68],
      ['Davos', 3.9],
      ['Bern', 4.1],
    ]
    const drawn = (totalRows: number): string => {
      const citations = kept.map((_, row) => ({
        ...cited[0]!,
        n: row + 1,
        place: { ...sitesQuery, columns: ['site', 'spf'], rows: kept, firstRow: 0, totalRows, row },
      }))
      const texts = kept.map(([site, spf]) => `site: ${site}, spf: ${spf}`)
      return reportToHtml({ ...rows(...texts), citations })
    }
    const html = drawn(3)
    expect(html.match(/<rect /g)).toHaveLength(3)
    expect(html).toContain('role="img" aria-labelledby="chart-r0"')
    expect(html).toContain(
      'Bar chart of spf by site, 3 values: lowest 3.9 (Davos), highest 4.68 (&lt;b&gt;Chur&lt;/b&gt;).',
    )
    expect(html).not.toContain('<b>Chur')
    expect(drawn(9)).not.toContain('<svg')
  })

  it('are a table and a chart where code computed them, each with its computation and its query', () => {
    const table = {
      columns: ['site', 'median of spf'],
      rows: [
        ['Chur', 4.68],
        ['Davos', 3.9],
        ['Bern', 4.1],
      ],
    }
    const output = { table, value: null, inputs: [], inputHash: 'h', at: sitesQuery.at, tookMs: 3 }
    const { resourceId, resourceName, at } = sitesQuery
    const call = { operation: 'compute', arguments: { code: 'stats.median(tables.rows)' } }
    const place = callPlaceOf({ resourceId, resourceName, at }, call, output)
    const texts = table.rows.map(([site, spf]) => `site: ${site}, median of spf: ${spf}`)
    const plain = rows(...texts)
    const [summary] = plain.sections
    const both = summary!.sentences.map((one) => ({ ...one, citations: [1, 2] }))
    const citations = [
      { ...cited[0]!, place },
      { ...cited[1]!, place: { ...sitesQuery, row: null } },
    ]
    const computed = { ...plain, sections: [{ ...summary!, sentences: both }], citations } as ReportView
    const markdown = reportToMarkdown(computed)
    expect(markdown).toContain('| Davos | 3.9 | [1][2] |')
    expect(markdown).toContain('`stats.median(tables.rows)`')
    expect(reportToHtml(computed).match(/<rect /g)).toHaveLength(3)
  })

  it('are sentences where there is one, or where more is said than the row', () => {
    expect(reportToMarkdown(rows('site: Chur, spf: 4.68'))).toContain('## In short\n\nsite: Chur, spf: 4.68 [1]\n')
    expect(reportToMarkdown(rows('Chur leads with 4.68.', 'Davos follows.'))).toContain(
      'Chur leads with 4.68. [1]\n\nDavos',
    )
  })

  it('keep the verdict of a row that is not confirmed', () => {
    const doubtful = rows('site: Chur, spf: 4.68', 'site: Davos, spf: 3.9')
    const [section] = doubtful.sections
    const changed = section!.sentences.map((one, at) => (at === 1 ? { ...one, verdict: 'insufficient' as const } : one))
    const told = { ...doubtful, sections: [{ kind: 'summary' as const, sentences: changed as Claim[] }] }
    expect(reportToMarkdown(told)).toContain('| [2] *(not confirmed by its source)* |')
    expect(reportToHtml(told)).toContain('not confirmed by its source')
  })
})

describe('steps that a source numbers', () => {
  const place = (line: number) =>
    placeIn('a', line * 20, line * 20 + 15, { lineStart: line, lineEnd: line, sourceName: 'guide.md' })
  const told = (
    texts: readonly string[],
    lines: readonly number[],
    more: { tellsSteps?: boolean } = {},
  ): ReportView => {
    const base = report('x')
    return {
      ...base,
      sections: [
        {
          kind: 'summary',
          sentences: texts.map((text, at) => sentence(`s${at}`, text, { citations: [at + 1] })),
          ...more,
        },
      ],
      citations: lines.map((line, at) => ({ ...base.citations[0]!, n: at + 1, place: place(line) })),
    }
  }
  const steps = told(['Do this:', '2. Fill it.', 'It takes long.', '3. Close it.'], [3, 5, 5, 6])

  it('are a numbered list in every export, each citing its own place', async () => {
    expect(reportToMarkdown(steps)).toContain('Do this: [1]\n\n2. Fill it. [2] It takes long. [3]\n3. Close it. [4]\n')
    expect(reportToHtml(steps)).toMatch(/<ol start="2">\n<li><span[^>]*>Fill it\./)
    const buffer = Buffer.from(await reportToDocx(steps))
    expect((await mammoth.convertToHtml({ buffer })).value).toMatch(/<ol><li>Fill it\..*<li>Close it\./)
  })

  it('are no list with numbers where the source has no order', () => {
    expect(reportToMarkdown(told(['2. Fill it.', '4. Close it.'], [5, 6]))).toContain('- 2\\. Fill it. [1]\n- 4\\.')
    expect(reportToMarkdown(told(['First it rains.', 'Then it stops.', 'Finally, sun.'], [1, 1, 1]))).toContain(
      'First it rains. [1] Then',
    )
  })

  it('are also what a paragraph says to do one after the other, where that was asked', () => {
    const texts = ['Take care.', 'First, fill it.', 'Then close it.', 'Finally, wait.', 'It lasts.']
    expect(reportToMarkdown(told(texts, [1, 1, 1, 1, 1], { tellsSteps: true }))).toContain(
      'Take care. [1]\n\n1. First, fill it. [2]\n2. Then close it. [3]\n3. Finally, wait. [4]\n\nIt lasts. [5]',
    )
  })
})

it('shows what is compared side by side in every export, and below it what speaks of both', async () => {
  const said = (n: number, text: string, paragraph: number) => sentence(`s${n}`, text, { citations: [1], paragraph })
  const compared: ReportView = {
    ...report('x'),
    sections: [
      {
        kind: 'summary',
        compares: { sides: ['Oak', 'Fir'], rows: 2 },
        sentences: [
          said(1, 'Oak is hard.', 0),
          said(2, 'Fir | pine is soft.', 1),
          said(3, 'Oak is dear.', 2),
          said(4, 'Both float.', 4),
        ],
      },
    ],
  }
  expect(reportToMarkdown(compared)).toContain(
    '| Oak | Fir |\n| --- | --- |\n| Oak is hard. [1] | Fir \\| pine is soft. [1] |\n| Oak is dear. [1] |  |\n\nBoth float. [1]',
  )
  expect(reportToHtml(compared)).toMatch(/<th>Oak<\/th><th>Fir<\/th>.*<td><span id="s1">Oak is hard\./)
  const buffer = Buffer.from(await reportToDocx(compared))
  expect((await mammoth.convertToHtml({ buffer })).value).toMatch(/<td><p>Oak is hard\..*<td><p>Fir \| pine is soft\./)
})

it('says in a table which statement rests on which place, and when that is from', async () => {
  const dated = report('The layer is thin.', {
    sourceDates: [{ sourceId: 'a', title: 'paper.pdf', kind: 'fileChanged', date: '2024-05-03', version: '2.1' }],
  })
  const markdown = reportToMarkdown(dated)
  expect(markdown).toContain('| The layer is thin. [1] | A paper | paper.pdf, ')
  expect(markdown).toContain('| May 3, 2024 (file), version 2.1 |')
  expect(reportToHtml(dated)).toContain('<td>May 3, 2024 (file), version 2.1</td>')
  const buffer = Buffer.from(await reportToDocx(dated, 'zh-CN'))
  expect((await mammoth.convertToHtml({ buffer })).value).toContain('2024年5月3日（文件）, 版本 2.1')
})

describe('sources by part', () => {
  const citing = (parts: readonly (readonly number[])[]): ReportView => ({
    ...report('x'),
    sections: parts.map((citations, at) => ({
      kind: 'aspect',
      heading: `Part <${at + 1}>`,
      sentences: [sentence(`p${at}`, `Said ${at}.`, { citations: [...citations] })],
    })),
    citations: ['a', 'b', 'c'].map((id, at) => ({
      ...report('x').citations[0]!,
      n: at + 1,
      place: placeIn(id, 0, 10, { sourceName: `${id}.md`, sourceTitle: at < 2 ? 'One | title' : 'Other' }),
    })),
  })
  const two = citing([
    [1, 2, 2, 99],
    [2, 3],
  ])

  it('are a table in every export, with files told apart and shades by number', async () => {
    expect(reportToMarkdown(two)).toContain(
      '## Sources by part\n\n| Source | Part \\<1\\> | Part \\<2\\> |\n| --- | --- | --- |\n| One \\| title (a.md) | 1 |  |\n| One \\| title (b.md) | 2 | 1 |\n| Other |  | 1 |\n',
    )
    const html = reportToHtml(two, 'zh-CN')
    expect(html).toContain('<h2>各部分的来源</h2>')
    expect(html).toContain('<td class="s4">2</td><td class="s2">1</td>')
    expect(html).toContain('<th scope="col">Part &lt;1&gt;</th>')
    const files = unzipSync(await reportToDocx(two))
    expect(strFromU8(files['word/document.xml']!)).toMatch(/Sources by part.*w:fill="93CBC3"/)
  })

  it('are left out of a report with one part or two sources', () => {
    expect(reportToMarkdown(citing([[1, 2, 3]]))).not.toContain('Sources by part')
    expect(reportToHtml(citing([[1], [2], [99]]))).not.toContain('Sources by part')
    expect(reportToMarkdown(citing([]))).not.toContain('Sources by part')
  })

  it('have numbers for parts that are more than a page is wide, and say what they are', () => {
    const many = reportToMarkdown(citing([[1], [2], [3], [1], [2]]))
    expect(many).toContain('| Source | 1 | 2 | 3 | 4 | 5 |')
    expect(many).toContain('\n\n1. Part \\<1\\>\n2. Part')
  })
})

describe('the timeline of sources', () => {
  const [one] = report('x').citations
  const dated = report('x', {
    citations: ['a', 'b', 'c', 'd'].map((id, at) => ({
      ...one!,
      n: at + 1,
      place: placeIn(id, 0, 10, { sourceName: `${id}.md`, sourceTitle: `On <${id}>` }),
    })),
    sourceDates: [
      { sourceId: 'a', title: 'a', kind: 'issued', date: '2004-05-03', by: 'Lund' },
      { sourceId: 'b', title: 'b', kind: 'issued', date: '1999' },
      { sourceId: 'c', title: 'c', kind: 'issued', date: '1999' },
    ],
  })

  it('is in every export: in order, with what it cites, and without what is not dated', async () => {
    expect(reportToMarkdown(dated)).toContain(
      '## Timeline of sources\n\n- **1999**: On \\<b\\> [2]\n- **1999**: On \\<c\\> [3]\n- **May 3, 2004**: Lund: On \\<a\\> [1]\n\nWithout a known date of publication: On \\<d\\>.',
    )
    const html = reportToHtml(dated, 'zh-CN')
    expect(html).toContain('<h2>来源时间线</h2>')
    expect(html).toContain('<dt>1999</dt><dd>On &lt;b&gt; <a class="mark" href="#cited-2">2</a></dd><dd>On &lt;c&gt;')
    expect(html).toContain('时间线：3 个来源，从 1999 到 2004年5月3日。')
    const { value } = await mammoth.convertToHtml({ buffer: Buffer.from(await reportToDocx(dated)) })
    expect(value).toContain('Timeline of sources')
    expect(value).toMatch(/<strong>May 3, 2004<\/strong>: Lund: On &lt;a&gt;<a href="#cited-1"> \[1\]<\/a>/)
  })

  it('is nowhere where nothing is dated', async () => {
    expect(reportToMarkdown(report('x'))).not.toContain('Timeline')
    expect(reportToHtml(report('x'))).not.toContain('class="timeline"')
  })
})

describe('figures of a Word document', () => {
  const asked: ChartPicture[] = []
  const paint = async (pictures: readonly ChartPicture[]): Promise<Uint8Array[]> => {
    asked.push(...pictures)
    return pictures.map((_, at) => new Uint8Array([137, 80, 78, 71, at]))
  }
  const rows = [
    ['Graz', 4.9],
    ['Chur', 4.7],
    ['Linz', 2.1],
  ] as const
  const place = {
    ...sitesQuery,
    columns: ['Site', 'Factor'],
    rows: rows.map((row) => [...row]),
    totalRows: 3,
    firstRow: 0,
  }
  const charted = report('x', {
    sections: [
      {
        kind: 'summary',
        sentences: rows.map(([site, factor], at) =>
          sentence(`r${at}`, `Site: ${site}, Factor: ${factor}`, { citations: [at + 1], paragraph: at }),
        ),
      },
    ],
    citations: rows.map((_, at) => ({
      n: at + 1,
      place: { ...place, row: at },
      citedText: 'x',
      citedTextHash: 'y',
      state: 'present' as const,
    })),
  })

  it('are images with a description below their table', async () => {
    const files = unzipSync(await reportToDocx(charted, 'en', paint))
    expect(asked.map(({ marks }) => marks.filter(({ kind }) => kind === 'bar').length)).toEqual([3])
    const image = Object.keys(files).find((name) => name.endsWith('.png'))
    expect(image === undefined ? null : [...files[image]!]).toEqual([137, 80, 78, 71, 0])
    const text = strFromU8(files['word/document.xml']!)
    expect(text).toContain('Bar chart of Factor by Site, 3 values')
    expect(text.indexOf('<w:drawing>')).toBeGreaterThan(text.indexOf('<w:tbl>'))
  })

  it('are left out where nothing can paint them', async () => {
    const text = strFromU8(unzipSync(await reportToDocx(charted, 'en'))['word/document.xml']!)
    expect(text).not.toContain('<w:drawing>')
    expect(text).toContain('<w:tbl>')
  })

  it('are not painted for a report without any', async () => {
    asked.length = 0
    await reportToDocx(report('x'), 'en', paint)
    expect(asked).toEqual([])
  })
})

describe('code in a report', () => {
  const body = ['/** Adds. */', 'function add(a: number) {', '  return `${a}` + "<b>"', '}'].join('\n')
  const place = {
    ...placeIn('a', 0, body.length, { sourceName: 'src/add.ts', sourceTitle: null, headingPath: ['add'], page: null }),
    symbol: 'add',
    lineStart: 3,
    lineEnd: 6,
  }
  const told = report('add is in src/add.ts, lines 3–6.', {
    sections: [
      {
        kind: 'summary',
        sentences: [
          sentence('s1', 'add is in src/add.ts, lines 3–6.'),
          sentence('s2', 'function add(a: number)', { isCode: true }),
        ],
      },
    ],
    citations: [{ n: 1, place, citedText: body, citedTextHash: 'x', state: 'present' }],
  })

  it('keeps the letters of a program, and its lines where it is cited', async () => {
    const markdown = reportToMarkdown(told)
    expect(markdown).toContain('`function add(a: number)` [1]')
    expect(markdown).toContain(`(§ add, lines 3–6)\n\n  \`\`\`\n${body.replace(/^/gm, '  ')}\n  \`\`\`\n`)
    const html = reportToHtml(told)
    expect(html).toContain('<code>function add(a: number)</code>')
    expect(html).toContain(
      '<blockquote class="code">/** Adds. */\nfunction add(a: number) {\n  return `${a}` + &quot;&lt;b&gt;',
    )
    const { value } = await mammoth.extractRawText({ buffer: Buffer.from(await reportToDocx(told)) })
    expect(value).toContain('  return `${a}` + "<b>"')
  })

  it('shows the beginning of a long declaration, also one that holds the marks of code', () => {
    const long = `\`\`\`\n${'x()\n'.repeat(100)}`
    const [citation] = told.citations
    const markdown = reportToMarkdown({ ...told, citations: [{ ...citation!, citedText: long }] })
    expect(markdown).toContain('\n  ````\n  ```\n  x()\n')
    expect(markdown).toContain('\n  x()\n  …\n  ````\n')
    expect(markdown.match(/x\(\)/g)).toHaveLength(39)
  })
})

it('an answer that a language model had a part in names it', () => {
  const report = reportOnAll()
  const citations = report.citations.map((one) =>
    one.place.kind === 'call' ? { ...one, place: { ...one.place, models: ['tiny', 'big'] } } : one,
  )
  const said = reportToMarkdown({ ...report, citations }, 'en')
  expect(said).toContain('call of convert, /result, with text by the language model tiny, big, answered')
  expect(reportToMarkdown({ ...report, citations }, 'zh-CN')).toContain('含语言模型 tiny, big 的文字')
})
