import { computationOf } from '../../contract/calls/compute'
import type { Language } from '../../contract/language'
import { evidenceRowsOf } from '../../contract/report/evidence-rows'
import { type AnswerPlace, nameOfPlace } from '../../contract/report/place'
import {
  type CitationView,
  isClaim,
  isUnaided,
  type ReportSentence,
  type ReportView,
  type Verdict,
} from '../../contract/report/report'
import { shownText } from '../../contract/shown-text'
import { type Speech, speechIn, toldMatrix, wordsOfPlace } from '../../wording'

interface ExportWording {
  readonly evidence: {
    readonly title: string
    readonly columns: readonly [statement: string, source: string, place: string, date: string]
    readonly file: (day: string) => string
    readonly version: (version: string) => string
  }
  /** Of the table of which part cites which source. */
  readonly bySource: string
  readonly timeline: Readonly<Record<'sources' | 'events', string>>
  readonly cited: string
  readonly characters: (from: number, to: number) => string
  readonly query: string
  readonly call: (operation: string) => string
  /** Of a call whose answer has a language model's words in it. */
  readonly withModel: (models: string) => string
  readonly askedAt: (time: string) => string
  readonly row: (row: number, total: number) => string
  readonly rows: (total: number) => string
  readonly moreRows: (count: number) => string
  readonly arguments: string
  readonly result: string
  readonly state: Record<CitationView['state'], string | null>
  readonly verdict: Record<Verdict, string | null>
  readonly isNew: string
  readonly edited: string
  readonly checked: (supported: number, claims: number) => string
  /** At the end of what a language model wrote without the library. */
  readonly unaided: (date: string) => string
  readonly partial: string
  readonly writtenBy: (date: string) => string
  readonly dropped: (count: number) => string
}

const english: ExportWording = {
  evidence: {
    title: 'Evidence',
    columns: ['Statement', 'Source', 'Place', 'Date'],
    file: (day) => `${day} (file)`,
    version: (version) => `version ${version}`,
  },
  bySource: 'Sources by part',
  timeline: { sources: 'Timeline of sources', events: 'Timeline of events' },
  cited: 'Cited passages',
  characters: (from, to) => `characters ${from}–${to}`,
  query: 'query',
  call: (operation) => `call of ${operation}`,
  withModel: (models) => `with text by the language model ${models}`,
  askedAt: (time) => `answered ${time} UTC`,
  row: (row, total) => `row ${row} of ${total}`,
  rows: (total) => `${total} ${total === 1 ? 'row' : 'rows'}`,
  moreRows: (count) => `${count} more ${count === 1 ? 'row' : 'rows'} not shown`,
  arguments: 'Arguments',
  result: 'Result',
  state: {
    present: null,
    changed: 'changed since',
    missing: 'the file is missing now',
    moved: 'moved to another project',
    deleted: 'removed from the library',
  },
  verdict: {
    unchecked: 'not checked',
    supported: null,
    contradicted: 'contradicted by its source',
    insufficient: 'not confirmed by its source',
  },
  isNew: 'new',
  edited: 'edited by you',
  checked: (supported, claims) =>
    `${supported} of ${claims} cited ${claims === 1 ? 'sentence' : 'sentences'} confirmed by reopening the source.`,
  unaided: (date) => `Written by a language model without the library on ${date}. Nothing in it was checked.`,
  partial: 'Partial report: the session was stopped before it was done.',
  writtenBy: (date) => `Written by Quarry on ${date}.`,
  dropped: (count) => `${count} citations pointed at nothing and were dropped.`,
}

