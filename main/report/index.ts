export { callsToCsv } from './calls-to-csv'
export { exportFileName } from './file-name'
export { reportToHtml } from './html'
export { reportToMarkdown } from './markdown'
