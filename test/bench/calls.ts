import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { isClaim, type ReportView } from '../../contract/report/report'
import type { SessionView } from '../../contract/session/session'
import type { Connection } from '../../main/api'
import { startRuntime } from '../../main/runtime'
import { runtimePaths } from '../../main/system/paths'
import { median } from './measure/sessions'

/**
 * Asks everyday questions of APIs and MCP servers, without a language model: each in a headless session that may use the
 * one service, whose calls are allowed as a person would.
 *
 *   npm run bench -- calls --set DIR --out run.json [--only ID,ID]
 *
 * DIR has set.json, and either descriptions of APIs with the server.mjs that answers for them, or mcp.json with the servers it
 * starts. Writes {"<id>": {"calls": [{operation, arguments}], "said": [], "unasked": [], "verdict", "ms"}} and prints the shares.
 * `told` is a question whose answer stands in the first three sentences, `found` one that has it in a later one, `wrong` one
 * that cites a call without it.
 */

const question = z.object({
  id: z.string(),
  service: z.string(),
  kind: z.enum(['plain', 'hard', 'unanswerable']),
  question: z.string(),
  operation: z.string().nullable(),
  arguments: z.record(z.string(), z.unknown()).nullish(),
  answer: z.array(z.union([z.string(), z.number(), z.boolean()])).nullish(),
})
type Question = z.infer<typeof question>

interface Answer {
  readonly calls: readonly { readonly operation: string; readonly arguments: unknown }[]
  readonly said: readonly string[]
  readonly unasked: readonly unknown[]
  readonly verdict: 'told' | 'found' | 'wrong' | 'declined'
  readonly ms: number
}

/** Sentences that a person reads first. */
const firstSentences = 3

export async function run(argv: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...argv],
    options: { set: { type: 'string' }, out: { type: 'string' }, only: { type: 'string' } },
  })
  if (values.set === undefined || values.out === undefined) {
    console.error('usage: npm run bench -- calls --set DIR --out run.json [--only ID,ID]')
    return 2
  }
  const folder = resolve(values.set)
  const only = values.only?.split(',')
  const questions = z
    .array(question)
    .parse(JSON.parse(await readFile(join(folder, 'set.json'), 'utf8')))
    .filter(({ id }) => only?.includes(id) ?? true)
  const scratch = await mkdtemp(join(tmpdir(), 'quarry-calls-'))
  const server = existsSync(join(folder, 'server.mjs'))
    ? spawn(process.execPath, [join(folder, 'server.mjs')], { stdio: ['ignore', 'ignore', 'inherit'] })
    : null
  const runtime = await startRuntime({
    paths: runtimePaths(resolve('.'), join(scratch, 'data')),
    onBackgroundError: (error) => console.error(error),
    resumeSessions: false,
  })
  const answers: Record<string, Answer> = {}
  try {
    const { connection } = runtime
    await connection.call('settings.set', { egress: 'local' })
    await connection.call('library.add', { paths: await descriptionsIn(folder) })
    const services = await servicesOf(connection, questions)
    for (const one of questions) {
      const startedMs = performance.now()
      const { view, report } = await ask(connection, one.question, services.get(one.service)!)
      const answer = answerOf(one, view, report, performance.now() - startedMs)
      answers[one.id] = answer
    }
  } finally {
    await runtime.close()
    server?.kill()
    await rm(scratch, { recursive: true, force: true })
  }
  await writeFile(values.out, JSON.stringify(answers, null, 1))
  for (const kind of ['plain', 'hard', 'unanswerable'] as const) {
    const verdicts = questions.filter((one) => one.kind === kind).map(({ id }) => answers[id]!.verdict)
    const count = (verdict: Answer['verdict']) => verdicts.filter((one) => one === verdict).length
    console.log(
      `${kind}: ${verdicts.length}, told ${count('told')}, found ${count('found')}, wrong ${count('wrong')}, declined ${count('declined')}`,
    )
  }
  console.log(`${median(Object.values(answers).map(({ ms }) => ms)).toFixed(0)} ms a question, median`)
  return 0
}

