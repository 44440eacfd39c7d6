import { type AskedField, asksForSecret, fieldOf } from '../../contract/calls/asked-field'
import { QuarryError } from '../../contract/errors'
import type { JsonValue } from '../../contract/json'
import type { UniversalResource } from '../../contract/resources/resource'
import { type CallDraft, draftCall } from '../drafting'
import type { ExtractivePorts } from '../reasoning'
import type { Resources } from '../resources'
import { identifierWords, localToday, withDates } from '../text2sql'
import type { Tool, ToolProvider } from '../tools'
import type { ToolMeanings } from './tool-meanings'

/** Services that a question is held against. */
const maxServices = 24
/** A call must be this surely meant where the question does not name the service, and so much more than another service's. */
const leastSureness = 0.62
const leastMargin = 0.06

interface FoundService {
  readonly resource: Pick<UniversalResource, 'resourceId' | 'type' | 'name'>
  /** The operation that the question reads as a call of. */
  readonly operation: string
  /** 0..1 */
  readonly sureness: number
  /** Whether the question has its name. */
  readonly isNamed: boolean
}

export interface ServiceQuestions {
  readonly draftCall: NonNullable<ExtractivePorts['draftCall']>
  /** The API or MCP server that a question can be asked of as it is; null where none, or several alike, can. */
  find(question: string, signal: AbortSignal, among?: readonly string[]): Promise<FoundService | null>
}

/** Questions on the registered APIs and MCP servers of a project. */
export function createServiceQuestions(
  resources: Pick<Resources, 'list' | 'get'>,
  providers: readonly ToolProvider[],
  isLeftAlone: (resourceId: string) => boolean,
  meanings: ToolMeanings,
): ServiceQuestions {
  const toolsOf = async (resource: UniversalResource, signal: AbortSignal) => {
    const provider = providers.find(({ types }) => types.includes(resource.type))
    return provider === undefined ? [] : provider.toolsOf(resource, { signal })
  }
  const drafted = async (
    question: string,
    all: readonly Tool[],
    service: string,
    signal: AbortSignal,
    { earlier = [], without = [] }: { earlier?: readonly JsonValue[]; without?: readonly string[] | undefined } = {},
  ): Promise<CallDraft> => {
    const tools = all.filter(({ name }) => !without.includes(name))
    const dated = withDates(question, localToday())
    return draftCall(dated, tools, { earlier, service, meanings: await meanings.of(dated, tools, signal) })
  }
  return {
    async draftCall(resourceId, question, earlier, signal, without) {
      const resource = await resources.get(resourceId)
      const tools = await toolsOf(resource, signal)
      const draft = await drafted(question, tools, resource.name, signal, { earlier, without })
      if (draft.kind !== 'declined') return draft
      const { reason, tool, missing, given } = draft
      const fields = askedFields(draft, tools)
      if (tool !== null && given !== null && fields !== null) {
        const { input, origins, lent } = given
        const optional = optionalFields(tool, input, fields, tools)
        return { kind: 'lacking', tool, input, lent, lacking: { fields, optional, origins } }
      }
      return { reason, tool, about: [...missing], error: null }
    },
    async find(question, signal, among) {
      const found: FoundService[] = []
      /** Of services that the question names: a person would be asked for what their calls miss. */
      const lacking: FoundService[] = []
      for (const type of ['api', 'mcp_server', 'tool'] as const) {
        const filter = { type, status: 'ready', parentId: null, offset: 0, limit: maxServices } as const
        for (const { resourceId } of (await resources.list(filter)).resources) {
          signal.throwIfAborted()
          if (isLeftAlone(resourceId) || among?.includes(resourceId) === false) continue
          const resource = await resources.get(resourceId)
          // A server or tool is a program of somebody's: it is started for a question that names it, or where a person chose it.
          const isMeant = hasNameOf(resource, question)
          if (type !== 'api' && !isMeant) continue
          try {
            const tools = await toolsOf(resource, signal)
            // The encoder reads what a service offers only where its words are those of the question.
            const byWords = isMeant ? null : draftCall(question, tools, { service: resource.name })
            if (byWords?.kind === 'declined' && byWords.reason === 'noTool') continue
            const draft = await drafted(question, tools, resource.name, signal)
            if (draft.tool === null) continue
            const one = { resource, operation: draft.tool, sureness: draft.sureness, isNamed: isMeant }
            if (draft.kind !== 'declined' && (isMeant || draft.sureness >= leastSureness)) found.push(one)
            else if (
              draft.kind === 'declined' &&
              isMeant &&
              draft.sureness >= leastSureness &&
              askedFields(draft, tools) !== null
            )
              lacking.push(one)
          } catch (error) {
            // One that does not answer now answers nothing now; a step that holds it says why.
            if (!(error instanceof QuarryError) || signal.aborted) throw error
          }
        }
      }
      const [first, second] = (found.length > 0 ? found : lacking).toSorted(
        (one, other) => other.sureness - one.sureness,
      )
      const isClear = second === undefined || (first?.sureness ?? 0) - second.sureness >= leastMargin
      return first !== undefined && isClear ? first : null
    },
  }
}

const kindWords = new Set(identifierWords('mcp server service api'))

/** A form longer than this is no question any more. */
const mostFields = 4

/** The fields in which a person gives arguments; null where they cannot, or should not be asked. */
function askedFields(
  { tool, missing }: Extract<CallDraft, { kind: 'declined' }>,
  tools: readonly Tool[],
): AskedField[] | null {
  const properties = new Map(propertiesOf(tool, tools))
  const fields = missing.flatMap((name) => fieldOf(name, properties.get(name), true) ?? [])
  const isAskable = fields.length === missing.length && fields.length > 0 && fields.length <= mostFields
  return isAskable && !fields.some(asksForSecret) ? fields : null
}

/** Optional ones are folded away: more than these nobody looks through. */
const mostOptional = 20

/** The fields of arguments that a call neither has nor needs. None proposes a value: left out, the service takes its own. */
function optionalFields(
  tool: string,
  input: Readonly<Record<string, unknown>>,
  required: readonly AskedField[],
  tools: readonly Tool[],
): AskedField[] {
  return propertiesOf(tool, tools)
    .filter(([name]) => !Object.hasOwn(input, name) && !required.some((field) => field.name === name))
    .flatMap(([name, property]) => fieldOf(name, property, false) ?? [])
    .filter((field) => !asksForSecret(field))
    .slice(0, mostOptional)
    .map((field) => ({ ...field, proposed: null }))
}

function propertiesOf(tool: string | null, tools: readonly Tool[]): [string, unknown][] {
  const schema = tools.find(({ name }) => name === tool)?.inputSchema
  return Object.entries((schema?.properties ?? {}) as Record<string, unknown>)
}

/** Whether the question has all words of the service's name. */
function hasNameOf({ name }: UniversalResource, question: string): boolean {
  const asked = new Set(identifierWords(question))
  return identifierWords(name).every((word) => asked.has(word) || kindWords.has(word))
}
