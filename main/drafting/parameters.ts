import { isRecord, type JsonValue } from '../../contract/json'
import { identifierWords } from '../text2sql'

/** A JSON Schema, of a tool's arguments or of one of them. */
export type Schema = Readonly<Record<string, unknown>>

/**
 * What an argument is for, by its name: `id` names one thing, `search` takes words that are looked for, `spoken` a text of
 * the person, `begin` and `end` bound a time, `most` how many are told, `page` and `shape` how the answer is cut and written.
 */
type Role = 'id' | 'search' | 'spoken' | 'begin' | 'end' | 'most' | 'page' | 'shape' | 'latitude' | 'longitude'

/** An argument of a tool as values are found for it. */
export interface Parameter {
  readonly name: string
  readonly schema: Schema
  readonly isRequired: boolean
  readonly takes: 'number' | 'day' | 'boolean' | 'choice' | 'text' | 'other'
  readonly isList: boolean
  readonly role: Role | null
  /** Which end of a range a number is, of one that bounds something. */
  readonly bound: 'least' | 'most' | null
  /** Canonical words of its name, without those that tell its role. */
  readonly words: readonly string[]
  /** Canonical words of what is said of it. */
  readonly told: readonly string[]
  /** Values that it may have, where the schema lists them. */
  readonly choices: readonly JsonValue[] | null
}

const wordsOf = (...words: readonly string[]): ReadonlySet<string> =>
  new Set([...words, ...words.flatMap(identifierWords)])

/** Words of names by what they are for: of the whole name, or of the part of it that counts. */
const roleWords: readonly {
  readonly role: Role
  readonly words: ReadonlySet<string>
  readonly at: 'any' | 'last' | 'only'
}[] = [
  { role: 'page', at: 'any', words: wordsOf('page', 'offset', 'skip', 'cursor', 'pagination', 'token', 'trace') },
  {
    role: 'id',
    at: 'last',
    words: wordsOf(
      'id',
      'ids',
      'key',
      'code',
      'uuid',
      'guid',
      'number',
      'sku',
      'isbn',
      'slug',
      'iid',
      'olid',
      'doi',
      'postcode',
      'zip',
    ),
  },
  {
    role: 'shape',
    at: 'any',
    words: wordsOf('include', 'includes', 'expand', 'embed', 'callback', 'pretty', 'verbose'),
  },
  {
    role: 'shape',
    at: 'last',
    words: wordsOf(
      'format',
      'fields',
      'sort',
      'orderby',
      'locale',
      'lang',
      'language',
      'prec',
      'precision',
      'proj',
      'details',
      'width',
      'height',
      'direction',
      'by',
    ),
  },
  { role: 'shape', at: 'only', words: new Set(['order', 'with', 'select']) },
  { role: 'latitude', at: 'last', words: wordsOf('lat', 'latitude') },
  { role: 'longitude', at: 'last', words: wordsOf('lon', 'lng', 'longitude') },
  { role: 'most', at: 'last', words: wordsOf('limit', 'count', 'size', 'top', 'take', 'results', 'rows', 'max') },
  { role: 'most', at: 'only', words: new Set(['n', 'per', 'first', 'perpage']) },
  { role: 'search', at: 'any', words: new Set(['search', 'query', 'keyword', 'keywords']) },
  {
    role: 'search',
    at: 'last',
    words: wordsOf('query', 'search', 'searchterm', 'term', 'text', 'keyword', 'keywords', 'phrase', 'filter', 'jql'),
  },
  { role: 'search', at: 'only', words: new Set(['q', 's']) },
  { role: 'spoken', at: 'last', words: wordsOf('message', 'content', 'prompt', 'input', 'body', 'say', 'expression') },
]
const beginWords = wordsOf('from', 'since', 'start', 'after', 'begin', 'min', 'gte', 'gt', 'starting', 'newer')
const endWords = wordsOf('to', 'until', 'end', 'before', 'max', 'lte', 'lt', 'till', 'ending', 'older')
const leastWords = wordsOf(
  'min',
  'minimum',
  'gte',
  'gt',
  'from',
  'least',
  'low',
  'lower',
  'young',
  'above',
  'start',
  'over',
  'greater',
)
const mostWords = wordsOf(
  'max',
  'maximum',
  'lte',
  'lt',
  'to',
  'most',
  'high',
  'upper',
  'old',
  'below',
  'end',
  'under',
  'less',
)
const dayWords = wordsOf('date', 'day', 'since', 'until', 'datetime', 'time', 'timestamp')

/** Parts of a name as it is written: `billId` has `bill` and `id`. */
const partsOf = (name: string): string[] =>
  name
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replace(/(?<=\p{Ll}{2})(id|name|type|min|max)$/u, ' $1')
    .replace(/^(alt|age|min|max)(?=(?:min|max|young|old|age)$)/u, '$1 ')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part !== '')

const typesOf = ({ type }: Schema): readonly unknown[] => (Array.isArray(type) ? type : [type])

