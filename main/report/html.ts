import type { Language } from '../../contract/language'
import { drawChart } from '../../contract/report/chart'
import {
  type CitationView,
  isClaim,
  type ReportSection,
  type ReportSentence,
  type ReportView,
} from '../../contract/report/report'
import { blocksOf, isListed, type ReportBlock } from '../../contract/report/report-blocks'
import { chartOfRows } from '../../contract/report/report-rows'
import { headingOf, reasonOf, textOf, toldChart, toldReadings, toldTimelines } from '../../wording'
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
import { escapeHtml, renderPicture } from './svg'

/** Style of the exported report: the window's paper and ink, by the system's light or dark. */
const stylesheet = `:root{--paper:#fbfaf7;--ink:#1d1c1a;--quiet:#6b6861;--line:#dedbd3;--accent:#0f766e;--tint:#d9efec;--warn:#9a3412}
@media screen and (prefers-color-scheme:dark){:root{--paper:#171614;--ink:#ebe8e1;--quiet:#a19d94;--line:#36332e;--accent:#5fc4b8;--tint:#17332f;--warn:#fdba74}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:1.0625rem/1.65 "Source Serif 4","Noto Serif SC","Songti SC",Georgia,serif}
main{max-width:44rem;margin:0 auto;padding:3rem 1.25rem 4rem}
h1{font-size:1.9rem;line-height:1.2;margin:0 0 1.5rem;text-wrap:balance}
h2{font-size:1.25rem;line-height:1.3;margin:2.25rem 0 .6rem}
p{margin:0 0 .8rem}ul,ol{padding-left:1.4rem}li{margin:.3rem 0}
.mark{font:600 .72rem/1 system-ui,sans-serif;color:var(--accent);background:var(--tint);border-radius:.25rem;padding:.12rem .34rem;text-decoration:none;vertical-align:.12rem}
.mark:hover,.mark:focus-visible{outline:2px solid var(--accent);outline-offset:1px}
.doubt,.partial{color:var(--warn)}.partial{border-left:3px solid var(--warn);padding-left:.8rem}
.place,footer{color:var(--quiet);font:.85rem/1.5 system-ui,sans-serif}
.cited li{margin:0 0 1rem;scroll-margin-top:1rem}.cited li:target{background:var(--tint);outline:.5rem solid var(--tint)}
blockquote.code{white-space:pre-wrap;font:.8rem/1.5 ui-monospace,monospace}blockquote{margin:.25rem 0 0;padding-left:.9rem;border-left:2px solid var(--line);overflow-wrap:anywhere}
code{font:.85rem/1.5 ui-monospace,monospace;overflow-wrap:anywhere}.asked{margin:.4rem 0}
.rows{overflow-x:auto}table{border-collapse:collapse;font:.85rem/1.5 system-ui,sans-serif;font-variant-numeric:tabular-nums}
.compared table{table-layout:fixed;width:100%;margin:0 0 .8rem;font:inherit}.compared td{vertical-align:top;overflow-wrap:anywhere}
.matrix td,.matrix th:not(:first-child){text-align:center}.matrix tbody th{font-weight:400;color:var(--ink)}
th,td{border:1px solid var(--line);padding:.2rem .5rem;text-align:left}th{color:var(--quiet);font-weight:600}
.chart{display:block;width:100%;max-width:40rem;margin:1rem 0 1.4rem;font:12px system-ui,sans-serif;break-inside:avoid}
.chart rect,.chart circle{fill:var(--accent)}.chart text{fill:var(--quiet)}.chart path{stroke:var(--line)}.chart polyline{fill:none;stroke:var(--accent);stroke-width:2}
.matrix .s1{background:color-mix(in srgb,var(--accent) 12%,transparent)}.matrix .s2{background:color-mix(in srgb,var(--accent) 22%,transparent)}
.matrix .s3{background:color-mix(in srgb,var(--accent) 32%,transparent)}.matrix .s4{background:color-mix(in srgb,var(--accent) 42%,transparent)}
.timeline dl{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1rem;margin:0;font:.9rem/1.5 system-ui,sans-serif}
.timeline dt{grid-column:1;color:var(--quiet);font-variant-numeric:tabular-nums}.timeline dd{grid-column:2;margin:0;overflow-wrap:anywhere}
footer{margin-top:3rem;border-top:1px solid var(--line);padding-top:1rem}
@media print{.matrix td{print-color-adjust:exact}body{background:none}main{padding:0;max-width:none}.mark{border:1px solid var(--line)}}
`

/** Lines of a program with their indentation. */
const escapeLines = (lines: string): string =>
  lines
    .split('\n')
    .map((line) => `${' '.repeat(indentOf(line))}${escapeHtml(line)}`)
    .join('\n')

