import { z } from 'zod'
import { isRecord } from '../json'
import { shownLine } from '../shown-text'

const bound = z.number().nullable()

/** What a person is asked for by a service: one value, with how it is entered. Names and words are the service's: data. */
export const askedField = z.object({
  name: z.string().min(1).max(200),
  title: z.string(),
  description: z.string(),
  isRequired: z.boolean(),
  form: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('text'),
      format: z.enum(['email', 'uri', 'date', 'date-time']).nullable(),
      minLength: bound,
      maxLength: bound,
    }),
    z.object({ kind: z.literal('number'), isInteger: z.boolean(), minimum: bound, maximum: bound }),
    z.object({ kind: z.literal('boolean') }),
    z.object({
      kind: z.literal('choice'),
      /** Whether several may be chosen. */
      isMany: z.boolean(),
      /** Of several: how many at least and at most. */
      least: bound,
      most: bound,
      options: z.array(z.object({ value: z.union([z.string(), z.number()]), title: z.string() })).min(1),
    }),
  ]),
  /** As it is entered; null where the service proposes nothing. */
  proposed: z.union([z.string(), z.array(z.string())]).nullable(),
})
export type AskedField = z.infer<typeof askedField>

/** Where an argument of a call that asks was taken from. */
export const argumentOrigin = z.enum(['question', 'earlierAnswer', 'schema'])
export type ArgumentOrigin = z.infer<typeof argumentOrigin>

/** What a call lacks, and where the arguments that it has come from. */
export const lackingCall = z.object({
  fields: z.array(askedField).min(1),
  /** What it may have besides, where the service lets it; absent of a question that an older version asked. */
  optional: z.array(askedField).optional(),
  origins: z.record(z.string(), argumentOrigin),
})
export type LackingCall = z.infer<typeof lackingCall>

type Schema = Readonly<Record<string, unknown>>
type Form = AskedField['form']

const mostOptions = 200
const textOf = (value: unknown, length: number): string =>
  typeof value === 'string'
    ? shownLine(value.slice(0, length * 2))
        .trim()
        .slice(0, length)
    : ''
const numberOf = (value: unknown): number | null => (typeof value === 'number' && Number.isFinite(value) ? value : null)

/** How a JSON schema's value is entered; null where no field of a form holds it (lists of objects, say). */
export function fieldOf(name: string, schema: unknown, isRequired: boolean): AskedField | null {
  if (!isRecord(schema) || name.length > 200 || shownLine(name) !== name || name === '') return null
  const form = formOf(schema)
  if (form === null) return null
  return {
    name,
    title: textOf(schema.title, 200) || name,
    description: textOf(schema.description, 500),
    isRequired,
    form,
    proposed: proposedFor(schema.default),
  }
}

function formOf(schema: Schema): Form | null {
  const choice = choiceIn(schema)
  if (choice !== null)
    return choice.length === 0 ? null : { kind: 'choice', isMany: false, least: null, most: null, options: choice }
  const types = [schema.type].flat().filter((one) => one !== 'null')
  if (types.length !== 1) return null
  switch (types[0]) {
    case 'string':
      return {
        kind: 'text',
        format: (['email', 'uri', 'date', 'date-time'] as const).find((one) => one === schema.format) ?? null,
        minLength: numberOf(schema.minLength),
        maxLength: numberOf(schema.maxLength),
      }
    case 'number':
    case 'integer':
      return {
        kind: 'number',
        isInteger: types[0] === 'integer',
        minimum: numberOf(schema.minimum),
        maximum: numberOf(schema.maximum),
      }
    case 'boolean':
      return { kind: 'boolean' }
    case 'array': {
      const options = isRecord(schema.items) ? choiceIn(schema.items) : null
      if (options === null || options.length === 0) return null
      const [least, most] = [numberOf(schema.minItems), numberOf(schema.maxItems)]
      return { kind: 'choice', isMany: true, least, most, options }
    }
    default:
      return null
  }
}

/** Null where the schema has no list of values; empty where no person could choose from it. */
function choiceIn(schema: Schema): Extract<Form, { kind: 'choice' }>['options'] | null {
  const titled = schema.oneOf ?? schema.anyOf
  const listed = Array.isArray(titled)
    ? titled.map((one) => (isRecord(one) ? { value: one.const, title: one.title } : { value: null, title: null }))
    : Array.isArray(schema.enum)
      ? schema.enum.map((value, at) => ({
          value,
          title: Array.isArray(schema.enumNames) ? schema.enumNames[at] : null,
        }))
      : null
  if (listed === null) return null
  const options = listed.flatMap(({ value, title }) =>
    typeof value === 'string' || typeof value === 'number'
      ? [{ value, title: textOf(title, 200) || textOf(String(value), 200) || '""' }]
      : [],
  )
  return options.length === listed.length && options.length <= mostOptions ? options : []
}

