import { createPool } from '../../../main/pool'
import type { ReasoningEngine } from '../../../main/reasoning'
import { createResearch, type Research } from '../../../main/research'
import type { Store } from '../../../main/store'
import type { GraphStep } from './step-graph'

const libraryOfOne = {
  revision: 1,
  total: 1,
  byState: { queued: 0, reading: 0, embedding: 0, indexed: 1, failed: 0, missing: 0 },
  passages: 1,
  passagesPerSecond: null,
  remainingMs: null,
  paused: false,
  keywordOnlyPassages: 0,
}

export interface SessionRunner {
  /** Runs the graph as the plan of a new session; answers the ms from accepting it until the last step is in the store. */
  run(steps: readonly GraphStep[]): Promise<number>
  close(): Promise<void>
}

/** An engine that answers at once: its plan is the graph, and each step finds the sentence that the graph says. */
function graphEngine(graph: () => readonly GraphStep[], onStepsOver: () => void): ReasoningEngine {
  const sentenceOf = (id: string): string => graph().find((step) => step.id === id)?.finding ?? ''
  return {
    name: 'graph',
    assessQuestion: async () => null,
    investigate: async () => ({ themes: [], hits: [], passagesSearched: 0 }),
    plan: async () =>
      graph().map(({ id, dependsOn }) => ({
        id,
        title: `Step ${id}`,
        query: `query of ${id}`,
        dependsOn: [...dependsOn],
        skipped: false,
        type: 'research' as const,
        doneWhen: '',
        origin: 'question',
      })),
    gatherEvidence: async ({ step }) => ({
      found: 1,
      evidence: [
        {
          sentence: sentenceOf(step.id),
          place: {
            kind: 'source',
            sourceId: 'source',
            sourceName: 'paper.md',
            passageId: null,
            sourceTitle: null,
            page: null,
            lineStart: 1,
            lineEnd: 1,
            headingPath: [],
            start: 0,
            end: 1,
            contentHash: 'hash',
          },
          score: 1,
          reason: null,
        },
      ],
    }),
    processFindings: async () => ({ found: 0, evidence: [] }),
    findGaps: async () => {
      onStepsOver()
      return []
    },
    writeReport: async ({ inquiry }) => ({
      title: inquiry.question,
      language: 'en',
      sections: [],
      citations: [],
      droppedCitations: 0,
      supported: 0,
      claims: 0,
      partial: false,
      writtenAt: new Date().toISOString(),
    }),
    verifyReport: async (report) => report,
  }
}

/** Sessions of the product's own machines over a store, with as many executors as there are lanes. */
export async function openSessionRunner({ database }: Store, executors: number): Promise<SessionRunner> {
  let graph: readonly GraphStep[] = []
  let over: () => void = () => undefined
  const pool = await createPool({ database, executors })
  const research = createResearch({
    database,
    engine: graphEngine(
      () => graph,
      () => over(),
    ),
    pool,
    projectId: 'default',
    librarySummary: () => libraryOfOne,
    callLimits: () => Promise.reject(new Error('No step calls a tool here.')),
    addRule: () => Promise.reject(new Error('No rule is made here.')),
    readResource: () => Promise.reject(new Error('No step needs a resource here.')),
    select: () => Promise.reject(new Error('No database is asked here.')),
    results: { select: () => Promise.reject(new Error('No answer is asked here.')) },
    tools: [],
  })

  return {
    async run(steps) {
      graph = steps
      const question = 'What do the steps find?'
      const sessionId = await research.start({ question, settings: { clarify: false, autoAccept: false } })
      const plan = await whenPlanned(research, sessionId)
      const end = new Promise<number>((resolve) => {
        over = () => resolve(performance.now())
      })
      const startedAt = performance.now()
      await research.acceptPlan(sessionId, plan)
      const tookMs = (await end) - startedAt
      await research.whenSettled(sessionId)
      const { state, stepsDone } = await research.view(sessionId)
      if (state !== 'done' || stepsDone !== steps.length)
        throw new Error(`The session is ${state} after ${stepsDone} steps.`)
      return tookMs
    },
    async close() {
      await research.close()
      await pool.close()
    },
  }
}

/** The plan that a person is asked to accept. */
function whenPlanned(research: Research, sessionId: string): Promise<Parameters<Research['acceptPlan']>[1]> {
  return new Promise((resolve, reject) => {
    const look = async (): Promise<void> => {
      const { state, plan } = await research.view(sessionId)
      if (state !== 'awaitingPlanReview' || plan === null) return
      unsubscribe()
      resolve(plan.steps)
    }
    const unsubscribe = research.subscribe((id) => {
      if (id === sessionId) look().catch(reject)
    })
    look().catch(reject)
  })
}
