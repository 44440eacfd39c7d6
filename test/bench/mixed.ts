import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { isClaim } from '../../contract/report/report'
import type { SessionView } from '../../contract/session/session'
import { startRuntime } from '../../main/runtime'
import { runtimePaths } from '../../main/system/paths'
import { followUp, median, research, whenIndexed } from './measure/sessions'

/**
 * Asks questions of libraries in which documents, tables and databases lie side by side, each in a headless session that may
 * use all of its library, without a language model. One that follows another (`after`) is asked further in the session of that.
 *
 *   npm run bench -- mixed --set FILE --material DIR --out run.json [--only ID,ID] [--quick]
 *
 * DIR has a folder for each `lib` of the set. Writes {"<id>": {"verdict", "cited", "said", "understood", "ms"}} and prints the shares by kind. `told`: all
 * facts stand under “In short”; `found`: in the report; `beside`: something is said, not that; `silent`: nothing is.
 */

const question = z.object({
  id: z.string(),
  lib: z.string(),
  question: z.string(),
  /** `none`: nothing of the library answers it. */
  kind: z.enum(['document', 'database', 'table', 'none']),
  /** The question that it follows, in the same session; the one before it in the set. */
  after: z.string().optional(),
  /** File that answers it. */
  source: z.string().nullish(),
  /** Each a list of patterns of which one is to be found. */
  facts: z.array(z.array(z.string())),
})
type Question = z.infer<typeof question>
const questionSet = z.object({ questions: z.array(question).min(1) })

type Verdict = 'told' | 'found' | 'beside' | 'silent'
interface Answer {
  readonly verdict: Verdict
  /** Whether the file that answers is among what is cited. */
  readonly isFrom: boolean
  readonly cited: readonly string[]
  readonly said: readonly string[]
  /** The question as it was worked on: of a follow-up, with what it leaves out. */
  readonly understood: string
  readonly ms: number
}

export async function run(argv: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      set: { type: 'string' },
      material: { type: 'string' },
      out: { type: 'string' },
      only: { type: 'string' },
      quick: { type: 'boolean', default: false },
    },
  })
  if (values.set === undefined || values.material === undefined || values.out === undefined) {
    console.error('usage: npm run bench -- mixed --set FILE --material DIR --out run.json [--only ID,ID] [--quick]')
    return 2
  }
  const only = values.only?.split(',')
  const mode = values.quick ? 'quick' : 'research'
  const { questions } = questionSet.parse(JSON.parse(await readFile(resolve(values.set), 'utf8')))
  const asked = questions.filter(({ id }) => only?.includes(id) ?? true)
  const answers: Record<string, Answer> = {}
  for (const lib of new Set(asked.map((one) => one.lib))) {
    const scratch = await mkdtemp(join(tmpdir(), 'quarry-mixed-'))
    const runtime = await startRuntime({
      paths: runtimePaths(resolve('.'), join(scratch, 'data')),
      onBackgroundError: (error) => console.error(error),
      resumeSessions: false,
    })
    try {
      const { connection } = runtime
      await connection.call('library.add', { paths: [resolve(values.material, lib)] })
      await whenIndexed(connection)
      const sessions = new Map<string, string>()
      for (const one of asked.filter((other) => other.lib === lib)) {
        const before = one.after === undefined ? undefined : sessions.get(one.after)
        const startedMs = performance.now()
        const view = await (before === undefined
          ? research(connection, one.question, { mode })
          : followUp(connection, { sessionId: before, question: one.question, mode }))
        answers[one.id] = answerOf(one, view, performance.now() - startedMs)
        sessions.set(one.id, view.id)
        if (!asked.some(({ after }) => after === one.id))
          await connection.call('session.remove', { sessionId: view.id })
      }
    } finally {
      await runtime.close()
      await rm(scratch, { recursive: true, force: true })
    }
  }
  await writeFile(resolve(values.out), `${JSON.stringify(answers, null, 1)}\n`)
  for (const kind of question.shape.kind.options) {
    const ofKind = asked.filter((one) => one.kind === kind).map(({ id }) => answers[id]!)
    const count = (verdict: Verdict) => ofKind.filter((one) => one.verdict === verdict).length
    const from = ofKind.filter(({ isFrom }) => isFrom).length
    console.log(
      `${kind}: ${ofKind.length}, told ${count('told')}, found ${count('found')}, beside ${count('beside')}, silent ${count('silent')}; right file cited ${from}`,
    )
  }
  console.log(`${median(Object.values(answers).map(({ ms }) => ms)).toFixed(0)} ms a question, median`)
  return 0
}

function answerOf({ facts, source, question }: Question, { report, asked }: SessionView, ms: number): Answer {
  const textsOf = (kinds: readonly string[]): string[] =>
    (report?.sections ?? []).flatMap(({ kind, sentences }) =>
      kinds.includes(kind) ? sentences.flatMap((one) => (isClaim(one) ? [one.text] : [])) : [],
    )
  const summary = textsOf(['summary'])
  const said = [...summary, ...textsOf(['aspect', 'differing'])]
  const isIn = (texts: readonly string[]): boolean =>
    facts.length > 0 && facts.every((ways) => ways.some((way) => new RegExp(way, 'i').test(texts.join('\n'))))
  const cited = (report?.citations ?? []).map(({ place }) =>
    place.kind === 'source' ? place.sourceName : place.resourceName,
  )
  const isFrom = cited.some((name) => source?.includes(name) ?? false)
  const verdict = isIn(summary) ? 'told' : isIn(said) ? 'found' : said.length > 0 ? 'beside' : 'silent'
  const understood = asked.at(-1)?.text ?? question
  return { verdict, isFrom, cited: [...new Set(cited)], said, understood, ms }
}