const indentOf = (line: string): number => line.replaceAll('\t', '    ').search(/\S|$/)

function mark(n: number): string {
  return `<a class="mark" href="#cited-${n}">${n}</a>`
}

/** For text in the report's language where the export around it is in another. */
const langOf = (report: ReportView, { speech }: Rendering): string =>
  report.language === speech.language ? '' : ` lang="${report.language}"`

function renderSentence(sentence: ReportSentence, report: ReportView, rendering: Rendering): string {
  const { speech } = rendering
  const lang = isClaim(sentence) ? langOf(report, rendering) : ''
  const text = `<span id="${escapeHtml(sentence.id)}"${lang}>${isClaim(sentence) && sentence.isCode ? `<code>${escapeHtml(textOf(sentence, speech))}</code>` : escapeHtml(textOf(sentence, speech))}</span>`
  return `${text}${renderMarks(sentence, rendering)}`
}

/** A sentence's citations, and its verdict where a reader has to know of it. */
function renderMarks(sentence: ReportSentence, { wording, speech }: Rendering): string {
  const note = noteOf(sentence, wording)
  const reason = reasonOf(sentence, speech)
  const title = reason === null ? '' : ` title="${escapeHtml(reason)}"`
  const label = note === null ? '' : ` <small class="doubt"${title}>${escapeHtml(note)}</small>`
  return `${sentence.citations.map((n) => ` ${mark(n)}`).join('')}${label}`
}

function renderSection(section: ReportSection, report: ReportView, rendering: Rendering): string {
  const blocks = blocksOf(section, report.citations)
  const isList = isListed(section, blocks.length)
  const joined = (sentences: readonly ReportSentence[]): string =>
    sentences.map((sentence) => renderSentence(sentence, report, rendering)).join(' ')
  const enclosed = (tag: string, sentences: readonly ReportSentence[]): string =>
    `<${tag}>${joined(sentences)}</${tag}>`
  const shown = blocks.map((block) => {
    if (block.kind === 'paragraph') return enclosed(isList ? 'li' : 'p', block.sentences)
    if (block.kind === 'list') {
      const items = block.items.map((item) => enclosed('li', item)).join('\n')
      return block.start === null ? `<ul>\n${items}\n</ul>` : `<ol start="${block.start}">\n${items}\n</ol>`
    }
    if (block.kind === 'compared')
      return renderTable(
        block.sides,
        block.rows.map((cells) => cells.map(joined)),
        'compared',
      )
    const rows = block.rows.map(({ sentence, cells }) => [
      ...cells.map((cell) => escapeHtml(cellText(cell))),
      renderMarks(sentence, rendering),
    ])
    return renderTable(block.columns, rows) + renderChart(block, rendering)
  })
  for (const reading of toldReadings(section, report.citations, rendering.speech))
    shown.push(`<p class="place">${escapeHtml(reading)}</p>`)
  const body = isList ? `<ul>\n${shown.join('\n')}\n</ul>` : shown.join('\n')
  const lang = section.kind === 'aspect' ? langOf(report, rendering) : ''
  return `<section class="${section.kind}">\n<h2${lang}>${escapeHtml(headingOf(section, rendering.speech))}</h2>\n${body}\n</section>`
}

function renderAnswer(answer: ShownAnswer): string {
  if (answer.kind === 'call')
    return answer.parts
      .map(([label, json]) => `<p class="asked">${escapeHtml(label)} <code>${escapeHtml(json)}</code></p>`)
      .join('')
  const table =
    answer.columns.length === 0
      ? ''
      : renderTable(
          answer.columns,
          answer.rows.map((row) => row.map(escapeHtml)),
        )
  const more = answer.more === null ? '' : `<p class="place">${escapeHtml(answer.more)}</p>`
  return `<p class="asked"><code>${escapeHtml(answer.statement)}</code></p>${table}${more}`
}

/** The rows as a picture below their table; nothing where they are none. */
function renderChart(block: Extract<ReportBlock, { kind: 'rows' }>, { speech }: Rendering): string {
  const chart = chartOfRows(block)
  if (chart === null) return ''
  const named = {
    id: block.rows[0]!.sentence.id,
    title: `${chart.value} / ${chart.label}`,
    told: toldChart(chart, speech),
  }
  return renderPicture(drawChart(chart, speech.format.number), named)
}

/** @param rows cells as HTML; one more than there are columns is for what stands beside them */
function renderTable(columns: readonly string[], rows: readonly (readonly string[])[], name = ''): string {
  const width = Math.max(columns.length, ...rows.map((row) => row.length))
  const head = Array.from({ length: width }, (_, at) => `<th>${escapeHtml(columns[at] ?? '')}</th>`).join('')
  const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')
  return `<div class="${`rows ${name}`.trim()}"><table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>`
}

