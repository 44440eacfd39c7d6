export { reportToHtml } from './html'
export { reportToMarkdown } from './markdown'
