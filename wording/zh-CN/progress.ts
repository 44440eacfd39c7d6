import type { ProgressFact } from '../../contract/progress'
import type { Words } from '../words'

export const progress: Words<ProgressFact> = {
  pagesRead: ({ done, total }, { format }) => `第 ${format.number(done)} 页，共 ${format.number(total)} 页`,
  bytesRead: ({ done, total }, { format }) => `已读取 ${format.bytes(done)}，共 ${format.bytes(total)}`,
  passagesEmbedded: ({ done, total }, { format }) => `已嵌入 ${format.number(done)} / ${format.number(total)} 个段落`,
}
