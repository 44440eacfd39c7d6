import { appendFileSync } from 'node:fs'
import { setTimeout as pass } from 'node:timers/promises'
import { createFileTools } from '../../../main/files'
import { readRules, ruleBookOf } from '../../../main/gate'
import { createPool } from '../../../main/pool'
import { createResearch } from '../../../main/research'
import { openStore } from '../../../main/store'
import type { Tool } from '../../../main/tools'
import { plannedStep, scriptedEngine } from './scripted-engine'
import { addSource, boundless, describeResource, noDatabase, readingTool, summaryWith, whenView } from './setting'

// A process whose sessions read, write and save files by turns until it is killed; the next one goes on where it stood. It notes each
// beginning and end of a tool's work, each result that a step was given, and each question of a person.

const [directory = '', workersDir = '', templateDirectory = '', noteFile = '', exports = '', isLast] =
  process.argv.slice(2)
const note = (...words: readonly (string | number)[]): void => appendFileSync(noteFile, `${words.join(' ')}\n`)
/** Calls of a session. */
const callsEach = 12

const { database } = await openStore({ directory, workersDir, templateDirectory })
await addSource(database)
const acting = (name: string, effect: Tool['effect']): Tool =>
  readingTool({
    name,
    effect,
    async run({ of }) {
      note('began', String(of))
      process.stdout.write('calling\n')
      // Long enough to be hit: about as long as what is around it.
      await pass(25)
      note('ended', String(of))
      return { of }
    },
  })
const [save] = createFileTools({
  dataDirectory: directory,
  projectId: 'default',
  roots: async () => [],
  exportFolder: () => exports,
  now: () => new Date().toISOString(),
})
/** Saves as the app does. */
const saving: Tool = {
  ...save!,
  async run(input, options) {
    note('began', String(input.name))
    process.stdout.write('calling\n')
    const saved = await save!.run(input, options)
    note('ended', String(input.name))
    return saved
  },
}
const tools = ['look_up', 'write_down', 'save_file'] as const
const engine = scriptedEngine({
  plan: ({ inquiry }) => [plannedStep(inquiry.question)],
  async gather(stepId, { callTool }) {
    for (let at = 0; at < callsEach; at++) {
      const tool = tools[at % tools.length]!
      const of = tool === 'save_file' ? `${stepId}-${at}.md` : `${stepId}/${tool}/${at}`
      // Long enough to be cut off in the middle.
      const input = tool === 'save_file' ? { name: of, content: `${of}\n`.repeat(8000) } : { of }
      await callTool({ tool, resourceId: null, input })
      note('given', of)
    }
  },
})
const rules = { version: 1, rules: ['write_down', 'save_file'].map((tool) => ({ decide: 'allow', tool })) }
const research = createResearch({
  database,
  engine,
  pool: await createPool({ database, executors: 2 }),
  projectId: 'default',
  librarySummary: () => summaryWith(3),
  ...boundless,
  callLimits: async () => ({
    ...(await boundless.callLimits()),
    rules: ruleBookOf([readRules('rules.json', JSON.stringify(rules))]),
  }),
  readResource: describeResource,
  select: noDatabase,
  results: { select: () => Promise.reject(new Error('No answer is asked here.')) },
  writesFiles: () => true,
  tools: [acting('look_up', 'reads'), acting('write_down', 'changes'), saving],
})

async function finish(id: string): Promise<void> {
  for (;;) {
    const view = await whenView(
      research,
      id,
      ({ state, confirmations }) => confirmations.length > 0 || state === 'done' || state === 'failed',
    )
    const [asked] = view.confirmations
    if (asked === undefined) return
    note('asked', String(asked.input.of ?? asked.input.name), asked.reason)
    const answer = { answer: 'allow', remark: null, scope: 'once', input: null, seen: { risk: 1, steps: 2 } } as const
    await research.answerConfirmation(id, asked.id, answer)
    await whenView(research, id, ({ confirmations }) => confirmations.every((one) => one.id !== asked.id))
  }
}

await research.resumeAll()
for (const { id, state } of await research.list()) if (state !== 'done') await finish(id)
if (isLast === undefined) {
  for (let at = (await research.list()).length; ; at++) {
    await finish(await research.start({ question: `s${at}`, settings: { clarify: false, autoAccept: true } }))
  }
}
note('finished', (await research.list()).map(({ state }) => state).join())
process.exit(0)
