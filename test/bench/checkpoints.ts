import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openStore } from '../../main/store'
import { openSessionRunner } from './measure/checkpointed-session'
import { openLangGraph } from './measure/langgraph'
import { timePair } from './measure/paired'
import { stepGraph } from './measure/step-graph'
import { type Figure, printFigures } from './measure/table'

/**
 * Checkpointed steps a second, against LangGraph with its SQLite checkpointer, on the same graphs: `--steps` steps in a
 * chain, and the same in four chains beside each other. Each step answers at once and adds one sentence to the state.
 *
 * Quarry: a session with a plan of these steps, from the moment at which a person accepts it until the last one is over.
 * Each step is three transitions of the session's own machine (it asks the pool, works, has found), each of them a
 * transaction of PGlite in the store's thread with `fsync=on, synchronous_commit=on`: on disk before the next begins, also
 * when the power fails. The pool's journal is written beside it.
 *
 * LangGraph: `graph.invoke` with `durability: 'sync'`, which waits for each checkpoint before the next step. As it comes,
 * the checkpointer sets `journal_mode=WAL` and leaves `synchronous` at what better-sqlite3 is built with (`NORMAL`): a commit
 * is not synced, a power cut may take the last ones. So it is measured a second time with `synchronous=FULL`, which keeps as
 * much as Quarry does.
 */
export async function run(argv: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...argv],
    options: { steps: { type: 'string', default: '100' }, rounds: { type: 'string', default: '5' } },
  })
  const count = Number(values.steps)
  const directory = await mkdtemp(join(tmpdir(), 'quarry-bench-'))
  const store = await openStore({ directory, workersDir: resolve('out/workers') })
  const others = [openLangGraph(directory, 'asShipped'), openLangGraph(directory, 'full')]
  const figures: Figure[] = []
  const perSecond = (ms: number): string => `${((count / ms) * 1000).toFixed(0)} steps/s`
  try {
    for (const lanes of [1, 4]) {
      const steps = stepGraph(count, lanes)
      const sessions = await openSessionRunner(store, lanes)
      for (const other of others) {
        const { oursMs, theirsMs, ratio } = await timePair(
          Number(values.rounds),
          () => sessions.run(steps),
          () => other.run(steps, randomUUID()),
        )
        figures.push({
          what: `${count} steps ${lanes === 1 ? 'in a chain' : `in ${lanes} chains`}, against LangGraph (${other.settings})`,
          ours: perSecond(oursMs),
          theirs: perSecond(theirsMs),
          value: 1 / ratio,
          goal: { atLeast: 2 },
        })
      }
      await sessions.close()
    }
    return printFigures('checkpoints', figures)
  } finally {
    for (const other of others) other.close()
    await store.close()
    await rm(directory, { recursive: true, force: true })
  }
}
