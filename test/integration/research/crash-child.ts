import { QuarryError } from '../../../contract/errors'
import { createPool } from '../../../main/pool'
import { createResearch } from '../../../main/research'
import { openStore } from '../../../main/store'
import { executors, gapsOf, round, type Scenario, scenarios } from './crash-scenarios'
import { scriptedEngine } from './scripted-engine'
import { addSource, boundless, describeResource, gate, noDatabase, summaryWith, whenView } from './setting'

// A process that brings one session to each state, tells their ids on stdout, and waits to be killed.

const [directory = '', workersDir = '', templateDirectory = ''] = process.argv.slice(2)
const never = gate()
// Keeps the process alive while it waits.
setInterval(() => undefined, 60_000)

const { database } = await openStore({ directory, workersDir, templateDirectory })
await addSource(database)
const hung = new Map(scenarios.map(({ question }) => [question, gate()]))
const engine = scriptedEngine({
  gaps: gapsOf,
  rounds: (question) => (scenarios.find((scenario) => scenario.question === question)?.isAsked ? [round] : []),
  before: async ({ method, detail, question }) => {
    const scenario = scenarios.find((known) => known.question === question)
    if (scenario?.everyStepFails && method === 'gatherEvidence') throw new QuarryError('inference.failed', 'No luck.')
    // One step of a session that is to be stopped hangs, until the stop comes.
    if (scenario?.isStopped && detail === 'b') await never.wait
    const { hangsAt } = scenario ?? {}
    if (hangsAt?.method !== method || (hangsAt.detail ?? detail) !== detail) return
    hung.get(question)?.open()
    await never.wait
  },
})
const pool = await createPool({ database, executors })
let passages = 0
const librarySummary = () => summaryWith(passages)
const research = createResearch({
  database,
  engine,
  pool,
  projectId: 'default',
  librarySummary,
  ...boundless,
  readResource: describeResource,
  select: noDatabase,
  results: { select: () => Promise.reject(new Error('No answer is asked here.')) },
  tools: [],
})

async function bringThere({ question, settings, ...scenario }: Scenario): Promise<string> {
  passages = scenario.lacksMaterial ? 0 : 3
  const id = await research.start({ question, settings })
  if (scenario.lacksMaterial) {
    await whenView(research, id, ({ state }) => state === 'awaitingClarification')
    await research.answer(id, null)
  }
  if (scenario.observed !== undefined) {
    await whenView(
      research,
      id,
      ({ plan }) => plan?.steps.find((step) => step.id === scenario.observed)?.state === 'observed',
    )
  }
  if (scenario.isStopped) await research.stop(id)
  if (scenario.hangsAt !== undefined) await hung.get(question)?.wait
  await whenView(research, id, ({ state }) => state === scenario.state)
  return id
}

const ids: string[] = []
for (const scenario of scenarios) ids.push(await bringThere(scenario))
await pool.settled()
process.stdout.write(`${JSON.stringify(ids)}\n`)
