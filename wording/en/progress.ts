import type { ProgressFact, WorkFact } from '../../contract/progress'
import type { Words } from '../words'

export const progress: Words<ProgressFact> = {
  pagesRead: ({ done, total }, { format }) => `page ${format.number(done)} of ${format.number(total)}`,
  pagesRecognised: ({ done, total }, { format }) =>
    `text recognised on ${format.number(done)} of ${format.number(total)} pages`,
  messagesRead: ({ done, total }, { format }) => `message ${format.number(done)} of ${format.number(total)}`,
  bytesRead: ({ done, total }, { format }) => `${format.bytes(done)} of ${format.bytes(total)}`,
  passagesEmbedded: ({ done, total }, { format }) =>
    `${format.number(done)} of ${format.number(total)} passages embedded`,
}

export const work: Words<WorkFact> = {
  filesBeingRead: ({ busy, total }, { format }) =>
    `reading files (${format.number(busy)} of ${format.number(total)} ${total === 1 ? 'thread' : 'threads'})`,
  textsBeingEmbedded: ({ busy, total }, { format }) =>
    `embedding (${format.number(busy)} of ${format.number(total)} ${total === 1 ? 'thread' : 'threads'})`,
  searchesRunning: ({ busy }, { format }) =>
    busy === 1 ? 'searching the library' : `${format.number(busy)} searches of the library`,
}
