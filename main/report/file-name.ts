import type { ReportFormat, ReportView } from '../../contract/report/report'
import { shownLine } from '../../contract/shown-text'

/** What a file name may not hold on any of the systems, and trailing dots, which Windows drops. */
const forbidden = /[\\/:*?"<>|？：]+/g
/** Device names that Windows takes for no file. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)$/i
/** In characters; long paths still meet limits of 255 bytes, at three bytes a Chinese character. */
const mostCharacters = 70

const extensionOf: Readonly<Record<ReportFormat, string>> = {
  markdown: 'md',
  html: 'html',
  docx: 'docx',
  bibtex: 'bib',
  'csl-json': 'json',
}

/** A file name for the exported report, from its title, valid on every system. */
export const exportFileName = (report: ReportView, format: ReportFormat): string =>
  `${fileStem(report.title, 'report')}.${extensionOf[format]}`

/** A name that every file system takes, without an ending; `otherwise` where nothing of `name` is left. */
export function fileStem(name: string, otherwise: string): string {
  const title = [...shownLine(name).trim().replace(forbidden, ' ').replace(/\s+/g, ' ').trim()]
    .slice(0, mostCharacters)
    .join('')
    .replace(/^[.\s]+/, '')
    .replace(/(?<![.\s])[.\s]+$/, '')
  return title === '' || reserved.test(title) ? otherwise : title
}