/** What the report cites in the order of time: as a picture, and as a list. */
function renderTimelines(report: ReportView, { wording, speech }: Rendering): string {
  const rendered = toldTimelines(report, speech).map(({ kind, dates, picture, description, missing }) => {
    const title = wording.timeline[kind]
    const items = dates.map(({ day, entries }) => {
      const told = entries.map(({ text, citation }) => `${escapeHtml(text)} ${mark(citation.n)}`)
      return `<dt>${escapeHtml(day)}</dt>${told.map((one) => `<dd>${one}</dd>`).join('')}`
    })
    const without = missing === null ? '' : `\n<p class="place">${escapeHtml(missing)}</p>`
    const drawn = renderPicture(picture, { id: `timeline-${kind}`, title, told: description })
    return `<section class="timeline">\n<h2>${escapeHtml(title)}</h2>\n${drawn}\n<dl>${items.join('')}</dl>${without}\n</section>\n`
  })
  return rendered.join('')
}

/** Which part cites which source how often, darker where that is more often; nothing where too few of either are there. */
function renderMatrix(report: ReportView, rendering: Rendering): string {
  const matrix = matrixOf(report, rendering)
  if (matrix === null) return ''
  const head = matrix.columns.map((column) => `<th scope="col">${escapeHtml(column)}</th>`).join('')
  const rows = matrix.rows.map(({ name, cells }) => {
    const shaded = cells.map(({ text, shade }) => `<td class="s${shade}">${escapeHtml(text)}</td>`).join('')
    return `<tr><th scope="row">${escapeHtml(name)}</th>${shaded}</tr>`
  })
  const listed = matrix.legend.map((heading) => `<li>${escapeHtml(heading)}</li>`).join('')
  const legend = listed === '' ? '' : `\n<ol class="place">${listed}</ol>`
  return `<section class="matrix">\n<h2>${escapeHtml(matrix.title)}</h2>\n<div class="rows"><table><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table></div>${legend}\n</section>\n`
}

function renderCitation(citation: CitationView, rendering: Rendering): string {
  const { title, place, characters } = placeOf(citation, rendering)
  const tooltip = characters === null ? '' : ` title="${escapeHtml(characters)}"`
  const told = `<b>${escapeHtml(title)}</b> <span class="place"${tooltip}>${escapeHtml(place)}</span>`
  const answer = citation.place.kind === 'source' ? '' : renderAnswer(answerOf(citation.place, rendering.wording))
  const lines = codeOf(citation)
  const text =
    lines === null
      ? `<blockquote>${escapeHtml(citation.citedText)}</blockquote>`
      : `<blockquote class="code">${escapeLines(lines)}</blockquote>`
  return `<li id="cited-${citation.n}" value="${citation.n}">${told}${text}${answer}</li>`
}

/**
 * The report as one HTML file that needs nothing beside it: style and cited texts inside, light and dark by system,
 * no scripts (its own content policy forbids them and every request), all text escaped. What Quarry itself says is in
 * `language`.
 */
export function reportToHtml(report: ReportView, language: Language = report.language): string {
  const rendering = renderingIn(language)
  const { wording } = rendering
  const title = escapeHtml(report.title)
  const evidence = evidenceOf(report, rendering)
  const rows = evidence.rows.map(({ n, cells: [statement = '', ...rest] }) => [
    `${escapeHtml(statement)} ${mark(n)}`,
    ...rest.map(escapeHtml),
  ])
  const table =
    rows.length === 0
      ? ''
      : `<section class="evidence">\n<h2>${escapeHtml(evidence.title)}</h2>\n${renderTable(evidence.columns, rows)}\n</section>\n`
  const cited =
    report.citations.length === 0
      ? ''
      : `<section class="cited">\n<h2>${escapeHtml(wording.cited)}</h2>\n<ol>\n${report.citations.map((citation) => renderCitation(citation, rendering)).join('\n')}\n</ol>\n</section>\n`
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>
${stylesheet}</style>
</head>
<body>
<main>
<h1${langOf(report, rendering)}>${title}</h1>
${report.partial ? `<p class="partial">${escapeHtml(wording.partial)}</p>\n` : ''}${report.sections.map((section) => renderSection(section, report, rendering)).join('\n')}
${table}${renderTimelines(report, rendering)}${renderMatrix(report, rendering)}${cited}<footer><p>${escapeHtml(notesOf(report, rendering))}</p></footer>
</main>
</body>
</html>
`
}
