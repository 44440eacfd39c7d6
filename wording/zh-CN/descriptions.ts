import type { DescriptionFact } from '../../contract/resources/description-facts'
import type { McpPurpose } from '../../contract/resources/mcp-purpose'
import type { SecurityScheme } from '../../contract/resources/secret-place'
import type { Speech, Words } from '../words'

type Table = Extract<DescriptionFact, { kind: 'databaseDescribed' }>['values']['named'][number]
type Engine = Extract<DescriptionFact, { kind: 'databaseUsage' }>['values']['engine']

const engines: Readonly<Record<Engine, string>> = {
  sqlite: 'SQLite 数据库',
  duckdb: 'DuckDB 数据库',
  parquet: 'Parquet 文件',
  csv: 'CSV 文件',
  json: 'JSON 文件',
  excel: 'Excel 工作簿',
  postgresql: 'PostgreSQL 数据库',
  mysql: 'MySQL 数据库',
}

/** 行所在的程序与查询所用的 SQL 不一定相同。 */
const sql: Readonly<Record<Engine, string>> = {
  sqlite: 'SQLite',
  duckdb: 'DuckDB',
  parquet: 'DuckDB',
  csv: 'DuckDB',
  json: 'DuckDB',
  excel: 'DuckDB',
  postgresql: 'PostgreSQL',
  mysql: 'MySQL',
}

const purpose: Readonly<Record<McpPurpose, string>> = {
  files: '读写和搜索文件与文件夹',
  webSearch: '搜索网络',
  webPages: '以文本形式获取网页',
  browser: '控制网页浏览器',
  github: '处理 GitHub 仓库、议题和拉取请求',
  gitlab: '处理 GitLab 项目、议题和合并请求',
  gitHistory: '读取 Git 仓库的历史',
  sql: '用 SQL 查询数据库',
  dataStore: '查询数据存储',
  teamMessages: '读取和发送团队消息',
  mail: '读取和发送邮件',
  calendar: '读取和修改日历',
  cloudDrive: '查找和读取云盘中的文件',
  notes: '查找和编辑笔记',
  tasks: '列出和修改项目任务',
  places: '查找地点和路线',
  weather: '查询天气',
  time: '查询时间和换算时区',
  graphMemory: '以图的形式记住事实',
  stepwiseThinking: '逐步思考问题',
  documentation: '查阅程序库的文档',
  papers: '查找科学论文',
  monitoring: '查看运行中软件的错误和指标',
  designs: '读取设计稿',
  payments: '处理付款和客户',
  infrastructure: '管理基础设施',
  commands: '运行命令',
  code: '运行代码',
}

const among = (titles: readonly string[]): string => (titles.length === 0 ? '' : `其中有：${titles.join('；')}。`)

function table({ name, rows, rowsEstimated, columns, moreColumns }: Table, { format }: Speech): string {
  const size = rows === null ? '' : `${rowsEstimated ? '约 ' : ''}${format.number(rows)} 行`
  const more = moreColumns === 0 ? '' : ` 等 ${format.number(columns.length + moreColumns)} 列`
  const what = [size, `${columns.join('、')}${more}`].filter((part) => part !== '').join('：')
  return what === '' ? name : `${name}（${what}）`
}

/** Foreign prose ends as it does: a space stands behind a stop that is none of ours. */
const sentences = (...all: readonly string[]): string =>
  all.filter((one) => one !== '').reduce((text, one) => `${text}${/[。！？]$/.test(text) ? '' : ' '}${one}`)

