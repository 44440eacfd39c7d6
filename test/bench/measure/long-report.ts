import { resolve } from 'node:path'
import { isClaim, type ReportSection } from '../../../contract/report/report'
import { engineOfModel } from '../../../contract/session/engine'
import { startRuntime } from '../../../main/runtime'
import { asJson, type Database, openStore } from '../../../main/store'
import { runtimePaths } from '../../../main/system/paths'
import { research, whenIndexed } from './sessions'

interface Wanted {
  readonly words: number
  /** Of a model server that declines to write, so that the report quotes, and that is asked in follow-ups. */
  readonly origin: string
  readonly question: string
}

/**
 * Fills a data folder: the sample papers, a model server, and a finished session whose report has so many words. It is
 * what research made of the question, its parts over and over, with sentences and citations of their own.
 */
export async function prepareLongReport(data: string, wanted: Wanted): Promise<void> {
  const runtime = await startRuntime({
    paths: runtimePaths(resolve('.'), data),
    onBackgroundError: (error) => console.error(error),
    resumeSessions: false,
  })
  let sessionId: string
  try {
    const { connection } = runtime
    await connection.call('library.add', { paths: [resolve('samples')] })
    await whenIndexed(connection)
    const { added } = await connection.call('resources.addText', { text: wanted.origin })
    const [server] = added
    if (server === undefined) throw new Error('The model server was not added.')
    const write = engineOfModel({ resourceId: server.resourceId, model: 'tiny' })
    const view = await research(connection, wanted.question, { roleEngines: { write } })
    if (view.state !== 'done') throw new Error(`The session is ${view.state}: ${view.error?.message ?? ''}`)
    sessionId = view.id
  } finally {
    await runtime.close()
  }
  const store = await openStore({ directory: data, workersDir: resolve('out/workers') })
  try {
    await lengthen(store.database, sessionId, wanted.words)
  } finally {
    await store.close()
  }
}

async function lengthen(database: Database, sessionId: string, words: number): Promise<void> {
  const [report] = await database.query<{ sections: ReportSection[]; citations: number }>(
    `select r.body -> 'sections' as sections,
       (select count(*)::int from citations c where c.session_id = r.session_id) as citations
     from reports r where session_id = $1`,
    [sessionId],
  )
  if (report === undefined) throw new Error('There is no report.')
  const written = report.sections.filter(({ kind }) => kind === 'summary' || kind === 'aspect')
  const copies = Math.ceil(words / wordsIn(written))
  const sections = Array.from({ length: copies }, (_, copy) =>
    written.map((section) => repeated(section, copy, report.citations)),
  ).flat()
  for (const [at, sentence] of sections.flatMap((section) => section.sentences).entries()) sentence.id = `s${at + 1}`
  await database.query(
    `insert into citations (session_id, version, n, project_id, place, cited_text, cited_text_hash)
     select session_id, version, n + copy * $2::int, project_id, place, cited_text, cited_text_hash
     from citations, generate_series(1, $3::int - 1) copy where session_id = $1`,
    [sessionId, report.citations, copies],
  )
  await database.query(
    `update reports set body = body || jsonb_build_object('sections', $2::jsonb) where session_id = $1`,
    [sessionId, asJson(sections)],
  )
}

function repeated(section: ReportSection, copy: number, citations: number): ReportSection {
  const sentences = section.sentences.map((sentence) => ({
    ...sentence,
    citations: sentence.citations.map((n) => n + copy * citations),
  }))
  if (section.kind === 'aspect') return { ...section, heading: `${section.heading} ${copy + 1}`, sentences }
  return copy === 0 ? { ...section, sentences } : { kind: 'aspect', heading: `Part ${copy + 1}`, sentences }
}

const wordsIn = (sections: readonly ReportSection[]): number =>
  sections
    .flatMap(({ sentences }) => sentences)
    .reduce((sum, one) => sum + (isClaim(one) ? one.text.split(/\s+/).length : 0), 0)
