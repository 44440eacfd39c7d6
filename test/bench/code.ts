import { readFile, writeFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { isClaim, type ReportView } from '../../contract/report/report'
import type { Connection } from '../../main/api'
import { startRuntime } from '../../main/runtime'
import { runtimePaths } from '../../main/system/paths'
import { answerByFunctions, type CodeFunction } from './code/simple-program'
import { median, research, whenIndexed } from './measure/sessions'

/**
 * Asks questions about repositories of code, each in a headless session, and scores which functions are cited.
 *
 *   npm run bench -- code --set FILE --material DIR --data DIR --out run.json [--only REPO,REPO]
 *
 * DIR of the material has a folder for each repository; DIR of the data gets a library for each. Beside it in the same run:
 * BM25 over all functions, in thirty lines (`code/simple-program.ts`). A place counts where its file is right and one of its
 * lines is a line of a right function or of the comment above it.
 */

const questionSet = z.array(
  z.object({
    id: z.string(),
    repo: z.string(),
    q: z.string(),
    kind: z.string(),
    gold: z.array(
      z.object({ file: z.string(), symbol: z.string(), lines: z.array(z.tuple([z.number(), z.number()])) }),
    ),
  }),
)
type Question = z.infer<typeof questionSet>[number]

interface Place {
  readonly file: string
  readonly from: number
  readonly to: number
}

interface Row {
  readonly id: string
  readonly q: string
  readonly isAnswerable: boolean
  readonly first: boolean
  readonly anywhere: boolean
  readonly silent: boolean
  readonly recallRank: number | null
  readonly simpleRank: number | null
  readonly ms: number
  readonly opening: string
  readonly verdicts: string
}

export async function run(argv: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      set: { type: 'string' },
      material: { type: 'string' },
      data: { type: 'string' },
      out: { type: 'string' },
      only: { type: 'string' },
    },
  })
  const { set, material, data, out } = values
  if (set === undefined || material === undefined || data === undefined || out === undefined) {
    console.error('usage: npm run bench -- code --set FILE --material DIR --data DIR --out run.json [--only REPO,REPO]')
    return 2
  }
  const questions = questionSet.parse(JSON.parse(await readFile(resolve(set), 'utf8')))
  const repositories = values.only?.split(',') ?? [...new Set(questions.map(({ repo }) => repo))]
  const rows: Row[] = []
  for (const repo of repositories) {
    const folder = resolve(material, repo)
    const runtime = await startRuntime({
      paths: runtimePaths(resolve('.'), resolve(data, repo)),
      onBackgroundError: (error) => console.error(error),
      resumeSessions: false,
    })
    try {
      const { connection } = runtime
      await connection.call('library.add', { paths: [folder] })
      await whenIndexed(connection)
      const { functions, fileOf } = await readFunctions(connection, folder)
      const simple = answerByFunctions(functions)
      for (const question of questions.filter((one) => one.repo === repo)) {
        rows.push(await askOne(connection, question, fileOf, simple))
        process.stderr.write(`\r${rows.length} questions`)
      }
    } finally {
      await runtime.close()
    }
  }
  await writeFile(resolve(out), `${JSON.stringify(rows, null, 1)}\n`)
  console.log(JSON.stringify({ benchmark: 'code', ...summaryOf(rows), out }))
  return 0
}

async function askOne(
  connection: Connection,
  question: Question,
  fileOf: ReadonlyMap<string, string>,
  simple: (question: string) => CodeFunction[],
): Promise<Row> {
  const startedMs = performance.now()
  const { id: sessionId, report, state } = await research(connection, question.q)
  const ms = performance.now() - startedMs
  if (report === null) throw new Error(`${question.id}: ${state}`)
  await connection.call('session.remove', { sessionId })
  const { hits } = await connection.call('recall.search', { query: question.q, top: 10 })
  const isRight = (place: Place): boolean =>
    question.gold.some(
      ({ file, lines }) => file === place.file && lines.some(([from, to]) => place.from <= to && place.to >= from),
    )
  const rankOf = (places: readonly Place[]): number | null => {
    const at = places.findIndex(isRight)
    return at === -1 ? null : at + 1
  }
  const places = new Map(
    report.citations.flatMap(({ n, place }) =>
      place.kind === 'source'
        ? [[n, { file: fileOf.get(place.sourceId) ?? '', from: place.lineStart, to: place.lineEnd }] as const]
        : [],
    ),
  )
  const cited = claimsOf(report).map(({ citations }) => citations.flatMap((n) => places.get(n) ?? []))
  return {
    id: question.id,
    q: question.q,
    isAnswerable: question.gold.length > 0,
    first: (cited[0] ?? []).some(isRight),
    anywhere: cited.flat().some(isRight),
    silent: cited.length === 0,
    recallRank: rankOf(
      hits.map(({ sourceId, locator }) => ({
        file: fileOf.get(sourceId) ?? '',
        from: locator.lineStart,
        to: locator.lineEnd,
      })),
    ),
    simpleRank: rankOf(simple(question.q).slice(0, 10)),
    ms,
    opening: claimsOf(report)
      .slice(0, 3)
      .map(({ text }) => text)
      .join(' ⏎ '),
    verdicts: `${report.supported}/${report.claims}`,
  }
}

const claimsOf = ({ sections }: ReportView) =>
  sections.flatMap(({ kind, sentences }) => (kind === 'sources' ? [] : sentences.filter(isClaim)))

function summaryOf(rows: readonly Row[]) {
  const answerable = rows.filter(({ isAnswerable }) => isAnswerable)
  const others = rows.filter(({ isAnswerable }) => !isAnswerable)
  const share = (of: readonly Row[], holds: (row: Row) => boolean): number =>
    Number((of.filter(holds).length / Math.max(1, of.length)).toFixed(3))
  const within = (rank: number | null, most: number): boolean => rank !== null && rank <= most
  return {
    answerable: answerable.length,
    unanswerable: others.length,
    firstSentence: share(answerable, ({ first }) => first),
    anywhere: share(answerable, ({ anywhere }) => anywhere),
    silentRightly: share(others, ({ silent }) => silent),
    silentWrongly: share(answerable, ({ silent }) => silent),
    recall: [1, 5].map((most) => share(answerable, ({ recallRank }) => within(recallRank, most))),
    simple: [1, 5].map((most) => share(answerable, ({ simpleRank }) => within(simpleRank, most))),
    medianMs: Math.round(median(rows.map(({ ms }) => ms))),
  }
}

/** All declared symbols of a library's code, with their text. */
async function readFunctions(connection: Connection, folder: string) {
  const functions: CodeFunction[] = []
  const fileOf = new Map<string, string>()
  const limit = 500
  for (let offset = 0; ; offset += limit) {
    const { sources, total } = await connection.call('library.list', { offset, limit })
    for (const { id, path, name, state, mediaType } of sources) {
      const file = path === null ? name : relative(folder, path)
      fileOf.set(id, file)
      if (state !== 'indexed' || mediaType !== 'code') continue
      const { text, headings } = await connection.call('library.text', { sourceId: id })
      const lineAt = (at: number): number => text.slice(0, at).split('\n').length
      headings.forEach((heading, at) => {
        const end = heading.end ?? headings[at + 1]?.start ?? text.length
        const from = lineAt(heading.start)
        const own = text.slice(heading.start, end)
        functions.push({ name: heading.text, file: join(file), text: own, from, to: from + own.split('\n').length - 1 })
      })
    }
    if (offset + limit >= total) return { functions, fileOf }
  }
}