function proposedFor(value: unknown): AskedField['proposed'] {
  if (Array.isArray(value)) return value.every((one) => typeof one === 'string') ? value.map(String) : null
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : null
}

/** What a person entered: a text, of a yes or no `true` or `false`, of a choice its value, or several. */
export type FieldEntry = string | readonly string[]

export type FieldProblem =
  | 'empty'
  | 'number'
  | 'integer'
  | 'tooSmall'
  | 'tooLarge'
  | 'tooShort'
  | 'tooLong'
  | 'format'
  | 'choice'
  | 'tooFew'
  | 'tooMany'

export type EnteredValue =
  | { readonly value: string | number | boolean | (string | number)[] }
  /** Left empty where it may be: it is not sent. */
  | { readonly value: null }
  | { readonly problem: FieldProblem }

/** What an entry says, or why it does not fit. */
export function valueOfEntry(
  { form, isRequired }: Pick<AskedField, 'form' | 'isRequired'>,
  entry: FieldEntry,
): EnteredValue {
  const text = typeof entry === 'string' ? entry : ''
  if (entry.length === 0 || (typeof entry === 'string' && entry.trim() === '')) {
    return isRequired ? { problem: 'empty' } : { value: null }
  }
  switch (form.kind) {
    case 'text':
      return textValue(form, text)
    case 'number':
      return numberValue(form, text.trim())
    case 'boolean':
      return text === 'true' || text === 'false' ? { value: text === 'true' } : { problem: 'choice' }
    case 'choice': {
      const chosen = [entry].flat().map((one) => form.options.find(({ value }) => String(value) === one)?.value)
      if (chosen.some((one) => one === undefined)) return { problem: 'choice' }
      const values = chosen.flatMap((one) => one ?? [])
      if (form.isMany && form.least !== null && values.length < form.least) return { problem: 'tooFew' }
      if (form.isMany && form.most !== null && values.length > form.most) return { problem: 'tooMany' }
      return { value: form.isMany ? values : (values[0] ?? '') }
    }
  }
}

function textValue({ format, minLength, maxLength }: Extract<Form, { kind: 'text' }>, text: string): EnteredValue {
  if (format === 'date-time') {
    // What a field for date and time enters is in the person's time zone.
    const at = new Date(text)
    return Number.isNaN(at.getTime()) ? { problem: 'format' } : { value: at.toISOString() }
  }
  if (format === 'date' && !z.iso.date().safeParse(text).success) return { problem: 'format' }
  if (format === 'email' && !z.email().safeParse(text).success) return { problem: 'format' }
  if (format === 'uri' && !URL.canParse(text)) return { problem: 'format' }
  if (minLength !== null && text.length < minLength) return { problem: 'tooShort' }
  if (text.length > Math.min(maxLength ?? 20_000, 20_000)) return { problem: 'tooLong' }
  return { value: text }
}

function numberValue({ isInteger, minimum, maximum }: Extract<Form, { kind: 'number' }>, text: string): EnteredValue {
  const value = /^[-+]?\d{1,20}(?:\.\d{1,20})?(?:e[-+]?\d{1,3})?$/i.test(text) ? Number(text) : Number.NaN
  if (!Number.isFinite(value)) return { problem: 'number' }
  if (isInteger && !Number.isInteger(value)) return { problem: 'integer' }
  if (minimum !== null && value < minimum) return { problem: 'tooSmall' }
  if (maximum !== null && value > maximum) return { problem: 'tooLarge' }
  return { value }
}

/** All entries of a form: their values by name, and what does not fit, by name. */
export function valuesOfEntries(
  fields: readonly AskedField[],
  entries: Readonly<Record<string, FieldEntry>>,
): {
  readonly values: Record<string, string | number | boolean | (string | number)[]>
  readonly problems: Record<string, FieldProblem>
} {
  const read = fields.map((field) => [field.name, valueOfEntry(field, entries[field.name] ?? '')] as const)
  return {
    values: Object.fromEntries(
      read.flatMap(([name, one]) => ('value' in one && one.value !== null ? [[name, one.value]] : [])),
    ),
    problems: Object.fromEntries(read.flatMap(([name, one]) => ('problem' in one ? [[name, one.problem]] : []))),
  }
}

const secretWords =
  /(?:^|[\s_.-])(?:pass(?:word|wd|phrase|code|wort)|pwd|pin|secret|token|api[\s_-]?key|access[\s_-]?key|private[\s_-]?key|credentials?|cvv|cvc|otp|kennwort)s?(?:$|[\s_.:?!,-])|密码|口令|密钥|令牌|验证码/i

/** Whether a service asks for a password, a key or the like by the name of the field: it must not, and nobody is asked for it. */
export const asksForSecret = ({ name, title }: Pick<AskedField, 'name' | 'title'>): boolean =>
  [name, title].some((text) => secretWords.test(text.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')))
