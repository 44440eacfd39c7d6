import { isRecord } from '../../contract/json'
import { contentWords } from '../language'
import { identifierWords } from '../text2sql'
import type { DraftableTool } from './draftable-tool'

/** Words of a tool, canonical, by where they stand. */
export interface ToolWords {
  /** Of what it is about: the last part of its path, or the nouns of its name. */
  readonly subject: readonly string[]
  /** Of its name. */
  readonly name: readonly string[]
  /** Of its name, its path and its summary. */
  readonly core: readonly string[]
  /** Of all that is said of it, of its arguments and their values too. */
  readonly all: readonly string[]
  /** Of what it answers. */
  readonly answers: readonly string[]
}

/** Verbs that most tools begin with: they tell one from the other only where nothing else does. */
export const commonVerbs = new Set(
  identifierWords(
    'get list find read fetch show search query retrieve return all by api v1 v2 v3 request tool server value values given json data rest public returns details information',
  ),
)

/** The method and path of an API's operation, as its description begins with them. */
export const requestOf = (description: string): { readonly method: string; readonly path: string } | null => {
  const match = /^(GET|HEAD|OPTIONS|QUERY|POST|PUT|PATCH|DELETE) (\/\S*)/.exec(description)
  return match === null ? null : { method: match[1]!, path: match[2]! }
}

const read = new WeakMap<DraftableTool, ToolWords>()

/** Words of a tool, read once. */
export function wordsOfTool(tool: DraftableTool): ToolWords {
  const known = read.get(tool) ?? readWords(tool)
  read.set(tool, known)
  return known
}

function readWords({ name, description, inputSchema, told }: DraftableTool): ToolWords {
  const request = requestOf(description)
  const segments = (request?.path ?? '').split('/').filter((part) => part !== '')
  const fixed = segments
    .filter((part) => !/^[{:]/.test(part))
    .map((part) => part.replace(/\{[^{}]{0,100}\}|\.(?:json|xml)$/g, ''))
  const parts = unique(identifierWords((request !== null && /\//.test(name) ? fixed.join(' ') : name).slice(0, 200)))
  const known = parts.filter((word) => !/^\p{Script=Han}$/u.test(word))
  const own = known.length > 0 ? known : parts
  const said = contentWords(withoutRequest(description).slice(0, 300)).flatMap(({ surface }) =>
    identifierWords(surface),
  )
  const core = unique([...own, ...fixed.flatMap(identifierWords), ...said])
  const properties = isRecord(inputSchema.properties) ? Object.entries(inputSchema.properties) : []
  const ofArguments = properties.flatMap(([argument, property]) => {
    const choices = isRecord(property)
      ? (property.enum ?? (isRecord(property.items) ? property.items.enum : null))
      : null
    const values = Array.isArray(choices) ? choices.filter((value) => typeof value === 'string').slice(0, 60) : []
    return [argument, ...values].flatMap(identifierWords)
  })
  const prose = contentWords(`${description.slice(0, 1000)} ${told?.prose ?? ''} ${told?.about?.join(' ') ?? ''}`)
  return {
    subject: unique(fixed.length > 0 ? identifierWords(fixed.at(-1)!) : own.filter((word) => !commonVerbs.has(word))),
    name: own,
    core,
    all: unique([...core, ...prose.flatMap(({ surface }) => identifierWords(surface)), ...ofArguments]),
    answers: unique(identifierWords(told?.answers ?? '')),
  }
}

export const withoutRequest = (description: string): string => description.replace(/^[A-Z]+ \/\S*\s*/, '')

const unique = (words: readonly string[]): string[] => [...new Set(words)]

/** What a tool does as an encoder compares it with questions: put as a request, as those are (docs/decisions/0014-matching.md). */
export const shortTextOf = ({ name, description }: DraftableTool): string => {
  const request = requestOf(description)
  const said =
    request === null ? `${spaced(name)}. ${description}` : `${spaced(request.path)} ${withoutRequest(description)}`
  return `Can you help me with this? ${said}`.slice(0, 400).toWellFormed()
}

const spaced = (name: string): string =>
  name
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase()
