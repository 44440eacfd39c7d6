import { parse } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ReportSentence, ReportView } from '../../../contract/report'
import { exportFileName, reportToHtml, reportToMarkdown } from '../../../main/report'
import { placeIn } from '../../fixtures/places'

const sentence = (id: string, text: string, more: Partial<ReportSentence> = {}): ReportSentence => ({
  id,
  text,
  citations: [1],
  verdict: 'supported',
  method: 'verbatim',
  reason: null,
  paragraph: 0,
  ...more,
})

function report(text: string, more: Partial<ReportView> = {}): ReportView {
  return {
    title: 'What holds?',
    language: 'en',
    sections: [
      { kind: 'summary', heading: 'In short', sentences: [sentence('s1', text)] },
      {
        kind: 'aspect',
        heading: 'Theory',
        sentences: [
          sentence('s2', 'Doubtful claim.', { verdict: 'contradicted', reason: 'Not in what is cited: 12.' }),
          sentence('s3', 'Own words.', { method: 'none', citations: [], verdict: 'unchecked', paragraph: 1 }),
        ],
      },
      { kind: 'sources', heading: 'Sources', sentences: [sentence('s4', 'paper.pdf', { method: 'none' })] },
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
    expect(text).toContain('title="Not in what is cited: 12."')
  })
  it('speaks the language of the report', () => {
    const text = reportToHtml(report('公园位于曼谷。', { language: 'zh' }))
    expect(text).toContain('<html lang="zh-CN">')
    expect(text).toContain('引用的段落')
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
