import { z } from 'zod'
import { fileTools } from '../../../contract/calls/own-tools'
import type { ModelTool } from '../../../contract/models/language-model'
import { likeliestFirst } from '../../drafting'
import { displayText } from '../../language'
import { described, type Refusals, type Tool } from '../../tools'
import { isOfService } from '../extractive/ask-resources'
import type { AllocatedResource } from '../port'
import { estimateTokens } from './estimate-tokens'

/** Tools of one step, and characters of what one says of itself. */
const mostTools = 24
const shownDescription = 300
const shownRefusal = 200

/**
 * Tools of a resource that a step was allocated, as they are now, and which of them the person refused last. May start its
 * service; throws `resource.*`, `egress.denied`.
 */
export type ToolsOf = (
  resourceId: string,
  signal: AbortSignal,
) => Promise<readonly (Tool & { readonly refused?: Refusals | undefined })[]>

/** A tool that a model may call in a step, and what the call is of. */
export interface OfferedTool extends ModelTool {
  readonly tool: string
  readonly resourceId: string | null
  /** Whether it is an operation of an API or a tool of a server, and no tool of Quarry's own. */
  readonly isService: boolean
}

const ofNumber = z.object({ near: z.number().int().positive().describe('Number of a sentence.') })
const ofWords = z.object({ query: z.string().min(1).max(1000).describe('Words to search for.') })
const ofStatement = z.object({ sql: z.string().min(1).max(20_000).describe('One SELECT statement.') })
const ofCode = z.object({
  code: z.string().min(1).max(20_000).describe('JavaScript. Its last expression is the result.'),
  tables: z
    .record(z.string().regex(/^[A-Za-z_]\w{0,63}$/), z.number().int().positive())
    .describe('Tables by name: each the number of a row of a query, for all rows of that query.'),
})
const ofChange = z.object({
  near: z.number().int().positive().describe('Number of a sentence of the document.'),
  edits: fileTools.apply_change.input.shape.edits,
})
/** Its answer is read by `ask-for-calls.ts`. */
export const finish: ModelTool = {
  name: 'finish',
  description: 'Ends the step. Names the sentences that answer it, the best first.',
  parameters: schemaOf(z.object({ keep: z.array(z.number().int().positive()).describe('Numbers of sentences.') })),
}

function schemaOf(input: z.ZodObject): Readonly<Record<string, unknown>> {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(input, { io: 'input' })
  return schema
}

/** What a schema says to readers alone. */
const prose = new Set(['title', 'description', '$comment', 'default', 'example', 'examples'])
/** Below these stand names that a tool gave its arguments, and values. */
const named = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'])
const valued = new Set(['enum', 'const', 'required'])

/** A service's schema without its prose: it goes to the model outside of any mark. */
function withoutProse(schema: Tool['inputSchema']): Tool['inputSchema'] {
  const stripped = (of: unknown, isNames: boolean): unknown => {
    if (Array.isArray(of)) return of.map((one) => stripped(one, false))
    if (typeof of !== 'object' || of === null) return of
    const kept = Object.entries(of).filter(([name]) => isNames || !prose.has(name))
    return Object.fromEntries(
      kept.map(([name, one]) => [
        name,
        !isNames && valued.has(name) ? one : stripped(one, !isNames && named.has(name)),
      ]),
    )
  }
  return stripped(schema, false) as Tool['inputSchema']
}

/** A model that knows what a person refused asks for it once less. */
function toldRefusals(refused: Refusals | undefined): string {
  if (refused === undefined) return ''
  const { times, input, remark } = refused
  const last = displayText(JSON.stringify(input)).slice(0, shownRefusal)
  const said = remark === null ? '' : ` They said: “${displayText(remark).slice(0, shownRefusal)}”.`
  return ` The person refused it ${times === 1 ? 'when last asked' : `the last ${times} times`}, with ${last}.${said}`
}

const computing = (): Omit<OfferedTool, 'name'> => ({
  tool: 'compute',
  resourceId: null,
  isService: false,
  description: described('compute').description,
  parameters: schemaOf(ofCode),
})

/** What a model may call in a step that only works on what others found. */
export const offerComputing = (): OfferedTool[] => [{ name: 'compute', ...computing() }]