/** Of several forms that a value may have, a list or a text, else the first. */
function alternativeOf(schema: Schema): Schema {
  const forms = [schema.anyOf, schema.oneOf].find(Array.isArray)?.filter(isRecord) ?? []
  const wanted = (type: string) => forms.find((form) => typesOf(form).includes(type))
  return typesOf(schema).some((type) => type !== undefined)
    ? schema
    : (wanted('array') ?? wanted('string') ?? forms[0] ?? schema)
}

/** Values that a description lists: “Allowed values: 'im', 'public_channel'”. Null where it lists none. */
function choicesIn(description: string): JsonValue[] | null {
  const list =
    /(?:\b(?:allowed|possible|valid|supported|accepted|one of|either|values?|options?|can be|must be)\b)([^.]{0,300})/i.exec(
      description,
    )?.[1]
  const values = [...(list ?? '').matchAll(/(?<![\w])(['"`])([\w-]{1,40})\1/g)].map(([, , value]) => value!)
  return values.length >= 2 ? [...new Set(values)] : null
}

/** The arguments that a schema names. */
export function parametersOf(schema: Schema): Parameter[] {
  const required = new Set(Array.isArray(schema.required) ? schema.required : [])
  const properties = isRecord(schema.properties) ? Object.entries(schema.properties) : []
  return properties.flatMap(([name, property]) =>
    isRecord(property) ? [parameterOf(name, property, required.has(name))] : [],
  )
}

function parameterOf(name: string, schema: Schema, isRequired: boolean): Parameter {
  const shape = alternativeOf(schema)
  const isList = typesOf(shape).includes('array')
  const item = isList && isRecord(shape.items) ? alternativeOf(shape.items) : shape
  const description = typeof schema.description === 'string' ? schema.description : ''
  const listed = Array.isArray(item.enum) ? (item.enum as JsonValue[]) : choicesIn(description)
  const parts = partsOf(name)
  const has = (words: ReadonlySet<string>): boolean =>
    parts.some((part) => words.has(part)) ||
    (parts.length === 1 && identifierWords(name).some((word) => words.has(word)))
  const types = typesOf(item)
  const isText = types.includes('string') || (isList && item === shape)
  const choices = isText || Array.isArray(item.enum) ? listed : null
  const isDay =
    isText &&
    (/^date(?:-?time)?$/.test(String(item.format)) ||
      has(dayWords) ||
      ((has(beginWords) || has(endWords)) &&
        !/\b(?:currency|place|address|city|station|account|user|mail)\b/i.test(`${name} ${description}`)))
  const takes =
    choices !== null
      ? 'choice'
      : types.includes('boolean')
        ? 'boolean'
        : types.includes('integer') || types.includes('number')
          ? 'number'
          : isDay
            ? 'day'
            : isText
              ? 'text'
              : 'other'
  const begins = has(beginWords) && (takes === 'day' || takes === 'number')
  const ends = has(endWords) && (takes === 'day' || takes === 'number')
  const role: Role | null = takes === 'day' ? (begins ? 'begin' : ends ? 'end' : null) : roleOf(parts, takes)
  const bound =
    takes === 'number' ? (has(leastWords) ? 'least' : has(mostWords) && role !== 'most' ? 'most' : null) : null
  const roles = new Set(roleWords.flatMap((one) => (one.role === role ? [...one.words] : [])))
  const words = [...new Set(parts.flatMap(identifierWords))].filter(
    (word) => !roles.has(word) && !(bound !== null && (leastWords.has(word) || mostWords.has(word))),
  )
  return {
    name,
    schema,
    isRequired,
    takes,
    isList,
    role,
    bound,
    words,
    told: [...new Set(identifierWords(description.slice(0, 200)))],
    choices,
  }
}

function roleOf(parts: readonly string[], takes: Parameter['takes']): Role | null {
  const last = parts.at(-1) ?? ''
  const found = roleWords.find(({ role, words, at }) => {
    if (role === 'most' && takes !== 'number') return false
    if ((role === 'latitude' || role === 'longitude') && takes !== 'number') return false
    if (at === 'only') return parts.length === 1 && words.has(last)
    return at === 'last' ? words.has(last) : parts.some((part) => words.has(part))
  })
  return found?.role ?? null
}

/** A value in the type that an argument takes. */
export function valueFor({ takes, isList }: Parameter, value: string | number): JsonValue {
  const one =
    takes === 'number' && Number.isFinite(Number(value)) ? Number(value) : takes === 'number' ? value : String(value)
  return isList ? [one] : one
}

/** A day, with its time where one is said, as an argument takes it. */
export function timeFor({ schema, told }: Parameter, day: string, time: string | null): string {
  const { format, description } = schema
  const isShort = /hh:mm ?z\b/i.test(String(description ?? ''))
  if (isShort) return `${day}T${time ?? '00:00'}Z`
  if (format === 'date-time' || (format !== 'date' && time !== null)) return `${day}T${time ?? '00:00'}:00Z`
  return told.includes('datetime') && format !== 'date' ? `${day}T${time ?? '00:00'}:00Z` : day
}
