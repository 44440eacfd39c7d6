import { serviceAnswer } from '../../../contract/calls/service-answer'
import { databaseAnswer } from '../../../contract/databases/database-answer'
import { QuarryError, toErrorShape } from '../../../contract/errors'
import { jsonObject } from '../../../contract/json'
import { type CallPlace, nameOfPlace, type QueryPlace } from '../../../contract/report/place'
import type { Unasked } from '../../../contract/report/report-facts'
import { textOfRow } from '../../../contract/report/report-rows'
import { asksOverRows } from '../../language'
import { countRows } from '../../text2sql'
import type { CallRequest } from '../../tools'
import { callPlaceOf, queryPlaceOf } from '../places/answers'
import type { AllocatedResource, Evidence, GatheringOptions, StepFindings, StepInput } from '../port'
import { type AnsweringPart, answeringParts } from './answering-parts'
import { computeFrom, queryBasis } from './compute-figure'
import type { DraftedCall, ExtractivePorts } from './ports'

/** Rows of an answer that become evidence one by one; the citation keeps more. */
const toldRows = 20

export interface AskedResources {
  readonly evidence: readonly Evidence[]
  readonly unasked: NonNullable<StepFindings['unasked']>
}

/** Asks each database, API and MCP server that the step was allocated; what it answers is evidence, before all else. */
export async function askResources(
  { draftCall }: Pick<ExtractivePorts, 'draftCall'>,
  question: string,
  { resources, earlier, mayAsk = false, figures = [] }: StepInput,
  options: GatheringOptions,
): Promise<AskedResources> {
  const evidence: Evidence[] = []
  const unasked: (Unasked & { resourceId: string })[] = []
  const answered = earlier.flatMap(({ findings }) =>
    findings.evidence.flatMap(({ place }) => (place.kind === 'call' ? [place] : [])),
  )
  // One question a step at most: with two a person would hardly see what they are for.
  let isOpenToAsk = mayAsk
  for (const resource of resources) {
    const { type } = resource.metadata
    const { asked = question } = resource
    const brought =
      type === 'database'
        ? await askDatabase(resource, asked, figures, options)
        : draftCall !== undefined && isService(resource.metadata)
          ? await askService(draftCall, resource, asked, answered, { ...options, mayAsk: isOpenToAsk }, () => {
              isOpenToAsk = false
            })
          : []
    if ('reason' in brought) unasked.push({ resourceId: resource.resourceId, ...brought })
    else evidence.push(...brought)
  }
  return { evidence, unasked }
}

/** Whether it has tools of its own that are called: Quarry's own are called without being allocated. */
const isService = (metadata: AllocatedResource['metadata']): boolean =>
  metadata.type === 'api' || metadata.type === 'mcp_server' || (metadata.type === 'tool' && !metadata.builtIn)

async function askDatabase(
  { resourceId }: AllocatedResource,
  question: string,
  figures: readonly string[],
  { callTool }: GatheringOptions,
): Promise<readonly Evidence[] | Unasked> {
  const called = await callTool({ tool: 'sql_query', resourceId, input: { question } }).catch(passOver)
  if (called === null) return []
  const { declined } = databaseAnswer.parse(called.output)
  // Rows that are to be calculated with are told by the step that does: its figures cite them.
  const left = new Set<string>()
  for (const figure of figures) {
    if ((await queryBasis(callTool, resourceId, figure).catch(passOver)) !== null) left.add(figure)
  }
  if (declined === null) return evidenceOfRows(called.output)
  if (left.has(question)) return []
  try {
    // Where no step is planned for it, as in a quick answer.
    const basis = await queryBasis(callTool, resourceId, question)
    const computed = basis === null ? [] : await computeFrom(callTool, question, basis)
    return computed.length > 0 ? computed : { reason: 'declined', tool: null, about: [], error: null, declined }
  } catch (error) {
    if (!isOfService(error)) throw error
    return { reason: 'failed', tool: 'compute', about: [], error: toErrorShape(error) }
  }
}

/** Rows of what `sql_query` answered, the first ones. */
export function evidenceOfRows(output: unknown, over?: QueryPlace['over']): Evidence[] {
  const {
    statement,
    reading,
    parameters,
    columns,
    rows,
    declined: _declined,
    ...answered
  } = databaseAnswer.parse(output)
  if (statement === null) return []
  return rows.slice(0, toldRows).map((row, at) => {
    const place = queryPlaceOf(answered, { statement, parameters, reading, over }, { columns, rows }, at)
    return { sentence: textOfRow(columns, row), place, score: 1, reason: null }
  })
}

