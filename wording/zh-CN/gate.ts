import type { SettingsProblem } from '../../contract/app/settings-file'
import type { RiskFact, RulesProblem } from '../../contract/calls/gate-facts'
import type { Words } from '../words'

const quoted = (text: string): string => `“${text}”`
const at = (argument: string): string => (argument === '' ? '此调用' : `参数${quoted(argument)}`)
const reach = {
  offline: 'Quarry 处于离线模式',
  local: 'Quarry 只能连接本机和名单中的本地主机',
  named: 'Quarry 只能连接名单中的主机',
} as const
const unfit = {
  missing: '是必填项，但缺失',
  undeclared: '不在工具的 schema 中',
  type: '类型不符',
  value: '的值不被 schema 允许',
  size: '过大或过小',
  depth: '嵌套过深',
} as const
const rule = { allow: '允许', ask: '要求确认', deny: '拒绝' } as const

export const risks: Words<RiskFact> = {
  ruleDecides: ({ decision, rule: name }) => `规则${quoted(name)}${rule[decision]}此调用。`,
  rulesUnreadable: ({ file, line }, { format }) =>
    `规则文件${quoted(file)}第 ${format.number(line)} 行有错误。修复之前，每次调用都会询问。`,
  toolNotGranted: ({ tool }) => `${quoted(tool)}是 L3 级工具，你尚未授权此类工具。`,
  toolWrites: ({ tool }) => `${quoted(tool)}可能会更改或发送内容。`,
  readOnlyContradicted: ({ tool, word }) => `${quoted(tool)}声称只读，但${quoted(word)}表明并非如此。`,
  toolDescriptionCommands: ({ tool, excerpt }) => `${quoted(tool)}的描述中含有指令：${quoted(excerpt)}`,
  toolDescriptionChanged: ({ tool }) => `${quoted(tool)}的描述与引发此调用的描述不同。`,
  argumentUnfit: ({ argument, problem }) => `${at(argument)}${unfit[problem]}。`,
  argumentUnknown: ({ argument }) => `${at(argument)}用途不明，而此工具声称只读。`,
  toolDisguised: ({ tool }) => `名称“${tool}”含有形近字符或不可见字符。`,
  argumentDisguised: ({ argument }) => `${at(argument)}含有不可见字符或形近字符。`,
  argumentSmuggles: ({ argument, word }) => `${at(argument)}在不应出现的位置夹带了${quoted(word)}。`,
  argumentCommands: ({ argument, word }) => `${at(argument)}含有命令（${word}）。`,
  argumentDestroys: ({ argument, word }) => `${at(argument)}可能更改或破坏内容：${quoted(word)}。`,
  argumentBulk: ({ argument, count }, { format }) => `${at(argument)}请求的数量过大：${format.number(count)}。`,
  sqlWrites: ({ word }) => `SQL 不只是读取：${quoted(word)}。`,
  sqlSeveralStatements: () => 'SQL 含有多条语句。',
  sqlFunction: ({ name }) => `SQL 调用了${quoted(name)}，它不在安全函数名单中。`,
  sqlReadsFile: ({ name }) => `SQL 读取文件或网址：${quoted(name)}。`,
  sqlReadsSecrets: ({ name }) => `SQL 读取${quoted(name)}，其中可能有密码或其他机密。`,
  sqlUnbounded: ({ word }) => `SQL 可能无法结束或占满内存：${quoted(word)}。`,
  sqlUnreadable: ({ word }) => `无法可靠解析 SQL：${quoted(word)}。`,
  pathOutside: ({ path }) => `${quoted(path)}在你添加的文件夹之外。`,
  pathSecret: ({ path }) => `${quoted(path)}通常存放密码或密钥。`,
  pathRuns: ({ path }) => `其他程序会自动运行${quoted(path)}。`,
  pathDisguised: ({ path }) => `${quoted(path)}隐藏了真实位置。`,
  hostNotAllowed: ({ host, mode }) => `${reach[mode]}，不允许连接${quoted(host)}。`,
  hostDisguised: ({ host }) => `网址${quoted(host)}隐藏了真实主机。`,
  addressRefused: ({ word }) => `这不是普通网址：${quoted(word)}。`,
  addressActs: ({ word }) => `打开此网址可能会更改内容：${quoted(word)}。`,
  secretLeaves: ({ argument }) => `${at(argument)}会发送密码、密钥或账号。`,
  personalLeaves: ({ argument }) => `${at(argument)}会发送你未提及的个人信息。`,
  materialLeaves: ({ argument }) => `${at(argument)}会发送问题之外的文本。`,
  amountUnnamed: ({ argument, amount }, { format }) =>
    `${at(argument)}是 ${format.number(amount)}，这个数字你没有说过。`,
  recipientUnnamed: ({ recipient }) => `${quoted(recipient)}会收到内容，而你没有提到这个地址。`,
  argumentOpens: ({ argument }) => `${at(argument)}会向所有人公开内容。`,
  contentLoads: ({ argument, host }) => `${at(argument)}含有会加载或运行的内容：${quoted(host)}。`,
  codeEscapes: ({ word }) => `代码试图访问沙箱之外：${quoted(word)}。`,
  codeUnbounded: ({ word }) => `代码可能无法结束或占满内存：${quoted(word)}。`,
  codeUnreadable: ({ word }) => `无法将代码解析为 JavaScript：${quoted(word)}。`,
  textCommands: ({ source, excerpt }) => `来自${quoted(source)}的文本含有指令：${quoted(excerpt)}`,
  textSteers: ({ source, argument }) =>
    argument === '' ? `此调用由来自${quoted(source)}的文本引发。` : `${at(argument)}来自${quoted(source)}，而不是你。`,
  toolUnrelated: ({ tool }) => `${quoted(tool)}与你的问题毫无关系。`,
  secretSought: ({ word }) => `此调用在查找你未问及的机密：${quoted(word)}。`,
  refusedBefore: ({ count }, { format }) => `你曾拒绝类似调用 ${format.number(count)} 次。`,
  failedBefore: ({ count }, { format }) => `类似调用曾失败 ${format.number(count)} 次。`,
  callUnreadable: () => '无法读取此调用。',
}

