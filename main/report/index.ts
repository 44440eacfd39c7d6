export { callsToCsv, rowsToCsv } from './csv'
export type { PaintPictures } from './docx-figures'
export { exportFileName, fileStem } from './file-name'
export { reportToHtml } from './html'
export { reportToMarkdown } from './markdown'
export { keyedWorks, toBibtex, toCslJson } from './references'
export { chartToSvg } from './svg'

/** The writer of Word documents, loaded with the first one. */
export const loadDocx = () => import('./docx')
