import type { JsonValue } from '../../contract/json'
import { identifierWords, likeness } from '../text2sql'
import type { Candidate } from './candidates'
import type { DraftableTool } from './draftable-tool'
import { parametersOf, valueFor } from './parameters'
import { requestOf, type ToolWords } from './tool-words'

/** A call that finds the id which another call needs, by the name that the question says. */
export interface LookUp {
  readonly tool: string
  readonly input: Readonly<Record<string, JsonValue>>
}

/**
 * The call that finds what a call misses: of the tools that read and list what the missing id is of, the one that takes the
 * name, else one that needs nothing. Null where the question names nothing, or no tool tells. Pure.
 * @param missing the required argument that the question does not give
 */
export function lookUpFor<OneTool extends DraftableTool>(
  missing: string,
  { tool, filled }: Candidate<OneTool>,
  tools: readonly { readonly tool: OneTool; readonly words: ToolWords }[],
): LookUp | null {
  const [name, another] = filled.unused.filter(({ kind }) => kind === 'name' || kind === 'quoted')
  if (name === undefined || another !== undefined) return null
  const of = subjectOf(missing, tool)
  if (of.length === 0) return null
  const found = tools.flatMap(({ tool: other, words }) => {
    const isOf = of.every((word) => words.name.some((one) => likeness(word, one) > 0 || likeness(one, word) > 0))
    if (other === tool || !isOf) return []
    const parameters = parametersOf(other.inputSchema)
    const needed = parameters.filter(({ isRequired }) => isRequired)
    const taking = parameters.find(
      ({ takes, role, words: own }) =>
        takes === 'text' && (role === 'search' || own.includes('name') || own.includes('titl')),
    )
    const others = needed.filter((one) => one !== taking)
    if (others.length > 0) return []
    const input = taking === undefined ? {} : { [taking.name]: valueFor(taking, name.value as string) }
    // What lists exactly these comes first, then what searches.
    const rank =
      (taking === undefined ? 1 : 0) + words.name.length / 20 + (requestOf(other.description)?.path.length ?? 0) / 1000
    return [{ tool: other.name, input, rank }]
  })
  const [best] = found.sort((one, other) => one.rank - other.rank)
  return best === undefined ? null : { tool: best.tool, input: best.input }
}

/** What a missing id is of: `customerId` of customers, `id` and `olid` of what stands before it in the path. */
function subjectOf(missing: string, { description }: DraftableTool): string[] {
  const own = identifierWords(missing.replace(/(?<=\p{Ll}{2})id$/u, ' id')).filter((word) => !idWords.has(word))
  if (own.length > 0) return own
  const parts = (requestOf(description)?.path ?? '').split('/')
  const at = parts.findIndex((part) => part.includes(`{${missing}}`))
  return at > 0 ? identifierWords(parts[at - 1]!) : []
}
const idWords = new Set(identifierWords('id ids iid key code uuid number slug olid'))

/** Items that are looked through. */
const mostItems = 2000

/** The id that an answer has for what is called so; null where nothing is, or several are. Pure. */
export function idOfNamed(answer: JsonValue, named: string, missing: string): string | number | null {
  const found = new Set<string | number>()
  const waiting: JsonValue[] = [answer]
  for (let count = 0; waiting.length > 0 && count < mostItems; count += 1) {
    const value = waiting.shift()!
    if (Array.isArray(value)) waiting.push(...value)
    else if (typeof value === 'object' && value !== null) {
      const members = Object.entries(value)
      const texts = members.flatMap(([, member]) => (typeof member === 'string' ? [member] : [])).join('\n')
      const id = saysSo(texts, named) ? idIn(members, missing) : null
      if (id !== null) found.add(id)
      else waiting.push(...members.map(([, member]) => member))
    }
  }
  const [only, another] = found
  return another === undefined ? (only ?? null) : null
}

const plain = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
/** Whether a text has all words of a name, as a catalogue turns them: “Brandvold, Siri”. */
function saysSo(text: string, named: string): boolean {
  const words = new Set(plain(text).split(' '))
  return plain(named)
    .trim()
    .split(' ')
    .every((word) => words.has(word))
}

function idIn(members: readonly (readonly [string, JsonValue])[], missing: string): string | number | null {
  const isId = (value: JsonValue): value is string | number => typeof value === 'string' || typeof value === 'number'
  const bare = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  const under = (test: (name: string) => boolean) => members.find(([name, value]) => test(name) && isId(value))?.[1]
  const id =
    under((name) => bare(name) === bare(missing)) ??
    under((name) => /^_?id$/i.test(name)) ??
    under((name) => /^(?:key|uuid|iid|guid|slug|code|number)$/i.test(name)) ??
    under((name) => /id$/i.test(name))
  // Open Library writes `/authors/OL1A`.
  return isId(id ?? null) ? (typeof id === 'string' ? (id.split('/').at(-1) ?? id) : (id as number)) : null
}
