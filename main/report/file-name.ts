import type { ReportFormat, ReportView } from '../../contract/report'
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
export function exportFileName(report: ReportView, format: ReportFormat): string {
  const title = [...shownLine(report.title).trim().replace(forbidden, ' ').replace(/\s+/g, ' ').trim()]
    .slice(0, mostCharacters)
    .join('')
    .replace(/^\.+/, '')
    .replace(/(?<![.\s])[.\s]+$/, '')
  const stem = title === '' || reserved.test(title) ? 'report' : title
  return `${stem}.${extensionOf[format]}`
}
