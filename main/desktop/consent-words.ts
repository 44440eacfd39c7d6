import type { Language } from '../../contract/language'

/** What main asks in a dialog of its own. */
export interface ConsentQuestion {
  readonly message: string
  readonly detail: string
  /** Consent first. Cancelling is the default. */
  readonly buttons: readonly [string, string]
}

const percent = (risk: number): string => `${Math.round(risk * 100)}%`

type Scope = 'once' | 'session' | 'always'

export const englishConsent = {
  language: 'en' as Language,
  start: (name: string, line: string, variables: string, isOffline: boolean): ConsentQuestion => ({
    message: `Start the program of “${name}”?`,
    detail: `${line}\n\n${variables === '' ? '' : `Environment: ${variables}\n\n`}It can do everything that you can do on this computer${isOffline ? ', but has no network' : '. Quarry does not limit its network'}. Your answer holds until Quarry quits.`,
    buttons: ['Start', 'Cancel'],
  }),
  call: (tool: string, server: string, place: string, input: string, scope: Scope): ConsentQuestion => ({
    message: `Let “${server}” run “${tool}”?`,
    detail: `${place === '' ? '' : `${place}\n\n`}${input}\n\n${{ once: 'This allows one call.', session: 'This allows every call of this tool in this session.', always: 'This allows every call of this tool from now on.' }[scope]}`,
    buttons: ['Allow', 'Cancel'],
  }),
  plugin: (name: string, provides: string, hash: string): ConsentQuestion => ({
    message: `Turn on the plugin “${name}”?`,
    detail: `${provides}\n\nSHA-256: ${hash}\n\nIt has no access to network or files. It reads what its tools and hooks are called with. Quarry turns it off if its files change.`,
    buttons: ['Turn on', 'Cancel'],
  }),
  programNetwork: (names: readonly string[]): ConsentQuestion => ({
    message: 'Let programs use the network?',
    detail: `${names.join('\n')}\n\nQuarry cannot see or limit where they connect. This holds until you change it.`,
    buttons: ['Allow', 'Cancel'],
  }),
  /** Without hosts: the local network. */
  network: (hosts: readonly string[]): ConsentQuestion => ({
    message:
      hosts.length === 0 ? 'Let Quarry connect to the local network?' : 'Let Quarry connect to hosts that you name?',
    detail: `${hosts.length === 0 ? '' : `${hosts.join('\n')}\n\n`}Questions to databases, APIs, MCP servers and language models there can carry text of your material. This holds until you change it.`,
    buttons: ['Connect', 'Cancel'],
  }),
  server: (name: string, url: string): ConsentQuestion => ({
    message: `Send calls of “${name}” to this address?`,
    detail: `${url}\n\nIts description does not name this address. Its keys are sent there, too. This holds until you change it.`,
    buttons: ['Use address', 'Cancel'],
  }),
  writesFiles: (isOfProject: boolean): ConsentQuestion => ({
    message: 'Let language models write files?',
    detail: `They can ask to save new files and to change text files in the folders that you added. You are asked about each. ${isOfProject ? 'This holds for all sessions of the project until you change it.' : 'This holds for this session.'}`,
    buttons: ['Allow', 'Cancel'],
  }),
  httpApi: (): ConsentQuestion => ({
    message: 'Let other programs on this computer use Quarry?',
    detail:
      'A program that has the token can read the library and all reports, ask questions, answer confirmations and delete sessions. This holds until you change it.',
    buttons: ['Allow', 'Cancel'],
  }),
  /** Risks, 0..1. */
  thresholds: (askFrom: number, twoStepsFrom: number): ConsentQuestion => ({
    message: 'Let more actions run without asking?',
    detail: `Ask from a risk of ${percent(askFrom)}, twice from ${percent(twoStepsFrom)}.\n\nActions below that run without a question. This holds until you change it.`,
    buttons: ['Allow', 'Cancel'],
  }),
  rule: (name: string, decide: 'ask' | 'deny', rule: string): ConsentQuestion => ({
    message: `Remove the rule “${name}”?`,
    detail: `${rule}\n\n${decide === 'deny' ? 'The calls that it denies may run then.' : 'The calls that it asks about may run without a question then.'}`,
    buttons: ['Remove', 'Cancel'],
  }),
  /** @param isOfProject null where the rule stays in its file */
  saveRule: (rule: string, before: string | null, isOfProject: boolean | null): ConsentQuestion => ({
    message: before === null ? 'Add this rule?' : 'Change this rule?',
    detail: `${rule}\n\n${before === null ? '' : `Until now: ${before}\n\n`}${isOfProject === false ? 'It holds for all projects. ' : ''}More actions may run without a question then. This holds until you change it.`,
    buttons: [before === null ? 'Add' : 'Change', 'Cancel'],
  }),
}

