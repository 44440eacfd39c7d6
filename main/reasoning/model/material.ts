import { computationOf } from '../../../contract/calls/compute'
import { fileTools } from '../../../contract/calls/own-tools'
import { serviceAnswer } from '../../../contract/calls/service-answer'
import { type DatabaseAnswer, databaseAnswer } from '../../../contract/databases/database-answer'
import type { JsonValue } from '../../../contract/json'
import { type RecallHit, recallAnswer } from '../../../contract/recall/recall'
import { keyOfPlace, nameOfPlace } from '../../../contract/report/place'
import { splitSentences } from '../../../contract/report/sentences'
import { displayText } from '../../language'
import { canonicalJson, hashOfJson } from '../../store'
import type { CallRequest } from '../../tools'
import { evidenceOfParts, evidenceOfRows } from '../extractive/ask-resources'
import { evidenceOfComputation } from '../extractive/compute-figure'
import { evidenceOfFile } from '../extractive/written-file'
import type { EarlierCall, Evidence, Inquiry } from '../port'
import { locatorWithin } from '../sentences/candidates'
import { sentenceDefect } from '../sentences/quality'
import { estimateTokens } from './estimate-tokens'
import { type Fenced, fenceLines } from './fence'

/** Tokens of what one call adds, and characters of an answer that is no evidence. */
const callTokens = 1500
const noteCharacters = 2000
/** What a line needs beside its sentence. */
const lineTokens = 20
const shownName = 80

type Passage = Omit<RecallHit, 'reason'> & Partial<Pick<RecallHit, 'reason'>>

/** Passages of sources in their order; of a long source those around the passages named. */
export type ReadSources = (
  sourceIds: readonly string[],
  around: readonly number[],
  options: { readonly signal: AbortSignal },
) => Promise<readonly Passage[]>

/** A call whose answer is read, and the question that it was made for. */
export interface AnsweredCall {
  readonly callId: string
  readonly request: CallRequest
  readonly isService: boolean
  /** The passage that was read around. */
  readonly around: number | null
  /** Whose rows were computed with; null of any other call. */
  readonly computedOf: Computed['of'] | null
  readonly question: string
  readonly inquiry: Inquiry
}

/** What code is handed, as the tool takes it, and whose rows those are. */
export interface Computed {
  readonly of: Pick<DatabaseAnswer, 'resourceId' | 'resourceName'>
  readonly input: { readonly tables: Record<string, JsonValue[]>; readonly results: Record<string, string> }
}

/** Words of others that a prompt shows, and whose they are. */
export interface ForeignText {
  readonly source: string
  readonly text: string
}

/** The sentences and rows that a step has so far, numbered from 1. A number stays what it is. */
export class Material {
  /** What the last prompt showed of it, what came last first. */
  shown: readonly ForeignText[] = []
  private readonly items: Evidence[]
  private readonly known: Set<string>
  /** The calls that brought items, by the item's number. */
  private readonly calls = new Map<number, string>()

  constructor(
    found: readonly Evidence[],
    private readonly readSources: ReadSources,
    earlier: readonly EarlierCall[] = [],
  ) {
    this.items = [...found]
    for (const [at, { place }] of found.entries()) {
      const call = place.kind === 'source' ? undefined : earlier.find((one) => hashOfAnswer(one) === place.hash)
      if (call !== undefined) this.calls.set(at + 1, call.callId)
    }
    this.known = new Set(found.map(keyOf))
  }

  get size(): number {
    return this.items.length
  }

  at(n: number): Evidence | undefined {
    return this.items[n - 1]
  }

  /** What databases and services answered from the number on: it was asked for, and is kept whatever becomes of the step. */
  answersFrom(n: number): Evidence[] {
    return this.items.slice(n - 1).filter(({ place }) => place.kind !== 'source')
  }

  /** Takes in what a call brought; says what it was, where that is no evidence. Throws `place.invalid`, and what reading throws. */
  async take(output: unknown, call: AnsweredCall, signal: AbortSignal): Promise<string> {
    const before = this.items.length
    const { tool, resourceId, input } = call.request
    if (tool === 'describe_table' && !call.isService) return canonicalJson(output).slice(0, noteCharacters)
    if (call.isService && resourceId !== null)
      this.add(evidenceOfParts(output, { tool, resourceId, input }, call.question))
    else if (tool in fileTools) this.add(evidenceOfFile(output, call, call.question))
    else if (tool === 'sql_query') this.add(evidenceOfRows(output))
    else if (call.computedOf !== null) this.add(evidenceOfComputation(output, call.computedOf, input))
    else if (tool === 'recall') this.add(sentencesOf(recallAnswer.parse(output).hits, call.inquiry))
    else this.add(sentencesOf(await this.window(input, call.around, signal), call.inquiry))
    for (let n = before + 1; n <= this.items.length; n++) this.calls.set(n, call.callId)
    if (this.items.length > before) return `[${before + 1}]–[${this.items.length}]`
    const rows = databaseAnswer.safeParse(output).data?.rows.length
    return rows === undefined || rows > 0 ? 'nothing new' : '0 rows'
  }

