import type { ProgressFact } from '../../contract/progress'
import type { Words } from '../words'

export const progress: Words<ProgressFact> = {
  pagesRead: ({ done, total }, { format }) => `page ${format.number(done)} of ${format.number(total)}`,
  bytesRead: ({ done, total }, { format }) => `${format.bytes(done)} of ${format.bytes(total)}`,
  passagesEmbedded: ({ done, total }, { format }) =>
    `${format.number(done)} of ${format.number(total)} passages embedded`,
}