export const chineseConsent: typeof englishConsent = {
  language: 'zh-CN',
  start: (name, line, variables, isOffline) => ({
    message: `启动“${name}”的程序？`,
    detail: `${line}\n\n${variables === '' ? '' : `环境变量：${variables}\n\n`}它在此电脑上的权限与你相同${isOffline ? '，但没有网络' : '，其网络不受 Quarry 限制'}。退出 Quarry 前不再询问。`,
    buttons: ['启动', '取消'],
  }),
  call: (tool, server, place, input, scope) => ({
    message: `允许“${server}”运行“${tool}”？`,
    detail: `${place === '' ? '' : `${place}\n\n`}${input}\n\n${{ once: '仅允许这一次调用。', session: '在此会话中允许此工具的所有调用。', always: '今后始终允许此工具的所有调用。' }[scope]}`,
    buttons: ['允许', '取消'],
  }),
  plugin: (name, provides, hash) => ({
    message: `启用插件“${name}”？`,
    detail: `${provides}\n\nSHA-256：${hash}\n\n它没有网络和文件，只能读取调用其工具和钩子时传入的内容。文件更改后会自动停用。`,
    buttons: ['启用', '取消'],
  }),
  programNetwork: (names) => ({
    message: '允许程序使用网络？',
    detail: `${names.join('\n')}\n\nQuarry 无法看到或限制它们连接到哪里。此设置在你更改前一直有效。`,
    buttons: ['允许', '取消'],
  }),
  network: (hosts) => ({
    message: hosts.length === 0 ? '允许 Quarry 连接本地网络？' : '允许 Quarry 连接指定主机？',
    detail: `${hosts.length === 0 ? '' : `${hosts.join('\n')}\n\n`}向其中的数据库、API、MCP 服务器和语言模型提问时，可能会发送你的资料内容。此设置在你更改前一直有效。`,
    buttons: ['连接', '取消'],
  }),
  server: (name, url) => ({
    message: `将“${name}”的调用发送到此地址？`,
    detail: `${url}\n\n它的描述中没有此地址，密钥也会发送到这里。此设置在你更改前一直有效。`,
    buttons: ['使用此地址', '取消'],
  }),
  writesFiles: (isOfProject) => ({
    message: '允许语言模型写入文件？',
    detail: `它们可以请求保存新文件、更改你添加的文件夹中的文本文件，每次都会询问你。${isOfProject ? '此设置适用于此项目的所有会话，在你更改前一直有效。' : '仅适用于这个会话。'}`,
    buttons: ['允许', '取消'],
  }),
  httpApi: () => ({
    message: '允许此电脑上的其他程序使用 Quarry？',
    detail: '持有令牌的程序可以读取资料库和所有报告、提问、答复确认，以及删除会话。此设置在你更改前一直有效。',
    buttons: ['允许', '取消'],
  }),
  thresholds: (askFrom, twoStepsFrom) => ({
    message: '让更多操作不经询问就运行？',
    detail: `风险达到 ${percent(askFrom)} 时询问，达到 ${percent(twoStepsFrom)} 时询问两次。\n\n低于此值的操作不经询问就运行。此设置在你更改前一直有效。`,
    buttons: ['允许', '取消'],
  }),
  rule: (name, decide, rule) => ({
    message: `移除规则“${name}”？`,
    detail: `${rule}\n\n${decide === 'deny' ? '移除后，被它拒绝的调用可能会运行。' : '移除后，相关调用可能不再询问就运行。'}`,
    buttons: ['移除', '取消'],
  }),
  saveRule: (rule, before, isOfProject) => ({
    message: before === null ? '添加此规则？' : '更改此规则？',
    detail: `${rule}\n\n${before === null ? '' : `此前：${before}\n\n`}${isOfProject === false ? '它适用于所有项目。' : ''}之后可能有更多操作不经询问就运行。此规则在你更改前一直有效。`,
    buttons: [before === null ? '添加' : '更改', '取消'],
  }),
}