/**
 * What a model may call in a step: the library, and what the step was allocated, as far as it only reads; of services with more
 * tools than fit (into `tokens`, and beside each other) those that `asked` means most likely. A resource whose tools cannot be
 * had offers none.
 * @param asked the question, and what the step looks for
 * @param may.remember whether it may look into what the project remembers, and store in it
 * @param may.writeFiles whether it may ask to write files
 */
export async function offerTools(
  resources: readonly AllocatedResource[],
  toolsOf: ToolsOf,
  asked: readonly string[],
  tokens: number,
  signal: AbortSignal,
  may: { readonly remember: boolean; readonly writeFiles: boolean },
): Promise<OfferedTool[]> {
  const own = { resourceId: null, isService: false }
  const offered: OfferedTool[] = [
    { ...own, name: 'recall', tool: 'recall', description: 'Searches the library.', parameters: schemaOf(ofWords) },
    {
      ...own,
      name: 'read_source',
      tool: 'read_source',
      description: 'Reads the document around a numbered sentence of it.',
      parameters: schemaOf(ofNumber),
    },
  ]
  if (may.remember) {
    for (const name of ['search_memory', 'remember'] as const) {
      const { description, inputSchema } = described(name)
      const { $schema: _dialect, ...parameters } = inputSchema
      offered.push({ ...own, name, tool: name, description, parameters })
    }
  }
  if (may.writeFiles) {
    const { description } = fileTools.apply_change
    const save = schemaOf(fileTools.save_file.input)
    offered.push(
      { ...own, name: 'save_file', tool: 'save_file', description: fileTools.save_file.description, parameters: save },
      { ...own, name: 'apply_change', tool: 'apply_change', description, parameters: schemaOf(ofChange) },
    )
  }
  const names = new Set([finish.name, ...offered.map(({ name }) => name)])
  let left = tokens
  const add = (tool: Omit<OfferedTool, 'name'>): void => {
    const needed = estimateTokens(JSON.stringify(tool))
    if (needed > left || offered.length === mostTools) return
    left -= needed
    const plain = tool.tool.replace(/[^\w-]+/g, '_').slice(0, 56) || 'tool'
    let name = plain
    for (let n = 2; names.has(name); n++) name = `${plain}_${n}`
    names.add(name)
    offered.push({ ...tool, name })
  }
  if (resources.some(({ metadata }) => metadata.type === 'database')) {
    add(computing())
  }
  const ofServices: { readonly offer: Omit<OfferedTool, 'name'>; readonly likely: number }[] = []
  for (const { resourceId, name: resource, metadata } of resources) {
    const of = `“${displayText(resource).slice(0, 80)}”`
    if (metadata.type === 'database') {
      const { description, inputSchema } = described('describe_table')
      const onDatabase = { resourceId, isService: false }
      const about = { tool: 'describe_table', description: `${description} Of ${of}.`, parameters: inputSchema }
      const ask = { tool: 'sql_query', description: `Asks ${of}, read-only.`, parameters: schemaOf(ofStatement) }
      add({ ...onDatabase, ...about })
      add({ ...onDatabase, ...ask })
      continue
    }
    const tools = await toolsOf(resourceId, signal).catch((error: unknown) => {
      signal.throwIfAborted()
      if (!isOfService(error)) throw error
      return []
    })
    const reading = tools.filter(({ effect }) => effect === 'reads')
    const likely = new Map<string, number>()
    for (const one of new Set(asked)) {
      for (const { tool, score } of likeliestFirst(one, reading, resource)) {
        likely.set(tool.name, Math.max(score, likely.get(tool.name) ?? 0))
      }
    }
    for (const { name, description, inputSchema, refused } of reading) {
      const said = `${displayText(description).slice(0, shownDescription)} Of ${of}.${toldRefusals(refused)}`
      const offer = {
        tool: name,
        resourceId,
        isService: true,
        description: said,
        parameters: withoutProse(inputSchema),
      }
      ofServices.push({ offer, likely: likely.get(name) ?? 0 })
    }
  }
  for (const { offer } of ofServices.toSorted((one, other) => other.likely - one.likely)) add(offer)
  return offered
}
