import { ownTools } from '../../contract/calls/own-tools'
import { serviceAnswer } from '../../contract/calls/service-answer'
import type { DatabaseAnswer } from '../../contract/databases/database-answer'
import { QuarryError } from '../../contract/errors'
import type { SourceText, SourceView } from '../../contract/library/source'
import type { Library } from '../knowledge'
import type { Recall } from '../recall'
import type { Resources } from '../resources'
import type { DatabaseQuestions, ResultQuestions } from '../text2sql'
import { type ChartPorts, createChartTool } from './chart-tool'
import { type ComputePorts, createComputeTool } from './compute-tool'
import { createRecallTool } from './recall-tool'
import { described, type Tool } from './tool'

export interface OwnToolPorts {
  readonly recall: Pick<Recall, 'recall' | 'reopen'>
  readonly library: Pick<Library, 'list' | 'text'>
  readonly resources: Pick<Resources, 'discover' | 'get'>
  readonly questions: Pick<DatabaseQuestions, 'ask' | 'askAgain' | 'select'>
  readonly results: Pick<ResultQuestions, 'ask'>
  readonly runCode: ComputePorts['runCode']
  /** What a call of the project answered, as it was recorded; null where none did. */
  readonly answerOf: ComputePorts['answerOf']
  readonly drawSvg: ChartPorts['drawSvg']
  readonly now: () => Date
}

/** Quarry's own tools, over the rooms of a project. What texts they bring is not journalled: it leaves with the library. */
export function createOwnTools(ports: OwnToolPorts): Tool[] {
  const { recall, library, resources, questions, results, now } = ports
  const list = async (given: unknown) => {
    const page = ownTools.list_sources.input.parse(given)
    const { text, offset, limit } = page
    const filter = text === undefined ? {} : { text }
    const { sources, total } = await library.list({ offset, limit, filter })
    return { page, total, sources: sources.map(toldSource) }
  }
  const read = async (given: unknown) => {
    const { sourceId, offset, length } = ownTools.read_source.input.parse(given)
    const window = { around: offset + Math.floor(length / 2), length }
    return { asked: { sourceId, offset, length }, ...toldText(await library.text(sourceId, window)) }
  }
  return [
    createRecallTool(recall),
    createComputeTool({ ...ports, askAgain: questions.askAgain }),
    createChartTool(ports),
    {
      ...described('resource_discovery'),
      run: (given) => resources.discover(given),
    },
    {
      ...described('list_sources'),
      run: list,
      journal: {
        keep: (output) => (output as Awaited<ReturnType<typeof list>>).page,
        restore: (page) => list(page),
      },
    },
    {
      ...described('read_source'),
      run: read,
      journal: {
        keep: (output) => (output as Awaited<ReturnType<typeof read>>).asked,
        restore: (asked) => read(asked),
      },
    },
    {
      ...described('clock'),
      async run() {
        const at = now()
        return {
          utc: at.toISOString(),
          local: at.toString(),
          timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        }
      },
    },
    {
      ...described('describe_table'),
      async run(given, { resourceId }) {
        const { table } = ownTools.describe_table.input.parse(given)
        const { name, metadata } = await resources.get(onDatabase(resourceId))
        if (metadata.type !== 'database') throw new QuarryError('input.invalid', `“${name}” is not a database.`)
        if (table !== undefined) {
          const found = metadata.tables.filter((one) => one.name === table || `${one.schema}.${one.name}` === table)
          if (found.length > 0) return { database: name, engine: metadata.engine, tables: found }
          throw new QuarryError('input.invalid', `“${name}” has no table “${table}”.`)
        }
        const tables = metadata.tables.map(({ schema, name: of, kind, rows }) => ({ schema, name: of, kind, rows }))
        return { database: name, engine: metadata.engine, tables, tablesTotal: metadata.tablesTotal }
      },
    },
    {
      ...described('sql_query'),
      // Rows have a limit of their own.
      outputBytes: null,
      measured: ['at'],
      async run(given, { resourceId, signal }) {
        const { question, sql, basis, result, rowsAre = '' } = ownTools.sql_query.input.parse(given)
        if ((question === undefined) === (sql === undefined)) {
          throw new QuarryError('input.invalid', 'Either a question or an SQL statement is needed.')
        }
        if (result !== undefined) {
          const answer = serviceAnswer.safeParse(await ports.answerOf(result)).data
          if (answer === undefined || question === undefined)
            throw new QuarryError('input.invalid', `No call “${result}” of a service has rows that can be asked.`)
          return results.ask(answer, question, rowsAre, signal)
        }
        const database = onDatabase(resourceId)
        return sql === undefined
          ? questions.ask(database, question ?? '', signal, basis)
          : questions.select(database, sql, signal)
      },
      hasAsked: (answer) => (answer as DatabaseAnswer).declined === null,
    },
  ]
}

function onDatabase(resourceId: string | null): string {
  if (resourceId === null) throw new QuarryError('input.invalid', 'The database that it is for is missing.')
  return resourceId
}

const toldSource = ({ id, name, title, path, mediaType, state, kind }: SourceView) => ({
  sourceId: id,
  name,
  title,
  path,
  mediaType,
  kind,
  state,
})

const toldText = ({ source, text, offset, totalLength, headings }: SourceText) => ({
  source: toldSource(source),
  text,
  offset,
  totalLength,
  headings: headings.filter(({ start }) => start >= offset && start < offset + text.length),
})
