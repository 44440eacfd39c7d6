import type { ChannelOutput } from '../../contract/channels/channels'
import { QuarryError } from '../../contract/errors'
import type { Language } from '../../contract/language'
import type { Work } from '../../contract/report/bibliography'
import { nameOfPlace } from '../../contract/report/place'
import type { ReportFormat, ReportView } from '../../contract/report/report'
import type { Library } from '../knowledge'
import {
  exportFileName,
  keyedWorks,
  loadDocx,
  type PaintPictures,
  reportToHtml,
  reportToMarkdown,
  toBibtex,
  toCslJson,
} from '../report'
import type { Research } from '../research'

/** A version of a session's report, or the newest. Throws `session.notFound`, and `export.failed` where there is none. */
export async function readReport(
  research: Pick<Research, 'view' | 'report'>,
  sessionId: string,
  version?: number,
): Promise<ReportView> {
  const report =
    version === undefined ? (await research.view(sessionId)).report : await research.report(sessionId, version)
  if (report !== null) return report
  throw new QuarryError('export.failed', 'This session has no report yet.', {
    remedy: 'waitForReport',
  })
}

interface ExportOptions {
  readonly format: ReportFormat
  readonly language: Language | undefined
  readonly paintPictures: PaintPictures | undefined
}

/** A report as a file of a format: its text, or the works that it cites. */
export async function exportReport(
  report: ReportView,
  library: Pick<Library, 'works'>,
  { format, language, paintPictures }: ExportOptions,
): Promise<ChannelOutput<'session.export'>> {
  const fileName = exportFileName(report, format)
  if (format === 'docx') {
    const { reportToDocx } = await loadDocx()
    const bytes = Buffer.from(await reportToDocx(report, language, paintPictures))
    return { fileName, text: bytes.toString('base64'), encoding: 'base64' }
  }
  if (format === 'markdown' || format === 'html') {
    const text = format === 'html' ? reportToHtml(report, language) : reportToMarkdown(report, language)
    return { fileName, text, encoding: 'utf8' }
  }
  const works = keyedWorks(await citedWorks(report, library))
  return { fileName, text: format === 'bibtex' ? toBibtex(works) : toCslJson(works), encoding: 'utf8' }
}

/** The works that a report's cited sources are, in the order of their first citation. */
async function citedWorks({ citations }: ReportView, library: Pick<Library, 'works'>): Promise<Work[]> {
  const places = citations.flatMap(({ place }) => (place.kind === 'source' ? [place] : []))
  const firsts = [...new Map(places.toReversed().map((place) => [place.sourceId, place])).values()].toReversed()
  const known = await library.works(firsts.map(({ sourceId }) => sourceId))
  // Of one that is gone the report has kept what it was called.
  return firsts.map((place) => known.get(place.sourceId)?.work ?? { type: 'document', title: nameOfPlace(place) })
}
