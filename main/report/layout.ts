import type { CitationView, ReportSection, ReportSentence, ReportView } from '../../contract/report'

/** Sentences of one section by paragraph, in order. */
export function paragraphsOf(section: ReportSection): ReportSentence[][] {
  const paragraphs = new Map<number, ReportSentence[]>()
  for (const sentence of section.sentences) {
    const paragraph = paragraphs.get(sentence.paragraph) ?? []
    paragraph.push(sentence)
    paragraphs.set(sentence.paragraph, paragraph)
  }
  return [...paragraphs].sort((a, b) => a[0] - b[0]).map(([, sentences]) => sentences)
}

interface ExportWording {
  readonly passages: string
  readonly page: (page: number) => string
  readonly lines: (from: number, to: number) => string
  readonly characters: (from: number, to: number) => string
  readonly sourceState: Record<CitationView['sourceState'], string | null>
  readonly verdict: Record<ReportSentence['verdict'], string | null>
  readonly checked: (supported: number, claims: number) => string
  readonly partial: string
  readonly writtenBy: (date: string) => string
  readonly dropped: (count: number) => string
}

const english: ExportWording = {
  passages: 'Cited passages',
  page: (page) => `page ${page}`,
  lines: (from, to) => (from === to ? `line ${from}` : `lines ${from}–${to}`),
  characters: (from, to) => `characters ${from}–${to}`,
  sourceState: {
    present: null,
    changed: 'the source has changed since',
    missing: 'the file is missing now',
    deleted: 'the source was removed from the library',
  },
  verdict: {
    unchecked: 'not checked',
    supported: null,
    contradicted: 'contradicted by its source',
    insufficient: 'not confirmed by its source',
  },
  checked: (supported, claims) =>
    `${supported} of ${claims} cited ${claims === 1 ? 'sentence' : 'sentences'} confirmed by reopening the source.`,
  partial: 'Partial report: the session was stopped before it was done.',
  writtenBy: (date) => `Written by Quarry on ${date}.`,
  dropped: (count) => `${count} citations pointed at nothing and were dropped.`,
}

const chinese: ExportWording = {
  passages: '引用的段落',
  page: (page) => `第 ${page} 页`,
  lines: (from, to) => (from === to ? `第 ${from} 行` : `第 ${from}–${to} 行`),
  characters: (from, to) => `第 ${from}–${to} 字符`,
  sourceState: {
    present: null,
    changed: '来源此后已改变',
    missing: '文件现已缺失',
    deleted: '来源已从资料库中移除',
  },
  verdict: { unchecked: '未核对', supported: null, contradicted: '与来源矛盾', insufficient: '未得到来源证实' },
  checked: (supported, claims) => `${claims} 个引用句中，${supported} 个已通过重新打开来源证实。`,
  partial: '部分报告：研究在完成之前被停止。',
  writtenBy: (date) => `由 Quarry 写于 ${date}。`,
  dropped: (count) => `${count} 个引用没有指向任何内容，已去掉。`,
}

export function exportWording(report: ReportView): ExportWording {
  return report.language === 'zh' ? chinese : english
}

/** Where a citation stands, as one reads it: title, file, page or lines, characters, and what became of the source. */
export function placeOf(citation: CitationView, wording: ExportWording): { title: string; place: string } {
  const { page, lineStart, lineEnd, start, end } = citation.locator
  const title = citation.sourceTitle ?? citation.sourceName
  const parts = [
    title === citation.sourceName ? null : citation.sourceName,
    page === null ? wording.lines(lineStart, lineEnd) : wording.page(page),
    wording.characters(start, end),
    wording.sourceState[citation.sourceState],
  ]
  return { title, place: parts.filter((part) => part !== null).join(', ') }
}
