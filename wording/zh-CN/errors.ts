import type { ErrorWords } from '../words'

const fields: Readonly<Record<string, string>> = {
  question: '问题',
  title: '标题',
  text: '正文',
  answer: '回答',
  remark: '意见',
  query: '查找内容',
  user_query: '需求',
}
const fieldOf = (field: unknown): string => `“${fields[String(field)] ?? String(field)}”`

const hostProblems: Readonly<Record<string, string>> = {
  empty: '请输入主机名或地址',
  address: 'IPv4 地址为四个不超过 255、不带前导零的数字；IPv6 地址写在方括号中',
  name: '主机名只能包含字母、数字、连字符和点',
  port: '端口为 1 到 65535 的数字',
  url: '请去掉 https://、用户名和路径',
  wildcard: '通配符只能单独写在域名前，如 *.example.org',
}

const secretProblems: Readonly<Record<string, string>> = {
  empty: '内容为空',
  tooLong: '太长',
  lineBreak: '含有换行或控制字符',
  notLatin: '含有请求头无法发送的字符',
  noUser: '应为用户名、冒号和密码',
  cannotBeSent: 'Quarry 无法发送',
  notWanted: '该资源不使用它',
}

const problems: Readonly<Record<string, (context: Readonly<Record<string, unknown>>) => string>> = {
  input: ({ field }) => `请检查${fieldOf(field)}。`,
  tooLong: ({ field, limit }) => `${fieldOf(field)}太长：最多 ${limit} 个字符。`,
  tooShort: ({ field, limit }) => `${fieldOf(field)}太短：至少 ${limit} 个字符。`,
  tooMany: ({ field, limit }) => `一次的数量太多（${fieldOf(field)}）：最多 ${limit} 个。`,
  tooBig: ({ field, limit }) => `${fieldOf(field)}的值太大：最大为 ${limit}。`,
  tooSmall: ({ field, limit }) => `${fieldOf(field)}的值太小：最小为 ${limit}。`,
  need: ({ number }) => `步骤 ${number} 的要求无效：能力只能由小写字母、数字和下划线组成，级别为 1 到 10。`,
  step: ({ number }) => `步骤 ${number} 需要标题和搜索内容。`,
  twice: ({ title }) => `两个步骤的标识相同：“${title}”。`,
  unknownStep: ({ title }) => `“${title}”依赖的步骤不在计划中。`,
  circle: ({ titles }) => `这些步骤循环依赖：${titles}。`,
  secret: ({ field, reason }) => `“${field}”未保存：${secretProblems[String(reason)] ?? '无效'}。`,
  noSteps: () => '这个回答由语言模型独自给出，没有可再次执行的步骤。请提出追问。',
  nothingRuns: () => '至少保留一个步骤。',
  nothingGathers: () => '至少保留一个研究步骤：其他步骤只处理研究步骤找到的内容。',
  nothingToProcess: ({ title }) => `“${title}”处理其他步骤找到的内容：请选择它在哪些步骤之后执行。`,
  rulesBroken: ({ path, line }) => `${path} 第 ${line} 行有错误，请先修正。`,
  rulesFull: ({ path }) => `${path} 已满：最多 1,000 条规则。`,
  notInProject: ({ name }) => `“${name}”不是项目中的文件夹、文件或资源。`,
  severalThings: ({ name }) => `“${name}”在项目中对应多项内容。`,
  host: ({ reason, host }) => `“${host}”：${hostProblems[String(reason)] ?? '不是主机'}。`,
}

const withProblem =
  (sentence: string): ErrorWords['input.invalid'] =>
  ({ context = {} }) =>
    `${sentence}${problems[String(context.problem)]?.(context) ?? ''}`