const chinese: ExportWording = {
  evidence: {
    title: '证据',
    columns: ['陈述', '来源', '位置', '日期'],
    file: (day) => `${day}（文件）`,
    version: (version) => `版本 ${version}`,
  },
  bySource: '各部分的来源',
  timeline: { sources: '来源时间线', events: '事件时间线' },
  cited: '引用的段落',
  characters: (from, to) => `第 ${from}–${to} 字符`,
  query: '查询',
  call: (operation) => `调用 ${operation}`,
  withModel: (models) => `含语言模型 ${models} 的文字`,
  askedAt: (time) => `返回于 ${time} UTC`,
  row: (row, total) => `第 ${row} 行，共 ${total} 行`,
  rows: (total) => `共 ${total} 行`,
  moreRows: (count) => `另有 ${count} 行未显示`,
  arguments: '参数',
  result: '结果',
  state: {
    present: null,
    changed: '此后已改变',
    missing: '文件现已缺失',
    moved: '已移至其他项目',
    deleted: '已从资料库中移除',
  },
  verdict: { unchecked: '未核对', supported: null, contradicted: '与来源矛盾', insufficient: '未得到来源证实' },
  isNew: '新增',
  edited: '由你修改',
  checked: (supported, claims) => `${claims} 个引用句中，${supported} 个已通过重新打开来源证实。`,
  unaided: (date) => `由语言模型于 ${date} 在不使用资料库的情况下写成，未经核对。`,
  partial: '部分报告：研究在完成之前被停止。',
  writtenBy: (date) => `由 Quarry 写于 ${date}。`,
  dropped: (count) => `${count} 个引用没有指向任何内容，已去掉。`,
}

/** What an export says: labels of its own, and the words of the report's facts. */
export interface Rendering {
  readonly wording: ExportWording
  readonly speech: Speech
}

export function renderingIn(language: Language): Rendering {
  return { wording: language === 'zh-CN' ? chinese : english, speech: speechIn(language) }
}

/** What a reader has to know of a claim: that it is new, edited, or in doubt. */
export function noteOf(sentence: ReportSentence, wording: ExportWording): string | null {
  if (!isClaim(sentence)) return null
  const notes = [
    sentence.isNew ? wording.isNew : null,
    sentence.edited ? wording.edited : null,
    // Of what a model wrote without the library the report says so once, before all of it.
    sentence.method === 'unaided' ? null : wording.verdict[sentence.verdict],
  ]
  return notes.filter((note) => note !== null).join(', ') || null
}

/** What an export says at its end of how the report was written and checked. */
export function notesOf(report: ReportView, { wording, speech }: Rendering): string {
  const { supported, claims, writing, droppedCitations } = report
  const date = report.writtenAt.slice(0, 10)
  const dropped = droppedCitations > 0 ? [wording.dropped(droppedCitations)] : []
  if (isUnaided(report)) return [wording.unaided(date), ...dropped].join(' ')
  const written = writing === undefined ? [] : [speech.fact({ kind: 'writtenByModel', values: writing })]
  return [wording.checked(supported, claims), ...written, ...dropped, wording.writtenBy(date)].join(' ')
}

export interface ToldPlace {
  readonly title: string
  readonly place: string
  /** Its characters, for who looks closely; null of an answer. */
  readonly characters: string | null
}

/** Lines of a cited declaration that an export shows at most. */
const shownLines = 40

/** The cited text of code in its lines, clipped; null of what is no code. */
export function codeOf({ place, citedText }: CitationView): string | null {
  if (place.kind !== 'source' || place.symbol === undefined) return null
  const lines = shownText(citedText).split('\n')
  return [...lines.slice(0, shownLines), ...(lines.length > shownLines ? ['…'] : [])].join('\n')
}

/** Where a citation stands, as one reads it: title, file, heading, page or lines; or query, row and time; and what became of it. */
export function placeOf({ place, state }: CitationView, { wording, speech }: Rendering): ToldPlace {
  const told = (parts: readonly (string | null | undefined)[], characters: string | null = null): ToldPlace => ({
    title: nameOfPlace(place),
    place: [...parts, wording.state[state]].filter((part) => part !== null && part !== undefined).join(', '),
    characters,
  })
  if (place.kind === 'source') {
    const { start, end, sourceName } = place
    const named = nameOfPlace(place) === sourceName ? [] : [sourceName]
    return told([...named, ...wordsOfPlace(place, speech)], wording.characters(start, end))
  }
  const at = wording.askedAt(place.at.slice(0, 19).replace('T', ' '))
  if (place.kind === 'call') {
    const { models } = place
    const written = models === undefined ? null : wording.withModel(models.join(', '))
    return told([wording.call(place.operation), place.pointer || null, written, at])
  }
  const { row, totalRows } = place
  return told([wording.query, row === null ? wording.rows(totalRows) : wording.row(row + 1, totalRows), at])
}