async function descriptionsIn(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => /\.(?:ya?ml|json)$/.test(name) && name !== 'set.json')
  return names.map((name) => join(folder, name))
}

/** The resource of each service, by the name of its file or of its server. */
async function servicesOf(connection: Connection, questions: readonly Question[]): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const type of ['api', 'mcp_server'] as const) {
    const { resources } = await connection.call('resources.list', { type, parentId: null, offset: 0, limit: 100 })
    for (const { resourceId } of resources) {
      const { name, origin } = await connection.call('resources.get', { resourceId })
      const { secrets } = await connection.call('resources.secrets', { resourceId })
      // The servers of the sets take any key.
      const keys = Object.fromEntries(secrets.map((secret) => [secret.name, 'any:any']))
      if (secrets.length > 0) await connection.call('resources.unlock', { resourceId, secrets: keys })
      for (const { service } of questions) {
        if (name === service || basename(origin.path ?? '').replace(/\.\w+$/, '') === service)
          found.set(service, resourceId)
      }
    }
  }
  for (const { service } of questions) if (!found.has(service)) throw new Error(`${service} is no service here.`)
  return found
}

/** A session that may use this service alone; a person would allow what it asks to read. */
async function ask(connection: Connection, text: string, resourceId: string) {
  const { sessionId } = await connection.call('session.start', {
    question: text,
    settings: { clarify: false, autoAccept: true },
    scope: { folders: [], sourceIds: [], resourceIds: [resourceId] },
  })
  const allowed = new Set<string>()
  const view = await new Promise<SessionView>((done, fail) => {
    const unsubscribe = connection.subscribe('session', sessionId, (seen) => {
      for (const { id: confirmationId, risk, steps } of seen.confirmations) {
        if (allowed.has(confirmationId)) continue
        allowed.add(confirmationId)
        const given = { answer: 'allow', scope: 'once', remark: null, input: null, seen: { risk, steps } } as const
        connection.call('session.answerConfirmation', { sessionId, confirmationId, ...given }).catch(fail)
      }
      if (!['done', 'stopped', 'failed', 'blockedReview'].includes(seen.state)) return
      queueMicrotask(() => unsubscribe())
      done(seen)
    })
  })
  const report = view.report
  await connection.call('session.remove', { sessionId })
  return { view, report }
}

function answerOf({ answer }: Question, { state }: SessionView, report: ReportView | null, ms: number): Answer {
  const sentences = report?.sections.flatMap((section) => section.sentences) ?? []
  const said = sentences.flatMap((one) => (isClaim(one) ? [one.text] : []))
  const calls = (report?.citations ?? []).flatMap(({ place }) =>
    place.kind === 'call'
      ? [{ operation: place.operation, arguments: place.arguments }]
      : place.kind === 'query' && place.over !== undefined
        ? [{ ...place.over, statement: place.statement }]
        : [],
  )
  const unasked = sentences.flatMap((one) =>
    isClaim(one) || (one.fact.kind !== 'resourceUnasked' && one.fact.kind !== 'resourceUnused')
      ? []
      : [one.fact.values],
  )
  const isIn = (texts: readonly string[]): boolean => {
    const plain = plainText(texts.join('\n'))
    return (
      answer !== null &&
      answer !== undefined &&
      answer.length > 0 &&
      answer.every((part) => holds(plain, plainText(String(part))))
    )
  }
  // A list of four names stands in four sentences.
  const verdict = isIn(said.slice(0, Math.max(firstSentences, answer?.length ?? 0)))
    ? 'told'
    : isIn(said)
      ? 'found'
      : calls.length > 0
        ? 'wrong'
        : 'declined'
  return { calls, said, unasked: state === 'done' ? unasked : [...unasked, state], verdict, ms }
}

/** Short ones as a word of their own: 6 is not in 61. */
function holds(text: string, part: string): boolean {
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
    const isWord = !/[\p{L}\p{N}.]/u.test(text[at - 1] ?? '') && !/[\p{L}\p{N}]/u.test(text[at + part.length] ?? '')
    if (isWord || part.length > 4) return true
  }
  return false
}

const plainText = (text: string): string => text.toLowerCase().replace(/(\d),(?=\d{3})/g, '$1')
