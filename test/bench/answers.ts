import { hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { isClaim, type ReportView } from '../../contract/report/report'
import type { Connection } from '../../main/api'
import { startRuntime } from '../../main/runtime'
import { runtimePaths } from '../../main/system/paths'
import { answerByPages, answerBySections, type Page, reportOf } from './answers/simple-programs'
import { median, research, whenIndexed } from './measure/sessions'

/**
 * Asks the questions of a set about a manual, each in a headless session, plan accepted as planned.
 *
 *   npm run bench -- answers --set FILE --material DIR --out run.json [--only ID,ID]
 *
 * DIR is the material, or the folder that the set's `material.root` is in. It is read once: the library is kept in
 * .cache/bench by the content of its files. Writes what score-answers.mjs reads to `run.json`, and what the two
 * simplest programs answer on the same pages to `run.pages.json` and `run.sections.json`.
 */

const questionSet = z.object({
  material: z.object({ root: z.string().optional() }).optional(),
  questions: z.array(z.object({ id: z.string(), question: z.string() })).min(1),
})

export async function run(argv: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      set: { type: 'string' },
      material: { type: 'string' },
      out: { type: 'string' },
      only: { type: 'string' },
    },
  })
  if (values.set === undefined || values.material === undefined || values.out === undefined) {
    console.error('usage: npm run bench -- answers --set FILE --material DIR --out run.json [--only ID,ID]')
    return 2
  }
  const set = questionSet.parse(JSON.parse(await readFile(resolve(values.set), 'utf8')))
  const only = values.only?.split(',')
  const questions = set.questions.filter(({ id }) => only === undefined || only.includes(id))
  const inside = resolve(values.material, set.material?.root ?? '')
  const material = existsSync(inside) ? inside : resolve(values.material)
  const data = resolve('.cache/bench', `library-${await hashOfFiles(material)}`)
  const runtime = await startRuntime({
    paths: runtimePaths(resolve('.'), data),
    onBackgroundError: (error) => console.error(error),
    resumeSessions: false,
  })
  const product: Record<string, unknown> = {}
  const byPages: Record<string, unknown> = {}
  const bySections: Record<string, unknown> = {}
  const tookMs: number[] = []
  const failures: string[] = []
  try {
    const { connection } = runtime
    await connection.call('library.add', { paths: [material] })
    const { total } = await connection.call('library.list', { offset: 0, limit: 1 })
    if (total === 0) throw new Error(`Quarry reads no file in ${material}. Unpack compressed ones first.`)
    await whenIndexed(connection)
    const pages = await readPages(connection, material, set.material?.root ?? '')
    const fileOf = new Map(pages.map(({ sourceId, file }) => [sourceId, file]))
    const programs = [
      { answers: byPages, ask: answerByPages(pages) },
      { answers: bySections, ask: answerBySections(pages) },
    ]
    for (const [at, { id, question }] of questions.entries()) {
      const startedMs = performance.now()
      const { id: sessionId, state, error, report } = await research(connection, question)
      const ms = performance.now() - startedMs
      if (state === 'done' && report !== null) product[id] = { ...scorable(report, fileOf), ms }
      else failures.push(`${id}: ${state} ${error?.message ?? ''}`)
      await connection.call('session.remove', { sessionId })
      tookMs.push(ms)
      for (const { answers, ask } of programs) {
        const askedMs = performance.now()
        answers[id] = reportOf(ask(question), performance.now() - askedMs)
      }
      process.stderr.write(`\r${at + 1} of ${questions.length} questions`)
    }
  } finally {
    await runtime.close()
  }
  const out = resolve(values.out)
  const beside = (name: string): string => out.replace(/(\.json)?$/, `.${name}.json`)
  await writeFile(out, `${JSON.stringify(product, null, 1)}\n`)
  await writeFile(beside('pages'), `${JSON.stringify(byPages, null, 1)}\n`)
  await writeFile(beside('sections'), `${JSON.stringify(bySections, null, 1)}\n`)
  console.log(
    JSON.stringify({ benchmark: 'answers', questions: questions.length, medianMs: median(tookMs), failures, out }),
  )
  return failures.length === 0 ? 0 : 1
}

/** Hash of the paths and contents of all files in a folder. */
async function hashOfFiles(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const lines: string[] = []
  for (const path of paths.sort()) lines.push(`${hash('sha256', await readFile(path))} ${relative(folder, path)}`)
  return hash('sha256', lines.join('\n')).slice(0, 16)
}

/** All sources of the library as pages, by their path within the material below its root: base names alone are not unique. */
async function readPages(
  connection: Connection,
  material: string,
  root: string,
): Promise<(Page & { sourceId: string })[]> {
  const pages: (Page & { sourceId: string })[] = []
  const limit = 500
  for (let offset = 0; ; offset += limit) {
    const { sources, total } = await connection.call('library.list', { offset, limit })
    for (const { id, path, name, title, state } of sources) {
      if (state !== 'indexed') continue
      const { text, headings } = await connection.call('library.text', { sourceId: id })
      const file = path === null ? name : join(root, relative(material, path))
      pages.push({ sourceId: id, file, title: title ?? '', text, headings })
    }
    if (offset + limit >= total) return pages
  }
}

/** The report's claims, and the remarks of its sections that cite something; the list of sources is none. */
function scorable(report: ReportView, fileOf: ReadonlyMap<string, string>) {
  return {
    sections: report.sections
      .filter(({ kind }) => kind !== 'sources')
      .map(({ kind, sentences }) => ({
        kind,
        sentences: sentences.map((sentence) => ({
          text: isClaim(sentence) ? sentence.text : sentence.fact.kind,
          citations: sentence.citations,
        })),
      })),
    citations: report.citations.map(({ n, place }) => ({
      n,
      file: place.kind === 'source' ? (fileOf.get(place.sourceId) ?? place.sourceName) : place.resourceName,
    })),
  }
}
