import type { DoctorFact, LibraryHolder } from '../../contract/app/doctor'
import type { Speech, Words } from '../words'

const origins = { official: '官方', fallback: '备用', env: '由 QUARRY_ELECTRON 指定' } as const

function openIn(holder: LibraryHolder | null, { format }: Speech): string {
  if (holder === null) return ''
  const where = holder.sameHost ? '' : `${holder.host} 上的`
  const who = holder.sameProcess ? '这个进程' : `${where}进程 ${holder.pid}（${holder.command}）`
  return `，自 ${format.dateTime(holder.takenAt)} 起由${who}打开`
}

export const doctor: Words<DoctorFact> = {
  quarryVersion: ({ version }) => version,
  runtimeFound: ({ node, electron, chromium, v8, platform, arch }) =>
    `${electron === null ? `Node ${node}` : `Electron ${electron}（Node ${node}，Chromium ${chromium}）`}，V8 ${v8}，${platform} ${arch}`,
  electronFound: ({ version, origin }) =>
    `Electron ${version}（${origins[origin]}）${origin === 'fallback' ? '：无法访问官方下载' : ''}`,
  electronMissing: () => '尚未安装：窗口无法打开，命令可以使用',
  modelFound: ({ id, dimensions }) => `${id}，${dimensions} 维`,
  modelMissing: () => '嵌入模型尚未构建',
  libraryOpen: ({ schema, path }) => `结构版本 ${schema}，已打开，位于 ${path}`,
  libraryClosed: ({ schema, path, holder }, speech) => `结构版本 ${schema}，位于 ${path}${openIn(holder, speech)}`,
  libraryNotYet: ({ path, holder }, speech) => `尚未创建；将建在 ${path}${openIn(holder, speech)}`,
  libraryUnusable: ({ path, error }, { error: say }) => `无法使用 ${path}：${say(error)}`,
  threadsFound: ({ cores, memoryGiB, names }, { format }) =>
    `${cores} 个核心，内存 ${format.number(memoryGiB)} GiB；用于 ${names.join('、')}`,
  threadsMissing: ({ names }) => `这些线程的代码尚未构建：${names.join('、')}`,
  diskFree: ({ freeGiB, path }, { format }) => `${path} 所在磁盘有 ${format.number(freeGiB)} GiB 空闲`,
  diskUnknown: ({ path, error }, { error: say }) => `无法得知 ${path} 的空闲空间：${say(error)}`,
  displayFound: ({ display }) => display,
  displayMissing: () => '没有：窗口无法在这里打开，命令可以使用',
}