/** Characters of a statement that name it in the table of evidence: the whole stands in the report. */
const statementCharacters = 90

/** The table of evidence: the columns, and for each statement and place its cells and the number of its citation. */
export function evidenceOf(report: ReportView, rendering: Rendering) {
  const { wording, speech } = rendering
  const rows = evidenceRowsOf(report).map(({ claim, citation, date }) => {
    const { title, place } = placeOf(citation, rendering)
    const text = claim.text.trim()
    const statement = text.length > statementCharacters ? `${text.slice(0, statementCharacters - 1).trimEnd()}…` : text
    const day = date === null ? '' : date.date.length === 10 ? speech.format.day(date.date) : date.date
    const told = date === null || date.kind === 'issued' ? day : wording.evidence.file(day)
    return {
      n: citation.n,
      cells: [
        statement,
        title,
        place,
        [told, date?.version === undefined ? '' : wording.evidence.version(date.version)].filter(Boolean).join(', '),
      ],
    }
  })
  return { title: wording.evidence.title, columns: wording.evidence.columns, rows }
}

/** Which part rests on which sources, with the heading of each column; null where there is no such table. */
export function matrixOf(report: ReportView, { wording, speech }: Rendering) {
  const matrix = toldMatrix(report, speech)
  if (matrix === null) return null
  const rows = matrix.rows.map(({ name, cells }) => ({
    name,
    cells: cells.map(({ count, shade }) => ({ text: count === 0 ? '' : speech.format.number(count), shade })),
  }))
  const columns = [wording.evidence.columns[1], ...matrix.columns]
  return { title: wording.bySource, columns, rows, legend: matrix.legend }
}

/** Rows of a query shown in an export at most. */
const shownRows = 20
/** Characters of a call's arguments and result shown in an export at most. */
const shownCharacters = 2000

export type ShownAnswer =
  | {
      readonly kind: 'query'
      readonly statement: string
      readonly columns: readonly string[]
      readonly rows: readonly (readonly string[])[]
      readonly more: string | null
    }
  | { readonly kind: 'call'; readonly parts: readonly (readonly [label: string, json: string])[] }

/** What was asked and answered, as text: the row that is meant or the first rows, or arguments and result as JSON. */
export function answerOf(place: AnswerPlace, wording: ExportWording): ShownAnswer {
  if (place.kind === 'query') {
    const { row, rows, firstRow, totalRows, columns, statement } = place
    const shown = row === null ? rows.slice(0, shownRows) : rows.slice(row - firstRow, row - firstRow + 1)
    const more = row === null && totalRows > shown.length ? wording.moreRows(totalRows - shown.length) : null
    const asked = place.over === undefined ? '' : `-- ${place.over.operation} ${JSON.stringify(place.over.arguments)}\n`
    return {
      kind: 'query',
      statement: asked + statement,
      columns,
      rows: shown.map((cells) => cells.map(cellText)),
      more,
    }
  }
  const computed = computationOf(place)
  if (computed?.table) {
    const { columns, rows } = computed.table
    const shown = rows.slice(0, shownRows).map((cells) => cells.map(cellText))
    const more = rows.length > shown.length ? wording.moreRows(rows.length - shown.length) : null
    return { kind: 'query', statement: String(place.arguments.code), columns, rows: shown, more }
  }
  const json = (value: unknown): string => {
    const text = JSON.stringify(value)
    return text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text
  }
  return {
    kind: 'call',
    parts: [
      [wording.arguments, json(place.arguments)],
      [wording.result, json(place.value)],
    ],
  }
}

/** A cell of an answer as text; nothing where there is none. */
export function cellText(cell: unknown): string {
  return cell === null ? '' : typeof cell === 'string' ? cell : JSON.stringify(cell)
}
