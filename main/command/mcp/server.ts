import { type CallToolResult, McpServer } from '@modelcontextprotocol/server'
import type { z } from 'zod'
import type { CallDecision } from '../../../contract/calls/calls'
import {
  databaseName,
  type OwnTool,
  onDatabase,
  ownTools,
  programInstructions,
  programTools,
} from '../../../contract/calls/own-tools'
import { QuarryError, toErrorShape } from '../../../contract/errors'
import { shownJson, shownText } from '../../../contract/shown-text'
import type { Speech } from '../../../wording'
import type { Connection } from '../../api'
import { withinBudget } from '../../tools'
import type { ProgressLine } from '../terminal/terminal'
import type { OnDemandLibrary } from './on-demand'
import { researchQuestion } from './research'

type Speaker = Pick<ProgressLine, 'words' | 'speech'>

/** Quarry's tools for other programs: an adapter of the contract, which decides on every call as it does for sessions. */
export function createMcpServer(library: OnDemandLibrary, version: string, speaker: Speaker): McpServer {
  const { speech, words } = speaker
  const server = new McpServer({ name: 'quarry', title: 'Quarry', version }, { instructions: programInstructions })
  const reads = { readOnlyHint: true, openWorldHint: false }

  /** What a tool answers, or the error in words: a client shows it to its model. */
  const answer = async (work: (connection: Connection) => Promise<CallToolResult>): Promise<CallToolResult> => {
    try {
      return await library.use(work)
    } catch (error) {
      return failed(error, speech)
    }
  }

  for (const [name, { description, input }] of Object.entries(ownTools) as [OwnTool, (typeof ownTools)[OwnTool]][]) {
    const needsDatabase = onDatabase.has(name)
    const inputSchema: z.ZodObject = needsDatabase ? input.extend({ database: databaseName }) : input
    server.registerTool(name, { description, inputSchema, annotations: reads }, (given: Record<string, unknown>) =>
      answer(async (connection) => {
        const { database: named, ...rest } = given
        const resourceId = needsDatabase ? await databaseOf(connection, String(named)) : null
        const asked = needsDatabase ? rest : given
        const made = await connection.call('tools.call', { tool: name, resourceId, input: asked })
        return made.kind === 'done' ? told(made.output, words) : stopped(made.decision, speaker)
      }),
    )
  }

  server.registerTool(
    'research',
    {
      description: programTools.research.description,
      inputSchema: programTools.research.input,
      annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    },
    (given, { mcpReq }) =>
      answer(async (connection) => {
        const token = mcpReq._meta?.progressToken
        let progress = 0
        const onMoved = (message: string): void => {
          if (token === undefined) return
          progress++
          const params = { progressToken: token, progress, message }
          mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined)
        }
        const { report, waits, ...session } = await researchQuestion(connection, given, speaker, onMoved, mcpReq.signal)
        const texts = [
          ...(waits === null ? [] : [waits]),
          ...(report === null ? [] : [report]),
          JSON.stringify(session),
        ]
        return { content: texts.map((text) => ({ type: 'text', text: shownText(text) })) }
      }),
  )

  server.registerTool(
    'check_call',
    {
      description: programTools.check_call.description,
      inputSchema: programTools.check_call.input,
      annotations: reads,
    },
    (call) =>
      answer(async (connection) => {
        const { reasons, ...decision } = await connection.call('calls.check', call)
        return told(
          { ...decision, reasons: reasons.map(({ score, fact }) => ({ score, reason: speech.fact(fact) })) },
          words,
        )
      }),
  )

  server.registerTool(
    'record_result',
    {
      description: programTools.record_result.description,
      inputSchema: programTools.record_result.input,
      annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    },
    (result) =>
      answer(async (connection) => {
        await connection.call('calls.record', result)
        return told({ recorded: true }, words)
      }),
  )
  return server
}

function told(output: unknown, { mcp }: ProgressLine['words']): CallToolResult {
  const kept = withinBudget(output, null)
  const text = shownJson(JSON.stringify(kept))
  return { content: [text, ...(kept === output ? [] : [mcp.shortened])].map((one) => ({ type: 'text', text: one })) }
}

/** A call that the gate did not let through: only the person can, in Quarry. */
function stopped({ decision, reasons }: CallDecision, { speech, words }: Speaker): CallToolResult {
  const why = reasons.map(({ fact }) => speech.fact(fact))
  const texts = [decision === 'deny' ? words.mcp.denied : words.mcp.needsPerson, ...why]
  return { isError: true, content: [{ type: 'text', text: shownText(texts.join('\n')) }] }
}

function failed(error: unknown, speech: Speech): CallToolResult {
  const shape = toErrorShape(error)
  const remedy = shape.remedy === undefined ? [] : [speech.fact(shape.remedy)]
  const texts = [speech.error(shape), ...remedy, `${shape.code}: ${shape.message}`]
  return { isError: true, content: [{ type: 'text', text: shownText(texts.join('\n')) }] }
}

/** The id of a database by its id or name. Throws `resource.notFound` with the names that there are. */
async function databaseOf(connection: Connection, named: string): Promise<string> {
  const page = { type: 'database', parentId: null, offset: 0, limit: 500 } as const
  const { resources } = await connection.call('resources.list', page)
  const found = resources.find(({ resourceId }) => resourceId === named)
  const byName = resources.filter(({ name }) => name.toLowerCase() === named.toLowerCase())
  if (found !== undefined) return found.resourceId
  if (byName.length === 1 && byName[0] !== undefined) return byName[0].resourceId
  const names = resources.map(({ name, resourceId }) => `${name} (${resourceId})`).join(', ')
  throw new QuarryError('resource.notFound', `${byName.length} databases are named “${named}”. There are: ${names}.`)
}
