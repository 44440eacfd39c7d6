export { exportFileName } from './file-name'
export { reportToHtml } from './html'
export { reportToMarkdown } from './markdown'
