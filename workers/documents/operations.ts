import { cleanProse, cleanText } from './clean'
import { compactSchema, withoutOwnSecret } from './compact-schema'
import { maxOperations, maxParameters } from './limits'
import type { ReadOperation } from './read-api'
import { bodyFields, schemaType } from './schema-words'
import { entriesOf, isMapping, listOf, own, type References } from './tree'

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'] as const
const places = ['path', 'query', 'header', 'cookie'] as const

type Parameter = ReadOperation['parameters'][number]

/** How one version of the format says what another says elsewhere. */
export interface Dialect {
  /** The schema of a parameter that is not the body. */
  parameterSchema(parameter: unknown): unknown
  /** How its lists and objects are written; empty where as by default. */
  parameterStyle(parameter: unknown): Pick<Parameter, 'style' | 'explode'>
  /** The schema of the body and its media type, from the operation and its (resolved) parameters; null where it takes none. */
  body(operation: unknown, parameters: readonly unknown[]): DescribedBody | null
  /** The schema of an answer's content. */
  answerSchema(response: unknown): unknown
}

export interface DescribedBody {
  readonly schema: unknown
  readonly mediaType: string
  readonly required: boolean
  readonly description: string
}

export interface FoundOperations {
  readonly operations: readonly ReadOperation[]
  readonly total: number
}

/** Operations of `paths` in their order: what is usable of each, whatever else is wrong with it. */
export function operationsOf(root: unknown, references: References, dialect: Dialect): FoundOperations {
  const operations: ReadOperation[] = []
  let total = 0
  for (const [path, value] of entriesOf(own(root, 'paths'))) {
    if (path.startsWith('x-')) continue
    const item = references.resolve(value)
    for (const method of methods) {
      const operation = references.resolve(own(item, method))
      if (!isMapping(operation)) continue
      total++
      if (operations.length >= maxOperations) continue
      operations.push(describeOperation(path, method, item, operation, root, references, dialect))
    }
  }
  return { operations, total }
}

function describeOperation(
  path: string,
  method: string,
  item: unknown,
  operation: unknown,
  root: unknown,
  references: References,
  dialect: Dialect,
): ReadOperation {
  const raw = parametersOf(item, operation, references)
  const parameters = raw.flatMap((parameter) => describeParameter(parameter, references, dialect))
  const body = dialect.body(operation, raw)
  if (body !== null) parameters.push(...bodyParameters(body, references))
  const authAlternatives = alternativesOf(own(operation, 'security') ?? own(root, 'security'))
  const operationId = cleanText(own(operation, 'operationId'), 200)
  return {
    id: operationId || `${method.toUpperCase()} ${cleanText(path, 300)}`,
    method: method.toUpperCase(),
    path: cleanText(path, 500),
    summary: cleanProse(own(operation, 'summary') ?? own(item, 'summary'), 300),
    description: cleanProse(own(operation, 'description') ?? own(item, 'description'), 1200),
    tags: listOf(own(operation, 'tags'))
      .slice(0, 20)
      .map((tag) => cleanText(tag, 80))
      .filter((tag) => tag !== ''),
    parameters: parameters.slice(0, maxParameters),
    ...(body === null ? {} : { body: describeBody(body, references) }),
    answers: answersOf(operation, references, dialect),
    deprecated: own(operation, 'deprecated') === true,
    auth: [...new Set(authAlternatives.flat())],
    authAlternatives,
  }
}

/** Parameters of the path, overridden by those of the operation that have the same name and place. */
function parametersOf(item: unknown, operation: unknown, references: References): object[] {
  const byKey = new Map<string, object>()
  for (const holder of [item, operation]) {
    for (const value of listOf(own(holder, 'parameters')).slice(0, 500)) {
      const parameter = references.resolve(value)
      if (!isMapping(parameter)) continue
      byKey.set(`${cleanText(own(parameter, 'in'), 20)} ${cleanText(own(parameter, 'name'), 200)}`, parameter)
    }
  }
  return [...byKey.values()]
}

/** Parameters that many operations refer to are read once. */
const described = new WeakMap<object, readonly Parameter[]>()

function describeParameter(parameter: object, references: References, dialect: Dialect): readonly Parameter[] {
  const known = described.get(parameter) ?? readParameter(parameter, references, dialect)
  described.set(parameter, known)
  return known
}

function readParameter(parameter: object, references: References, dialect: Dialect): Parameter[] {
  const place = own(parameter, 'in')
  const name = cleanText(own(parameter, 'name'), 200)
  const where = places.find((known) => known === place)
  if (name === '' || where === undefined) return []
  const schema = dialect.parameterSchema(parameter)
  const compact = withoutOwnSecret(name, compactSchema(schema, references))
  return [
    {
      name,
      in: where,
      required: where === 'path' || own(parameter, 'required') === true,
      type: schemaType(schema, references),
      description: cleanProse(own(parameter, 'description'), 300),
      ...(isAnyText(compact) ? {} : { schema: compact }),
      ...dialect.parameterStyle(parameter),
    },
  ]
}

const isAnyText = (schema: Readonly<Record<string, unknown>>): boolean =>
  Object.keys(schema).every((key) => key === 'type') && (schema.type ?? 'string') === 'string'

function describeBody(body: DescribedBody, references: References): NonNullable<ReadOperation['body']> {
  const { mediaType, required, schema } = body
  return { mediaType: mediaType || 'application/json', required, schema: compactSchema(schema, references) }
}

function bodyParameters(body: DescribedBody, references: References): Parameter[] {
  const fields = bodyFields(body.schema, references)
  if (fields.length > 0) return fields.map((field) => ({ ...field, in: 'body' as const }))
  return [
    {
      name: 'body',
      in: 'body',
      required: body.required,
      type: [schemaType(body.schema, references), body.mediaType].filter((part) => part !== '').join(', '),
      description: body.description,
    },
  ]
}

/** Any one of the objects suffices, and needs all of its names. */
function alternativesOf(security: unknown): string[][] {
  const alternatives = listOf(security)
    .slice(0, 20)
    .filter(isMapping)
    .map((needed) =>
      Object.keys(needed)
        .slice(0, 20)
        .map((name) => cleanText(name, 100)),
    )
  return alternatives.some((needed) => needed.length === 0) ? [] : alternatives
}

/** What comes back when all is well, in words. */
function answersOf(operation: unknown, references: References, dialect: Dialect): string {
  const responses = entriesOf(own(operation, 'responses'))
  const found = responses.find(([code]) => /^2/.test(code)) ?? responses.find(([code]) => code === 'default')
  if (found === undefined) return ''
  const response = references.resolve(found[1])
  const fields = bodyFields(dialect.answerSchema(response), references).slice(0, 15)
  const description = cleanProse(own(response, 'description'), 200)
  const names = fields.map(({ name }) => name).join(', ')
  return [/^(ok|success(ful)?( (operation|response))?)?\.?$/i.test(description) ? '' : description, names]
    .filter((part) => part !== '')
    .join(': ')
}