const field = (path: string): string => (path === '' ? '文件' : quoted(path))

export const rulesProblems: Words<RulesProblem> = {
  rulesNotRead: ({ code }) => `无法读取文件${code === '' ? '' : `（${code}）`}。`,
  rulesTooLong: () => '文件过长。',
  jsonSignMissing: ({ sign }) => `此处缺少${quoted(sign)}。`,
  jsonKeyMissing: () => '此处缺少双引号括起来的键。',
  jsonKeyTwice: ({ key }) => `键${quoted(key)}出现了两次。`,
  jsonNoValue: () => '这不是 JSON 值。',
  jsonEndsEarly: () => '文件提前结束。',
  jsonGoesOn: () => '结尾之后还有内容。',
  jsonTooDeep: () => '文件嵌套过深。',
  ruleFieldMissing: ({ field: path }) => `缺少${field(path)}。`,
  ruleFieldUnknown: ({ field: path }) => `${field(path)}不是规则的组成部分。`,
  ruleFieldEmpty: ({ field: path }) => `${field(path)}为空。`,
  ruleFieldTooLong: ({ field: path, atMost }, { format }) =>
    `${field(path)}过长：最多 ${format.number(atMost)} 个字符。`,
  ruleArgumentUnnamed: () => '参数的路径为空。',
  ruleFieldWrong: ({ field: path, allowed }) =>
    allowed.length === 0 ? `${field(path)}无效。` : `${field(path)}只能是 ${allowed.join(' / ')}。`,
}

export const settingsProblems: Words<SettingsProblem> = {
  settingsNotRead: ({ code }) =>
    code === 'ELOOP' ? '此文件是链接，请放入文件本身。' : `无法读取文件${code === '' ? '' : `（${code}）`}。`,
  settingsTooLong: () => '文件过长。',
  settingsNotYaml: ({ said }) => `这不是 YAML：${said}`,
  settingsNoMapping: () => '文件须由名称、冒号和值组成。',
  settingUnknown: ({ field: path }) => `没有${quoted(path)}这项设置。`,
  settingWrong: ({ field: path, allowed }) =>
    allowed.length === 0 ? `${quoted(path)}无效。` : `${quoted(path)}只能是 ${allowed.join(' / ')}。`,
}