  /** The rows or answers behind numbered ones, for code; null where a number is none that is known whole. */
  rowsFor(tables: Readonly<Record<string, number>>): Computed | null {
    const input: Computed['input'] = { tables: {}, results: {} }
    let of: Computed['of'] | null = null
    for (const [name, n] of Object.entries(tables)) {
      const place = this.at(n)?.place
      const callId = this.calls.get(n)
      if (place === undefined || place.kind === 'source') return null
      of ??= { resourceId: place.resourceId, resourceName: place.resourceName }
      const isComputed = place.kind === 'call' && computationOf(place) !== null
      if (callId !== undefined && !isComputed) {
        input.results[name] = callId
        continue
      }
      if (place.kind !== 'query' || place.rows.length < place.totalRows) return null
      const { columns, rows } = place
      input.tables[name] = rows.map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at] ?? null])))
    }
    return of === null ? null : { of, input }
  }

  /**
   * As much as fits, what came last first, between what else others wrote: what tools say of themselves, and what calls
   * answered.
   */
  fenced(tokens: number, tools: readonly string[], calls: readonly string[]): Fenced {
    const lines: string[] = []
    const shown: ForeignText[] = []
    let left = tokens
    for (let n = this.items.length; n > 0; n--) {
      const item = this.items[n - 1]!
      const source = displayText(nameOfPlace(item.place))
      const words = wordsOf(item)
      const line = `[${n}] (${source.slice(0, shownName)}) ${words}`
      left -= estimateTokens(line)
      if (left < 0) break
      lines.unshift(line)
      shown.push({ source, text: item.place.kind === 'call' ? `${item.sentence}\n${words}` : item.sentence })
    }
    this.shown = shown
    return fenceLines('material', [...tools, ...lines, ...calls])
  }

  private async window(input: CallRequest['input'], around: number | null, signal: AbortSignal): Promise<Passage[]> {
    const [from, to] = [Number(input.offset), Number(input.offset) + Number(input.length)]
    const passages = await this.readSources([String(input.sourceId)], around === null ? [] : [around], { signal })
    return passages.filter(({ locator }) => locator.end > from && locator.start < to)
  }

  private add(evidence: readonly Evidence[]): void {
    let left = callTokens
    for (const item of evidence) {
      const key = keyOf(item)
      if (this.known.has(key)) continue
      left -= estimateTokens(wordsOf(item)) + lineTokens
      if (left < 0) break
      this.known.add(key)
      this.items.push(item)
    }
  }
}

/** What the place of an answer has as its hash. */
function hashOfAnswer({ output }: EarlierCall): string | null {
  const rows = databaseAnswer.safeParse(output).data
  if (rows !== undefined) return hashOfJson({ columns: rows.columns, rows: rows.rows })
  const service = serviceAnswer.safeParse(output).data
  return service === undefined ? null : hashOfJson(service.value)
}

/** Rows that were computed have one place: it is the computation as a whole. */
const keyOf = ({ place, sentence }: Evidence): string =>
  place.kind === 'call' ? `${keyOfPlace(place)} ${sentence}` : keyOfPlace(place)

/** In one order of members, whether the answer came just now or from the journal: the same turn has the same words. */
function wordsOf({ sentence, place }: Evidence): string {
  const isPart = place.kind === 'call' && computationOf(place) === null
  return displayText(isPart ? canonicalJson(place.value).slice(0, noteCharacters) : sentence)
}

/** Whole sentences of passages, at their places, without those of sources that a person does not want. */
function sentencesOf(passages: readonly Passage[], { neverUse = [] }: Inquiry): Evidence[] {
  return passages
    .filter(({ sourceId }) => !neverUse.includes(sourceId))
    .flatMap(({ passageId, sourceName, title, headingPath, contentHash, text, locator, reason }) =>
      splitSentences(text).flatMap(({ start, end }): Evidence[] => {
        const sentence = text.slice(start, end)
        if (sentenceDefect(sentence) !== null) return []
        const at = locatorWithin(locator, text, start, end)
        const of = { passageId, sourceName, sourceTitle: title, headingPath, contentHash }
        return [{ sentence, place: { kind: 'source', ...at, ...of }, score: 0, reason: reason ?? null }]
      }),
    )
}
