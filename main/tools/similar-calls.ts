import type { SimilarCall } from '../../contract/calls/calls'
import { contentWords, type PastCall, questionWithoutSecrets } from '../gate'
import { namesIn } from '../language'
import type { SqlExecutor } from '../store'
import { askedIn, type SaidCall, textOfCall } from './call-meanings'
import { type CallOrigin, type PastCallRow, readPastCalls } from './repository/precedents'

/** Of the calls that are looked at those that are shown. */
const shown = 5
/** Share of their words that two calls must have in common to be alike. */
const leastAlike = 0.5
/**
 * From this nearness on two calls say much the same in other words. The text of two calls of one question is the same in
 * most of its words. Measured on pairs that a test keeps.
 */
export const nearFrom = { ofOneQuestion: 0.955, ofTwoQuestions: 0.85 } as const

interface ComparedCall {
  readonly row: PastCallRow
  /** Share of common words of the arguments, 0..1. */
  readonly words: number
}

/** The latest calls of an origin beside a new one, the newest first. */
export type ComparedCalls = readonly ComparedCall[]

export interface SimilarCalls {
  /** The most alike by their words, then the nearest by their meaning. */
  readonly similarCalls: readonly SimilarCall[]
  /** As the gate weighs them, those since a person last allowed one. */
  readonly unsettled: readonly PastCall[]
}

export async function comparePastCalls(
  executor: SqlExecutor,
  origin: CallOrigin,
  { input }: Pick<SaidCall, 'input'>,
): Promise<ComparedCalls> {
  const past = await readPastCalls(executor, origin)
  if (past.length === 0) return []
  const words = contentWords(JSON.stringify(input))
  return past.map((row) => ({ row, words: shareOfWords(words, contentWords(JSON.stringify(row.input))) }))
}

/** Those of other words: only their meaning could say something. */
export const othersOf = (compared: ComparedCalls): readonly PastCallRow[] =>
  compared.filter((one) => !isAlike(one)).map(({ row }) => row)

/**
 * Whether the meaning of past calls could say something to the gate, which learns of refusals and of failures from the
 * second on. Vectors cost too much to be compared for nothing.
 */
export const mayTell = (compared: ComparedCalls): boolean =>
  compared.filter(({ row }) => row.state === 'failed').length > 1 ||
  compared.some((one) => !isAlike(one) && one.row.answer === 'deny')

/**
 * Past calls whose arguments share most of their words with a call's, and those that say the same in other words. Meaning
 * only ever adds: what settles a call that is alike by its words is another such call.
 * @param near how near they are by what they say, by call id
 */
export function similarCallsOf(
  compared: ComparedCalls,
  call: SaidCall,
  near: ReadonlyMap<string, number>,
): SimilarCalls {
  const alike = compared.filter(isAlike)
  const nearnessOf = ({ row }: ComparedCall): number => near.get(row.callId) ?? 0
  const asked = askedIn(call.question)
  const kept = questionWithoutSecrets(asked, call.input)
  const isOfOneQuestion = ({ row }: ComparedCall): boolean => [asked, kept].includes(askedIn(row.question))
  const reworded = compared.filter(
    (one) =>
      !isAlike(one) && nearnessOf(one) >= (isOfOneQuestion(one) ? nearFrom.ofOneQuestion : nearFrom.ofTwoQuestions),
  )
  const ordered = [
    ...alike.toSorted((one, other) => other.words - one.words),
    ...reworded.toSorted((one, other) => nearnessOf(other) - nearnessOf(one)),
  ]
  // What a person refused of one order they did not refuse of another, nor all that may answer a question: it makes
  // deleting and counting near.
  const judged = reworded.filter(
    (one) => !isOfOneQuestion(one) && (one.row.answer !== null || one.row.state === 'failed'),
  )
  const names = judged.length === 0 ? '' : namesOf(call)
  const same = new Set(judged.filter(({ row }) => namesOf({ tool: call.tool, ...row }) === names))
  const added = sinceAllowed(compared.filter((one) => isAlike(one) || same.has(one))).filter((one) => same.has(one))
  return {
    similarCalls: ordered
      .slice(0, shown)
      .map(({ row }) => ({ at: new Date(row.at).toISOString(), question: row.question, ...outcomeOf(row) })),
    unsettled: [...sinceAllowed(alike), ...added].map(({ row }) => outcomeOf(row)),
  }
}

const isAlike = ({ words }: ComparedCall): boolean => words >= leastAlike

/** The newer ones of calls in their order, up to the first that a person allowed. */
function sinceAllowed(calls: readonly ComparedCall[]): readonly ComparedCall[] {
  const allowedAt = calls.findIndex(({ row }) => row.answer === 'allow')
  return allowedAt < 0 ? calls : calls.slice(0, allowedAt)
}

/** A refusal is a person's: what a rule denies it denies again by itself. */
const outcomeOf = ({ state, answer }: PastCallRow): PastCall => ({
  decision: answer === 'deny' ? 'refused' : 'allowed',
  succeeded: state === 'denied' ? null : state === 'done',
})

function shareOfWords(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  if (one.size === 0 || other.size === 0) return one.size === other.size ? 1 : 0
  const common = [...one].filter((word) => other.has(word)).length
  return common / (one.size + other.size - common)
}

/** Names and numbers that a call speaks of. */
function namesOf(call: SaidCall): string {
  const text = textOfCall(call)
  const named = [...namesIn(text).map((name) => name.text), ...(text.match(/\p{N}[\p{L}\p{N}.,:/-]*/gu) ?? [])]
  return [...new Set(named.map((name) => name.toLowerCase()))].sort().join('\n')
}