/** What went wrong, in Chinese. */
export const errors: ErrorWords = {
  'input.invalid': withProblem('输入无效。'),
  'input.empty': () => '内容为空',
  cancelled: () => '已取消。',
  internal: ({ message }) => `发生内部错误。原文：“${message}”`,
  'ipc.forbidden': () => '不允许此请求。',
  'ipc.unknownChannel': () => '未知请求。',
  'ipc.notGiven': () => '你尚未在 Quarry 中打开此文件。请将其拖入窗口或重新选择。',
  'store.locked': () => '另一个 Quarry 进程正在使用此资料库。',
  'store.newerVersion': () => '此资料库由更新版本的 Quarry 创建。',
  'store.readOnly': () => '资料库文件夹为只读。',
  'store.diskFull': () => '磁盘已满。',
  'store.corrupt': () => '资料库已损坏。',
  'store.closed': () => '资料库已关闭。',
  'store.query': () => '数据库出错。',
  'project.notFound': () => '此项目已不存在。',
  'project.nameTaken': ({ context }) => `名为“${context?.name ?? ''}”的项目已存在。`,
  'project.last': () => '唯一的项目无法删除。',
  'model.missing': () => '缺少模型。',
  'model.notChosen': () => '未选择撰写回答的语言模型。',
  'model.invalid': () => '模型无法使用。',
  'model.failed': ({ context }) => {
    if (context?.said) return `语言模型出错：${context.said}`
    if (context?.status !== undefined) return `模型服务器返回状态 ${context.status}，没有附带说明。`
    return context?.reason === 'noAnswer' ? '模型服务器返回的内容不是回答。' : '语言模型出错。'
  },
  'model.tooLong': () => '文本超出了语言模型一次能读取的长度。',
  'model.unusable': ({ context }) => {
    const reasons: Readonly<Record<string, string>> = {
      notAnswered: '它在段落中没有找到答案',
      empty: '回答为空',
      loop: '它不断重复',
      unsupported: '所写内容均得不到所引段落的支持',
    }
    return `语言模型的回答无法使用：${reasons[String(context?.reason)] ?? '格式不符合要求'}。`
  },
  'model.overBudget': ({ context }, { format }) => {
    const tokens = format.number(Number(context?.budget ?? 0))
    return context?.role === 'research'
      ? `检索已用完其可用的额度（${tokens} 个 token）。其余额度留给报告。`
      : `此会话的语言模型额度（${tokens} 个 token）已用完。`
  },
  'model.fileBroken': ({ context }) => {
    const reasons: Readonly<Record<string, string>> = {
      gone: '文件已移动或删除',
      part: `缺少分卷 ${context?.said}`,
      format: '不是已知版本的 GGUF 文件',
      header: '文件头已损坏',
      cutOff: '文件不完整',
    }
    return `模型文件无法运行：${reasons[String(context?.reason)] ?? context?.said ?? '文件已损坏'}。`
  },
  'model.needsMemory': ({ context }, { format }) =>
    `语言模型需要 ${format.bytes(Number(context?.neededBytes ?? 0))} 内存，目前可用 ${format.bytes(Number(context?.freeBytes ?? 0))}。请关闭其他程序，或选择更小或压缩程度更高的模型。`,
  'model.crashed': ({ context }) =>
    context?.isMemory ? '语言模型内存不足，下一轮会重新加载。' : '语言模型的进程崩溃，下一轮会重新加载。',
  'inference.crashed': () => '嵌入进程已崩溃。',
  'inference.queueFull': () => '嵌入队列已满。',
  'inference.failed': () => '嵌入失败。',
  'read.notFound': () => '文件不存在',
  'read.forbidden': () => '没有读取权限',
  'read.unsupported': () => '不支持的文件类型',
  'read.encrypted': () => '已加密',
  'read.credentials': ({ context }) => (context?.file ? `不读取凭据文件：${context.file}` : '含有凭据，不读取'),
  'read.isResource': () => '描述的是 API，因此成为资源而不是文档',
  'read.corrupt': () => '已损坏',
  'read.noText': ({ context }) => (context?.isImage ? '图片，文字识别未开启' : '不含文本'),
  'read.unreadableText': () => '字体无法读取',
  'read.tooLarge': () => '太大',
  'read.timeout': () => '读取超时',
  'read.outOfMemory': () => '内存不足',
  'read.crashed': ({ context }) => {
    if (context?.endedQuarry) return '索引它时 Quarry 两次意外退出'
    return context?.endedWindow ? '绘制时使窗口意外退出' : '读取时读取进程崩溃'
  },
  'read.cloudPlaceholder': () => '仅存储在云端',
  'index.empty': ({ context }, { format }) => {
    const inFlight = Number(context?.inFlight ?? 0)
    if (context?.locked) {
      const names = String(context.locked)
        .split('\n')
        .map((name) => `“${name}”`)
      return `${format.list(names)}需要密码或密钥才能用于本会话。请在“资源”中填写。`
    }
    if (context?.isGiven) return '这些内容都无法索引。'
    if (context?.isScoped) return '本会话可用的内容均未索引，也无法查询。'
    return inFlight === 0 ? '还没有索引任何内容。' : `还没有索引任何内容：仍在读取 ${format.number(inFlight)} 个文件。`
  },
  'source.notFound': () => '此资料不在资料库中。',
  'settings.fixed': ({ context }) => `此项由变量 ${context?.name ?? ''} 设定。请修改该变量并重新启动 Quarry。`,
  'settings.fileBroken': ({ context }, { format }) =>
    `设置文件第 ${format.number(Number(context?.line ?? 1))} 行有错误，请先更正：${context?.path ?? ''}`,
  'memory.notFound': () => '这条记忆已不存在。',
  'domain.notFound': () => '此主题已不存在。',
  'domain.tooFew': () => '资料库中的文档太少，无法划分主题。',
  'session.notFound': () => '此会话不存在。',
  'session.wrongState': () => '会话当前状态不允许此操作。',
  'session.failed': ({ context }, { errorOf }) => {
    const first = errorOf(context?.code)
    return first === null ? '会话失败。' : `所有步骤都失败了。第一个：${first}`
  },
  'session.blocked': () => '会话受阻。',
  'checkpoint.notFound': () => '会话没有这个检查点。',
  'place.invalid': () => '无法引用此结果。',
  'plan.invalid': withProblem('此计划无法执行。'),
  'pool.noSuchMember': () => '资源池中没有可用的成员。',
  // A lease names the task that it was for.
  'pool.memberFailed': ({ context }) =>
    context?.taskId === undefined ? '一个资源池成员出错。' : '一个资源池成员直到任务租约到期都没有进展。',
  'tool.notFound': () => '此工具不可用。',
  'tool.denied': ({ context }) => (context?.by === 'rule' ? `规则“${context.rule}”拒绝此操作。` : '此操作已被拒绝。'),
  'recall.slow': () => '耗时过长。',
  'tool.timeout': ({ context }) =>
    context?.tool === undefined ? '操作超时。' : `“${context.tool}”用时超过 ${context.seconds} 秒。`,
  'tool.failed': ({ context }) => `服务返回了错误${context?.said ? `：${context.said}` : '。'}`,
  'tool.codeFailed': ({ context }, { format }) => {
    const limit = Number(context?.limit ?? 0)
    if (context?.reason === 'time') return `计算超过了 ${format.number(limit / 1000)} 秒。`
    if (context?.reason === 'memory') return '计算需要的内存过多。'
    if (context?.reason === 'output') return '计算结果过大。'
    return `计算失败${context?.said ? `：${context.said}` : '。'}`
  },
  'tool.circuitOpen': ({ context }, { format }) =>
    `连续失败 ${format.number(Number(context?.failures ?? 5))} 次，Quarry 将在一分钟内重试`,
  'plugin.failed': ({ context }, { format }) => {
    const name = `插件“${context?.plugin ?? ''}”`
    const limit = Number(context?.limit ?? 0)
    if (context?.reason === 'time') return `${name}运行超过了 ${format.number(limit / 1000)} 秒。`
    if (context?.reason === 'memory') return `${name}需要的内存过多。`
    if (context?.reason === 'output') return `${name}返回的内容过多。`
    return `${name}出错${context?.said ? `：${context.said}` : '。'}`
  },
  'plugin.notApproved': ({ context }) => `插件“${context?.plugin ?? ''}”未启用，或其文件已更改。`,
  'plugin.changed': () => '你查看之后插件已更改，请重新核对。',
  'plugin.vetoed': ({ context }) => `插件“${context?.plugin ?? ''}”中止了此操作：${context?.reason ?? ''}`,
  'confirmation.changed': () => '此操作的风险高于你确认时所见，请重新核对。',
  'file.badName': ({ context }) => `文件不能使用此名称：“${context?.name ?? ''}”。`,
  'file.outside': ({ context }) => `此文件不在你添加的文件夹中：${context?.path ?? ''}`,
  'file.notFound': ({ context }) => `此文件不存在：${context?.path ?? ''}`,
  'file.notText': ({ context }) => `这不是 UTF-8 文本文件：${context?.path ?? ''}`,
  'file.tooLarge': ({ context }, { format }) =>
    `文件太大，无法更改：最大 ${format.number(Number(context?.limit ?? 0) / 1_000_000)} MB。`,
  'file.readOnly': ({ context }) => `此文件是只读的：${context?.path ?? ''}`,
  'file.changed': ({ context }) => `此文件在此期间已更改，因此未作改动：${context?.path ?? ''}`,
  'file.noMatch': ({ context }) => {
    const at = `第 ${context?.edit ?? 1} 处修改`
    if (context?.reason === 'overlap') return `${at}与另一处重叠。文件未更改。`
    return context?.reason === 'several'
      ? `${at}：要替换的文本在文件中出现了多次。文件未更改。`
      : `${at}：文件中没有要替换的文本。文件未更改。`
  },
  'file.unchanged': () => '这些修改没有改变任何内容。',
  'file.diskFull': () => '磁盘已满，文件未写入。',
  'file.failed': ({ context }) => `无法写入文件：${context?.path ?? ''}`,
  'file.notUndone': ({ context }) =>
    context?.reason === 'undone' ? '此调用已撤销。' : '无法撤销此调用：它没有写入文件，或原来的内容已不再保留。',
  'resource.notFound': () => '此资源不存在。',
  'resource.unsupported': () => '不支持的资源类型',
  'resource.corrupt': () => '已损坏',
  'resource.locked': () => '被另一个程序锁定',
  'resource.tooLarge': () => '太大',
  'resource.timeout': () => '超时',
  'resource.crashed': ({ context }) => (context?.endedQuarry ? '检查它时 Quarry 两次意外退出' : '查看时进程崩溃'),
  'resource.unreachable': () => '无法连接',
  'resource.needsSecret': () => '需要密码或密钥',
  'resource.invalid': ({ context }) => {
    if (context?.problem === 'serverGone') return '所选服务器已不在其描述中'
    return context?.problem === 'noServer' ? '尚未为它选择服务器' : '无效'
  },
  'socket.unauthorized': () => '无权连接到应用。',
  'socket.unreachable': () => '应用没有响应。',
  'http.portTaken': () => 'HTTP API 未开启：端口已被占用或不允许使用。',
  'export.failed': () => '无法写入文件。',
  'egress.denied': () => '已被网络设置阻止。',
}
