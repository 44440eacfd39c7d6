import type { ProgressFact, WorkFact } from '../../contract/progress'
import type { Words } from '../words'

export const progress: Words<ProgressFact> = {
  pagesRead: ({ done, total }, { format }) => `第 ${format.number(done)} 页，共 ${format.number(total)} 页`,
  pagesRecognised: ({ done, total }, { format }) =>
    `已识别 ${format.number(done)} 页文字，共 ${format.number(total)} 页`,
  messagesRead: ({ done, total }, { format }) => `第 ${format.number(done)} 封邮件，共 ${format.number(total)} 封`,
  bytesRead: ({ done, total }, { format }) => `已读取 ${format.bytes(done)}，共 ${format.bytes(total)}`,
  passagesEmbedded: ({ done, total }, { format }) => `已嵌入 ${format.number(done)} / ${format.number(total)} 个段落`,
}

export const work: Words<WorkFact> = {
  filesBeingRead: ({ busy, total }, { format }) => `读取文件（${format.number(busy)}/${format.number(total)} 线程）`,
  textsBeingEmbedded: ({ busy, total }, { format }) => `嵌入（${format.number(busy)}/${format.number(total)} 线程）`,
  searchesRunning: ({ busy }, { format }) => `检索资料库（${format.number(busy)} 项）`,
}
