import { extname } from 'node:path'
import type { ReportFormat } from '../../../contract/report/report'

const formats: Readonly<Partial<Record<string, ReportFormat>>> = {
  '': 'markdown',
  '.md': 'markdown',
  '.markdown': 'markdown',
  '.txt': 'markdown',
  '.html': 'html',
  '.htm': 'html',
  '.docx': 'docx',
  '.bib': 'bibtex',
  '.json': 'csl-json',
}

/** What a report is written as, by the name of its file; null where the terminal cannot write it so (the window prints PDF). */
export const reportFormatOf = (file: string): ReportFormat | null => formats[extname(file).toLowerCase()] ?? null