export const descriptions: Words<DescriptionFact> = {
  recallDescribed: () =>
    '查找资料库中已索引的全部内容（文档、笔记、文件夹），给出最能回答问题的段落，以及各自的来源和位置。',
  recallUsage: () => '在 `query` 中给出问题或关键词；`top` 指定返回多少个段落。',
  discoveryDescribed: () => '根据一句话描述的需要，找出这台机器上合适的数据库、API、工具、知识库和模型。',
  discoveryUsage: () => '在 `user_query` 中说明需要；`max_resources` 指定返回多少个。',
  libraryDescribed: ({ titles }) => `资料库中的全部文档和笔记，不分文件夹。${among(titles)}`,
  libraryUsage: () => '用 recall 查找。',
  folderDescribed: ({ folder, titles }) => `文件夹“${folder}”中的文档。${among(titles)}`,
  folderUsage: ({ root }) => `用 recall 查找；文档位于 ${root}。`,
  databaseDescribed({ engine, tables, views, named }, speech) {
    if (tables + views === 0) return `${engines[engine]}，尚不清楚其中有哪些表。`
    const { format } = speech
    const parts = [
      ...(tables === 0 ? [] : [`${format.number(tables)} 张表`]),
      ...(views === 0 ? [] : [`${format.number(views)} 个视图`]),
    ]
    const list = named.map((each) => table(each, speech)).join('、')
    return `${engines[engine]}，有 ${parts.join('和 ')}：${list}${tables + views > named.length ? '等' : ''}。`
  },
  databaseUsage: ({ engine }) => `使用 ${sql[engine]} 的 SQL 查询，只读。`,
  questionsDescribed({ database, tables, moreTables }) {
    const list = tables.length === 0 ? '' : `其中的表：${tables.join('、')}${moreTables > 0 ? ' 等' : ''}。`
    return `用 SQL 回答与 ${database} 中的数据有关的问题。${list}`
  },
  questionsUsage: () => '直接用文字提问；回答附有查询语句和结果行。',
  modelServerDescribed({ server, isHere, models }) {
    const what = isHere
      ? `由本机上的 ${server} 提供的语言模型。`
      : `${server} 上的语言模型。问题和找到的段落会发送到那里。`
    return `${what}${models.length === 0 ? '尚未发现模型。' : `模型：${models.join('、')}。`}`
  },
  modelServerUsage: ({ location }) => `地址为 ${location}。`,
  modelFileDescribed: ({ name, sizeBytes }, { format }) =>
    `GGUF 文件中的语言模型 ${name}${sizeBytes === null ? '' : `（${format.bytes(sizeBytes)}）`}。`,
  mcpServerDescribed({ purposes, launch, isProgram, project }) {
    const does = purposes.length === 0 ? '' : `：${purposes.map((one) => purpose[one]).join('；')}`
    const where = isProgram ? `运行 ${launch}。` : `地址为 ${launch}。`
    return `MCP 服务器${does}。${where}${project === null ? '' : `用于项目 ${project}。`}`
  },
  mcpServerUsage({ secretNames, isDisabled }) {
    const needs = secretNames.length === 0 ? '' : `需要 ${secretNames.join('、')}。`
    return `连接后才会列出其工具。${needs}${isDisabled ? '它在来源程序中已停用。' : ''}`
  },
  modelFileUsage: ({ path }) => `文件为 ${path}。`,
  apiDescribed: ({ name, prose, operations, about }, { format }) =>
    sentences(
      prose || `${name}：一个 API，有 ${format.number(operations)} 个操作。`,
      about.length === 0 ? '' : `涉及：${about.join('、')}。`,
    ),
  apiScheme: ({ name, place }) => `${name}（${schemeWords(place)}）`,
  apiUsage: ({ servers, auth, operations, listed }, { format, fact }) =>
    sentences(
      `${format.number(operations)} 个操作${servers.length === 0 ? '' : `，服务器：${servers.join('、')}`}。`,
      servers.length === 0 ? '说明文件没有给出服务器。' : '',
      authWords(auth, fact),
      listed > 0 && listed < operations ? `只列出前 ${format.number(listed)} 个。` : '',
    ),
  operationDescribed: ({ name, prose, isDeprecated, explained, others, answers, api, about }) =>
    sentences(
      `${name}。`,
      prose,
      isDeprecated ? '已弃用。' : '',
      explained.length === 0 ? '' : `参数：${explained.map((one) => `${one.name}（${one.description}）`).join('、')}。`,
      others.length === 0 ? '' : `${explained.length === 0 ? '参数' : '其他参数'}：${others.join('、')}。`,
      answers === '' ? '' : `返回：${answers}。`,
      `属于 ${api}${about.length === 0 ? '' : `（${about.join('、')}）`}。`,
    ),
  operationUsage: ({ call, server, required, optional, auth }, { fact }) =>
    sentences(
      `${call}${server === null ? '' : `，服务器：${server}`}。`,
      required.length === 0 ? '' : `必填：${required.join('、')}。`,
      optional.length === 0 ? '' : `可选：${optional.join('、')}。`,
      authWords(auth, fact),
    ),
}

function authWords(auth: readonly SecurityScheme[], fact: Speech['fact']): string {
  const schemes = auth.map((scheme) => fact({ kind: 'apiScheme', values: scheme }))
  return schemes.length === 0 ? '' : `身份验证：${schemes.join('、')}。`
}

const keyPlaces = { header: '请求头', query: '地址参数', cookie: 'Cookie' } as const

function schemeWords(place: SecurityScheme['place']): string {
  switch (place.kind) {
    case 'key':
      return `API 密钥，${keyPlaces[place.in]} ${place.name}`
    case 'bearer':
      return '令牌'
    case 'basic':
      return '用户名和密码'
    case 'accessToken':
      return `${place.scheme} 的访问令牌`
    case 'unsupported':
      return `${place.scheme}，Quarry 无法发送`
  }
}
