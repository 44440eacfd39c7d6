import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import type { GraphStep } from './step-graph'

interface Graph {
  addNode(id: string, run: (state: { readonly findings: readonly string[] }) => Promise<{ findings: string[] }>): void
  addEdge(from: string | string[], to: string): void
  compile(options: { checkpointer: Saver }): {
    invoke(
      input: object,
      options: { configurable: { thread_id: string }; recursionLimit: number; durability: 'sync' },
    ): Promise<{ readonly findings: readonly string[] }>
  }
}

interface Saver {
  readonly db: { pragma(text: string): readonly Record<string, string | number>[]; close(): void }
  setup(): void
}

interface LangGraph {
  readonly StateGraph: new (state: object) => Graph
  readonly Annotation: {
    Root(fields: object): object
    <Value>(options: { reducer(before: Value, added: Value): Value; default(): Value }): object
  }
  readonly START: string
  readonly END: string
}

/** As the checkpointer comes, or with an fsync for each commit. */
export type SqliteDurability = 'asShipped' | 'full'

export interface LangGraphRunner {
  /** What SQLite says of itself: journal mode, and how it syncs. */
  readonly settings: string
  /** Runs the graph as a thread of this id, each checkpoint written before the next step begins; answers the ms. Throws where a step is missing. */
  run(steps: readonly GraphStep[], threadId: string): Promise<number>
  close(): void
}

const syncNames = ['off', 'normal', 'full', 'extra']

/** LangGraph with its SQLite checkpointer on a file. Throws where the programs to compare with are not installed. */
export function openLangGraph(directory: string, durability: SqliteDurability): LangGraphRunner {
  const require = createRequire(resolve('test/bench/package.json'))
  const { StateGraph, Annotation, START, END } = require('@langchain/langgraph') as LangGraph
  const { SqliteSaver } = require('@langchain/langgraph-checkpoint-sqlite') as {
    SqliteSaver: { fromConnString(path: string): Saver }
  }
  const checkpointer = SqliteSaver.fromConnString(join(directory, `langgraph-${durability}.db`))
  checkpointer.setup()
  if (durability === 'full') checkpointer.db.pragma('synchronous=FULL')
  const pragma = (name: string): string | number => Object.values(checkpointer.db.pragma(name)[0] ?? {})[0] ?? ''
  const settings = `journal_mode=${pragma('journal_mode')}, synchronous=${syncNames[Number(pragma('synchronous'))]}`

  return {
    settings,
    async run(steps, threadId) {
      const state = Annotation.Root({
        findings: Annotation<readonly string[]>({
          reducer: (before, added) => [...before, ...added],
          default: () => [],
        }),
      })
      const graph = new StateGraph(state)
      for (const { id, finding } of steps) graph.addNode(id, async () => ({ findings: [finding] }))
      const isFollowed = new Set(steps.flatMap(({ dependsOn }) => dependsOn))
      for (const { id, dependsOn } of steps) {
        if (dependsOn.length === 0) graph.addEdge(START, id)
        for (const before of dependsOn) graph.addEdge(before, id)
        if (!isFollowed.has(id)) graph.addEdge(id, END)
      }
      const compiled = graph.compile({ checkpointer })
      const startedAt = performance.now()
      const { findings } = await compiled.invoke(
        {},
        { configurable: { thread_id: threadId }, recursionLimit: steps.length + 10, durability: 'sync' },
      )
      const tookMs = performance.now() - startedAt
      if (findings.length !== steps.length) {
        throw new Error(`LangGraph kept ${findings.length} of ${steps.length} findings.`)
      }
      return tookMs
    },
    close: () => checkpointer.db.close(),
  }
}
