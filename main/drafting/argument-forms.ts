import type { JsonValue } from '../../contract/json'
import { identifierWords } from '../text2sql'
import type { Mention } from './mentions'

/** A JSON Schema, of a tool's arguments or of one of them. */
export type Schema = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Words in the names of arguments by what they take. */
export const idWords = new Set(['id', 'key', 'code', 'uuid', 'guid', 'number', 'sku', 'isbn', 'slug'])
export const searchWords = new Set(
  ['q', 'query', 'search', 'term', 'text', 'keyword', 'phrase'].flatMap(identifierWords),
)
export const spokenWords = new Set(
  ['message', 'content', 'prompt', 'input', 'body', 'say', 'expression'].flatMap(identifierWords),
)
export const mostWords = new Set(
  ['limit', 'count', 'size', 'top', 'max', 'first', 'take', 'results'].flatMap(identifierWords),
)
export const beginWords = new Set(['from', 'since', 'start', 'after', 'begin', 'min', 'gte'].flatMap(identifierWords))
export const endWords = new Set(['to', 'until', 'end', 'before', 'max', 'lte', 'till'].flatMap(identifierWords))
export const namesOf = (name: string): string[] =>
  name
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
/** Whether the name of an argument has one of some words. */
export const isOf = (words: ReadonlySet<string>, name: string): boolean =>
  [...identifierWords(name), ...namesOf(name)].some((word) => words.has(word))

function typesOf({ type }: Schema): readonly unknown[] {
  return Array.isArray(type) ? type : [type]
}
export const isNumeric = (property: Schema): boolean =>
  typesOf(property).some((type) => type === 'integer' || type === 'number')
export const isText = (property: Schema): boolean =>
  typesOf(property).includes('string') && property.enum === undefined && property.const === undefined
const dateWords = new Set(['date', 'day', 'since', 'until', 'from', 'start', 'end', 'before', 'after'])
/** Whether an argument takes a day. */
export const isDate = (name: string, property: Schema): boolean =>
  isText(property) &&
  (property.format === 'date' || property.format === 'date-time' || namesOf(name).some((word) => dateWords.has(word)))

/** A day as an argument takes it. */
export const timed = ({ format }: Schema, day: string): string => (format === 'date-time' ? `${day}T00:00:00Z` : day)

/** What a question names, in the type that an argument takes. */
export function valueFor(property: Schema, { value }: Mention): JsonValue {
  if (isNumeric(property)) return Number.isFinite(Number(value)) ? Number(value) : value
  return String(value)
}
