import type { Language } from '../../contract/language'
import { isClaim, type ReportSection, type ReportSentence, type ReportView } from '../../contract/report/report'
import { blocksOf, isListed } from '../../contract/report/report-blocks'
import { shownLine } from '../../contract/shown-text'
import { headingOf, textOf, toldReadings, toldTimelines } from '../../wording'
import {
  answerOf,
  cellText,
  codeOf,
  evidenceOf,
  matrixOf,
  noteOf,
  notesOf,
  placeOf,
  type Rendering,
  renderingIn,
  type ShownAnswer,
} from './layout'

/**
 * Escapes text so that Markdown shows it as it is: no markup, links, HTML or footnotes come from a source.
 * Letters that only mean something at the start of a line are escaped there.
 */
function escapeMarkdown(text: string): string {
  return shownLine(text)
    .trim()
    .replace(/[\\`*_{}[\]<>|~$]/g, '\\$&')
    .replace(/&(?=[#\w]+;)/g, '\\&')
    .replace(/!(?=\\\[)/g, '\\!')
    .replace(/\b(https?|ftp|mailto):/gi, '$1\\:')
    .replace(/\bwww\./gi, 'www\\.')
    .replace(/^(\s*)([#+=-])/, '$1\\$2')
    .replace(/^(\s*\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
}

function marks(sentence: ReportSentence): string {
  return sentence.citations.map((n) => `[${n}]`).join('')
}

function renderSentence(sentence: ReportSentence, { wording, speech }: Rendering): string {
  const note = noteOf(sentence, wording)
  const cited = sentence.citations.length === 0 ? '' : ` ${marks(sentence)}`
  const text = textOf(sentence, speech)
  const shown = isClaim(sentence) && sentence.isCode ? code(text) : escapeMarkdown(text)
  return `${shown}${cited}${note === null ? '' : ` *(${note})*`}`
}

function renderSection(section: ReportSection, report: ReportView, rendering: Rendering): string {
  const joined = (sentences: readonly ReportSentence[]): string =>
    sentences.map((sentence) => renderSentence(sentence, rendering)).join(' ')
  const paragraphs = blocksOf(section, report.citations).map((block) => {
    if (block.kind === 'paragraph') return joined(block.sentences)
    if (block.kind === 'list') {
      const { start, items } = block
      return items.map((item, at) => `${start === null ? '-' : `${start + at}.`} ${joined(item)}`).join('\n')
    }
    if (block.kind === 'compared')
      return renderTable(
        block.sides,
        block.rows.map((cells) => cells.map(joined)),
      )
    const rows = block.rows.map(({ sentence, cells }) => {
      const note = noteOf(sentence, rendering.wording)
      return [
        ...cells.map((cell) => escapeMarkdown(cellText(cell))),
        `${marks(sentence)}${note === null ? '' : ` *(${note})*`}`,
      ]
    })
    return renderTable(block.columns, rows)
  })
  for (const reading of toldReadings(section, report.citations, rendering.speech))
    paragraphs.push(`*${escapeMarkdown(reading)}*`)
  const isList = isListed(section, paragraphs.length)
  const body = isList ? paragraphs.map((paragraph) => `- ${paragraph}`).join('\n') : paragraphs.join('\n\n')
  return `## ${escapeMarkdown(headingOf(section, rendering.speech))}\n\n${body}`
}

/**
 * The report as one Markdown file: sentences with `[n]`, and each n with its place and the cited text at the end. What
 * Quarry itself says is in `language`.
 */
export function reportToMarkdown(report: ReportView, language: Language = report.language): string {
  const rendering = renderingIn(language)
  const { wording } = rendering
  const parts = [`# ${escapeMarkdown(report.title)}`]
  if (report.partial) parts.push(`> ${wording.partial}`)
  parts.push(...report.sections.map((section) => renderSection(section, report, rendering)))
  const evidence = evidenceOf(report, rendering)
  if (evidence.rows.length > 0) {
    const rows = evidence.rows.map(({ n, cells: [statement = '', ...rest] }) => [
      `${escapeMarkdown(statement)} [${n}]`,
      ...rest.map(escapeMarkdown),
    ])
    parts.push(`## ${evidence.title}\n\n${renderTable(evidence.columns, rows)}`)
  }
  for (const { kind, dates, missing } of toldTimelines(report, rendering.speech)) {
    const items = dates.flatMap(({ day, entries }) =>
      entries.map(({ text, citation }) => `- **${escapeMarkdown(day)}**: ${escapeMarkdown(text)} [${citation.n}]`),
    )
    parts.push(
      `## ${wording.timeline[kind]}\n\n${items.join('\n')}`,
      ...(missing === null ? [] : [escapeMarkdown(missing)]),
    )
  }
  const matrix = matrixOf(report, rendering)
  if (matrix !== null) {
    const rows = matrix.rows.map(({ name, cells }) => [escapeMarkdown(name), ...cells.map(({ text }) => text)])
    const legend = matrix.legend.map((heading, at) => `${at + 1}. ${escapeMarkdown(heading)}`).join('\n')
    parts.push(`## ${matrix.title}\n\n${renderTable(matrix.columns, rows)}`, ...(legend === '' ? [] : [legend]))
  }
  if (report.citations.length > 0) {
    const list = report.citations.map((citation) => {
      const { title, place } = placeOf(citation, rendering)
      const lines = codeOf(citation)
      const text = lines === null ? `  \n  ${quote(citation.citedText)}` : `\n\n${fenced(lines)}\n`
      const cited = `- [${citation.n}] ${escapeMarkdown(title)} (${escapeMarkdown(place)})${text}`
      return citation.place.kind === 'source'
        ? cited
        : `${cited}\n\n${renderAnswer(answerOf(citation.place, wording)).replace(/^(?=.)/gm, '  ')}\n`
    })
    parts.push(`## ${wording.cited}\n\n${list.join('\n')}`)
  }
  parts.push(`---\n\n${notesOf(report, rendering)}`)
  return `${parts.join('\n\n')}\n`
}

function quote(text: string): string {
  return `“${escapeMarkdown(text)}”`
}

/** Lines as a block of code within an item of a list; its marks are more than any inside. */
function fenced(lines: string): string {
  const marks = '`'.repeat(Math.max(3, 1 + Math.max(0, ...[...lines.matchAll(/`+/g)].map(([run]) => run.length))))
  return [marks, ...lines.split('\n'), marks].map((line) => `  ${line}`).join('\n')
}

/** Text of one line as code; the marks around it are more than any inside. */
function code(text: string): string {
  const line = shownLine(text).trim()
  const marks = '`'.repeat(1 + Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length)))
  return line.includes('`') ? `${marks} ${line} ${marks}` : `${marks}${line}${marks}`
}

function renderAnswer(answer: ShownAnswer): string {
  if (answer.kind === 'call') return answer.parts.map(([label, json]) => `${label}: ${code(json)}`).join('  \n')
  const table = renderTable(
    answer.columns,
    answer.rows.map((row) => row.map(escapeMarkdown)),
  )
  const parts = [code(answer.statement), ...(answer.columns.length > 0 ? [table] : [])]
  if (answer.more !== null) parts.push(answer.more)
  return parts.join('\n\n')
}

/** @param rows cells as Markdown; one more than there are columns is for what stands beside them */
function renderTable(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const width = Math.max(columns.length, ...rows.map((row) => row.length))
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  const head = Array.from({ length: width }, (_, at) => escapeMarkdown(columns[at] ?? ''))
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
