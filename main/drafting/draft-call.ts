import type { ArgumentOrigin } from '../../contract/calls/asked-field'
import type { JsonValue } from '../../contract/json'
import { identifierWords } from '../text2sql'
import { type Candidate, candidatesOf, type SaidOf } from './candidates'
import type { DraftableTool } from './draftable-tool'
import type { Filled } from './fill-arguments'
import { idOfNamed, lookUpFor } from './look-up'
import { type RestOfQuestion, restOf } from './rest-of-question'
import { requestOf, wordsOfTool } from './tool-words'

export type CallDraft =
  | {
      readonly kind: 'call'
      readonly tool: string
      readonly input: Readonly<Record<string, JsonValue>>
      /** Which earlier results gave an argument, by their index. */
      readonly lent: readonly number[]
      /** 0..1 */
      readonly sureness: number
      /** What is left to ask of its rows, and what one of them is called. */
      readonly rest: RestOfQuestion
    }
  /** A call that finds the id that the meant one needs; its answer is to be handed in as the last of the earlier ones. */
  | {
      readonly kind: 'lookUp'
      readonly tool: string
      readonly input: Readonly<Record<string, JsonValue>>
      readonly sureness: number
    }
  | {
      readonly kind: 'declined'
      /** `noTool`: none answers; `unsure`: two would do; `missing`: arguments are; `changes`: the one that is meant changes something. */
      readonly reason: 'noTool' | 'unsure' | 'missing' | 'changes'
      readonly tool: string | null
      readonly missing: readonly string[]
      /** Of what misses arguments: those that it has, each with where it was taken from. */
      readonly given: DraftedArguments | null
      /** 0..1, of what misses arguments as if it had them; 0 of anything else. */
      readonly sureness: number
    }

interface DraftedArguments {
  readonly input: Readonly<Record<string, JsonValue>>
  readonly origins: Readonly<Record<string, ArgumentOrigin>>
  readonly lent: readonly number[]
}

/** A tool must be this surely meant, and ahead of the next one by so much in log odds. */
const leastSureness = 0.45
const leastLead = 0.1

const changingVerbs = new Set(
  identifierWords(
    'create add update delete remove write set put edit move send post insert cancel merge close reopen approve archive complete reschedule reorder mark join upload import rename assign reply publish fork push start stop retry trigger patch apply manage unassign invite restore',
  ),
)

/** Tools by how likely a question means a call of them, the likeliest first; of equals in the order given. Pure. */
export const likeliestFirst = <OneTool extends DraftableTool>(
  question: string,
  tools: readonly OneTool[],
  service: string,
): { readonly tool: OneTool; readonly score: number }[] => candidatesOf(question, tools, { service }).candidates

/**
 * A call that answers a question, drafted by rules: the tool whose words and arguments the question has, its arguments
 * from what the question names. What is called after a change is not drafted. Pure.
 */
export function draftCall(question: string, tools: readonly DraftableTool[], of: SaidOf = {}): CallDraft {
  const { candidates, words } = candidatesOf(question, tools, of, (tool) => !isChanging(tool))
  const isAsking = isOrder(question) && words.some((word) => changingVerbs.has(word))
  const fitting = candidates.filter(({ tool }) => !isChanging(tool) || isAsking)
  const [likeliest] = fitting
  // What is asked nothing although something is named stands back behind a search for that.
  const isBlind = likeliest?.features.blind === 1 && !isChanging(likeliest.tool)
  const search = isBlind
    ? fitting.find(({ tool, filled }) => filled.isSearched && filled.missing.length === 0 && !isChanging(tool))
    : undefined
  const best = search ?? likeliest
  if (best === undefined) return declined('noTool', null)
  const second = fitting.find((other) => other !== best && !isOtherVersion(best, other))
  const isClose = second !== undefined && search === undefined && best.preference - second.preference < leastLead
  if (best.score < leastSureness) return declined(isClose && best.score > leastSureness / 2 ? 'unsure' : 'noTool', null)
  const { name } = best.tool
  if (isChanging(best.tool)) return declined('changes', name)
  if (isClose) return declined('unsure', null)
  const { input, origins, lent, missing } = best.filled
  const [lacking, another] = missing
  if (lacking !== undefined && another === undefined) {
    const found = foundId(lacking, best.filled, of.earlier ?? [])
    if (found !== null) {
      const { id, from } = found
      const whole = { ...input, [lacking]: id }
      const filled = { ...best.filled, used: [...best.filled.used, found.name] }
      const rest = restOf(question, filled, best.tool, of.service ?? '')
      return { kind: 'call', tool: name, input: whole, lent: [...lent, from], sureness: best.score, rest }
    }
    const readers = tools.flatMap((tool) => (isChanging(tool) ? [] : [{ tool, words: wordsOfTool(tool) }]))
    const lookUp = lookUpFor(lacking, best, readers)
    if (lookUp !== null) return { kind: 'lookUp', ...lookUp, sureness: best.score }
  }
  if (missing.length > 0) {
    const given = { input, origins, lent }
    return { ...declined('missing', name), missing, given, sureness: best.score }
  }
  const rest = restOf(question, best.filled, best.tool, of.service ?? '')
  return { kind: 'call', tool: name, input, lent, sureness: best.score, rest }
}

/** “Delete order 42”, and no question after what was deleted. */
const isOrder = (question: string): boolean =>
  !/[?？]\s*$/.test(question) &&
  !/^\s*(?:which|what|who|whose|how|when|where|why|is|are|was|were|do|does|did|has|have|had|list|show|find|name|give|tell)\b/i.test(
    question,
  )

/** The id of what the question names, in the latest answer that has it, and which that is. */
function foundId(lacking: string, { unused }: Filled, earlier: readonly JsonValue[]) {
  const [name, another] = unused.filter(({ kind }) => kind === 'name' || kind === 'quoted')
  if (name === undefined || another !== undefined) return null
  for (const [from, answer] of [...earlier.entries()].toReversed()) {
    const id = idOfNamed(answer, String(name.value), lacking)
    if (id !== null) return { id, from, name }
  }
  return null
}

/** Whether one is the other in another version of the API: either does. */
function isOtherVersion(one: Candidate<DraftableTool>, other: Candidate<DraftableTool>): boolean {
  const [path, otherPath] = [one, other].map(({ tool }) => requestOf(tool.description)?.path)
  const plain = (text = ''): string => text.replace(/\/v\d+(?:\.\d+)*(?=\/)/i, '')
  return path !== undefined && path !== otherPath && plain(path) === plain(otherPath)
}

/** Of a tool that does not say that it only reads, its name tells: many a server says nothing, and the gate asks for it anyway. */
const isChanging = ({ effect, name, description }: DraftableTool): boolean =>
  effect === 'changes' &&
  (/^(?:POST|PUT|PATCH|DELETE) /.test(description) || identifierWords(name).some((word) => changingVerbs.has(word)))

const declined = (
  reason: Extract<CallDraft, { kind: 'declined' }>['reason'],
  tool: string | null,
): Extract<CallDraft, { kind: 'declined' }> => ({
  kind: 'declined',
  reason,
  tool,
  missing: [],
  given: null,
  sureness: 0,
})