/** @param without tools that were called for the question and failed */
async function askService(
  draftCall: NonNullable<ExtractivePorts['draftCall']>,
  resource: AllocatedResource,
  question: string,
  earlier: readonly CallPlace[],
  options: GatheringOptions & { readonly mayAsk: boolean },
  onAsks: () => void,
  failed: { readonly tools: readonly string[]; readonly wasGiven: boolean } = { tools: [], wasGiven: false },
): Promise<Evidence[] | Unasked> {
  const { resourceId } = resource
  const { callTool, signal, mayAsk } = options
  const found: CallPlace[] = []
  const drafted = () =>
    draftCall(
      resourceId,
      question,
      [...earlier, ...found].map(({ value }) => value),
      signal,
      failed.tools,
    ).catch((error: unknown): Unasked => {
      if (signal.aborted || !isOfService(error)) throw error
      return { reason: 'failed', tool: null, about: [], error: toErrorShape(error) }
    })
  let draft = await drafted()
  if ('kind' in draft && draft.kind === 'lookUp') {
    const { tool, input } = draft
    const looked = await callTool({ tool, resourceId, input }).catch(passOver)
    if (looked === null) return []
    const place = placeOrNull(() => placeOfAnswer(looked.output, { tool, resourceId, input }))
    // Too long to be kept: nobody could see what the id was taken from.
    if (place === null) return { reason: 'nothingFound', tool, about: [], error: null }
    found.push(place)
    draft = await drafted()
  }
  if ('reason' in draft) return draft
  // After one that failed on something: what is given nothing brings all there is, and not that.
  if (failed.wasGiven && draft.kind === 'call' && isEmpty(draft.input)) return []
  // One look-up is enough: what it did not find is not there by that name.
  if (draft.kind === 'lookUp') return { reason: 'nothingFound', tool: draft.tool, about: [], error: null }
  const { tool, input, lent, lacking, rest } = draft
  const missing: Unasked = {
    reason: 'missing',
    tool,
    about: lacking?.fields.map(({ name }) => name) ?? [],
    error: null,
  }
  if (lacking !== undefined && !mayAsk) return missing
  if (lacking !== undefined) onAsks()
  const trigger = triggerOf(lent.map((at) => [...earlier, ...found][at]!))
  let hasFailed = false
  const called = await callTool({ tool, resourceId, input, trigger, lacking }).catch((error: unknown) => {
    // Nobody gave what it lacks.
    if (lacking !== undefined && isDenied(error)) return missing
    hasFailed = error instanceof QuarryError && error.code === 'tool.failed'
    return passOver(error)
  })
  if (called === null) {
    if (!hasFailed || failed.tools.length > 0) return []
    // What is not there by one operation may be by the next likeliest; else the report tells the failure.
    const other = await askService(draftCall, resource, question, earlier, options, onAsks, {
      tools: [tool],
      wasGiven: !isEmpty(input),
    })
    return 'reason' in other ? [] : other
  }
  if ('reason' in called) return called
  const rows = rest === undefined ? [] : await askRows(called, { tool, input }, rest, callTool)
  try {
    const evidence = rows.length > 0 ? rows : evidenceOfParts(called.output, { tool, resourceId, input }, question)
    // Where all rows count, single ones answer nothing.
    const isOfRows = rows.length === 0 && evidence.length > 1 && asksOverRows(question)
    if (isOfRows && countRows(serviceAnswer.parse(called.output).value) > 1)
      return { reason: 'rowsUnsure', tool, about: [], error: null }
    return evidence.length > 0 ? evidence : { reason: 'nothingFound', tool, about: [], error: null }
  } catch (error) {
    if (!isTooLarge(error)) throw error
    return { reason: 'failed', tool, about: [], error: toErrorShape(error) }
  }
}

const isEmpty = (input: unknown): boolean => Object.keys(Object(input)).length === 0

const isTooLarge = (error: unknown): error is QuarryError =>
  error instanceof QuarryError && error.code === 'place.invalid'

/** What the rows of an answer say to what is left of the question, where that asks over them; none where it is not sure. */
async function askRows(
  { callId, output }: { readonly callId: string; readonly output: unknown },
  { tool, input }: Pick<CallRequest, 'tool' | 'input'>,
  { question, rowsAre, isCount, isPaged }: NonNullable<Extract<DraftedCall, { kind: 'call' | 'lacking' }>['rest']>,
  callTool: GatheringOptions['callTool'],
): Promise<Evidence[]> {
  const { value } = serviceAnswer.parse(output)
  const rows = countRows(value)
  if (!asksOfRows(question) || rows < 2 || (isPaged && pageSizes.has(rows))) return []
  const plain = isCount ? `How many ${rowsAre.replaceAll('_', ' ')} are there?` : question
  const over = { question: plain, result: callId, rowsAre }
  const asked = await callTool({ tool: 'sql_query', resourceId: null, input: over }).catch(passOver)
  return asked === null
    ? []
    : evidenceOfRows(asked.output, { operation: tool, arguments: jsonObject.parse(input), rowsAre })
}

/** What is asked over several rows: how many, the most, the sum. */
const asksOfRows = (question: string): boolean =>
  asksOverRows(question) ||
  /\b(?:how many|how often|number of|total|sum|average|mean|most|least|fewest|(?!(?:re|inter)quest|latest|test|rest|west|east|guest|contest|harvest|forest|invest|manifest|digest|suggest|interest|honest|best)\p{L}{2,}est)\b|多少|几|最|总|平均/iu.test(
    question,
  )

/** Lists of so many are likely a page: what counts or ranks over one would do so over a part. */
const pageSizes: ReadonlySet<number> = new Set([
  5, 10, 15, 20, 24, 25, 30, 40, 50, 60, 75, 100, 150, 200, 250, 500, 1000,
])

function placeOfAnswer(
  output: unknown,
  {
    tool,
    resourceId,
    input,
  }: { readonly tool: string; readonly resourceId: string; readonly input: CallRequest['input'] },
): CallPlace {
  const { resourceName, at, value, models } = serviceAnswer.parse(output)
  return callPlaceOf({ resourceId, resourceName, at }, { operation: tool, arguments: input, models }, value)
}

/** What others answered before and an argument was taken from; undefined where the question gave all of them. */
function triggerOf(places: readonly CallPlace[]): CallRequest['trigger'] {
  if (places.length === 0) return undefined
  const texts = new Set(places.map(({ value }) => JSON.stringify(value)))
  return { source: [...new Set(places.map(nameOfPlace))].join(', '), text: [...texts].join('\n') }
}

/** What a service answered a call with, as far as it answers the question. Throws `place.invalid` where nothing of that can be kept. */
export function evidenceOfParts(
  output: unknown,
  { tool, resourceId, input }: { tool: string; resourceId: string; input: CallRequest['input'] },
  question: string,
): Evidence[] {
  const { resourceName, at, value, models } = serviceAnswer.parse(output)
  const call = { operation: tool, arguments: input, models }
  const placed = (parts: readonly Omit<AnsweringPart, 'leaves'>[]): Evidence[] =>
    parts.flatMap(({ pointer, sentence }) => {
      const place = placeOrNull(() => callPlaceOf({ resourceId, resourceName, at }, call, value, pointer))
      return place === null ? [] : [{ sentence, place, score: 1, reason: null }]
    })
  // Of a part that is too long to be kept the values that are told are.
  const parts = answeringParts(value, question)
  const evidence = parts.flatMap((part) => {
    const whole = placed([part])
    return whole.length > 0 ? whole : placed(part.leaves)
  })
  const [first] = parts
  if (evidence.length === 0 && first !== undefined)
    callPlaceOf({ resourceId, resourceName, at }, call, value, first.pointer)
  return evidence
}

/** Null of what is larger than a citation keeps. */
function placeOrNull(take: () => CallPlace): CallPlace | null {
  try {
    return take()
  } catch (error) {
    if (isTooLarge(error)) return null
    throw error
  }
}

/** What a service, a tool or the gate may answer a call with: a step goes on without it. */
export const isOfService = (error: unknown): error is QuarryError =>
  error instanceof QuarryError && /^(?:tool|file|resource|egress|input|pool|plugin)\./.test(error.code)

const isDenied = (error: unknown): boolean =>
  error instanceof QuarryError && error.code === 'tool.denied' && error.context?.by === 'person'

/** The step goes on without a resource that was refused to it or failed; its report says so. */
function passOver(error: unknown): null {
  if (isOfService(error)) return null
  throw error
}
