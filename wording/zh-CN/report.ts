import type { ErrorShape } from '../../contract/error-shape'
import type { RecallNote, RecallPath } from '../../contract/recall/recall'
import type { OriginFact } from '../../contract/report/citation-origin'
import type { RemarkFact, SectionFact, VerdictReason } from '../../contract/report/report-facts'
import type { RerunObstacle } from '../../contract/report/rerun'
import type { Speech, Words } from '../words'

const quoted = (names: readonly string[], { format }: Speech): string => format.list(names.map((name) => `“${name}”`))

export const sections: Words<SectionFact> = {
  summary: () => '概要',
  changes: () => '有哪些变化',
  differing: () => '各来源的不同说法',
  pinned: () => '固定的证据',
  nearby: () => '最接近的段落',
  remembered: () => '你以前告诉 Quarry 的内容',
  answered: () => '以前回答过的类似问题',
  notFound: () => '不确定或没有找到的',
  sources: () => '来源',
}

/** What Quarry itself says in a report. */
export const remarks: Omit<Words<RemarkFact>, 'told'> = {
  nothingAnswers: () => '在你的资料中没有找到明确回答这个问题的内容。',
  holdsNearby: ({ titles }, speech) => `最接近的资料：${quoted(titles, speech)}。`,
  mayNotAnswer: () => '下列段落在字词和含义上与问题最接近，Quarry 无法判断它们是否回答了这个问题。',
  nothingMissing: () => '问题的每个部分都有引用的句子。',
  nothingMore: ({ titles }, speech) => `关于${quoted(titles, speech)}，没有找到更多内容。`,
  termsMissing: ({ terms }, speech) => `所引用的句子都没有提到${quoted(terms, speech)}。`,
  noDisagreement: () => '所引来源之间没有发现矛盾。',
  directionsDiffer: ({ left, right }) => `这两处的说法相反：一说“${left}”，一说“${right}”。`,
  figuresDiffer: ({ left, right }) => `这两处对看来相同的事物给出了不同的数字：${left}与${right}。`,
  sourceDated: ({ title, kind, date, version }, { format }) => {
    const day = date.length === 10 ? format.day(date) : date
    const of = version === undefined ? '' : `（版本 ${version}）`
    return {
      issued: `“${title}”${of}的日期为 ${day}。`,
      fileChanged: `“${title}”${of}未注明日期，文件最后修改于 ${day}。`,
      added: `“${title}”${of}未注明日期，添加于 ${day}。`,
    }[kind]
  },
  restsOnOne: ({ title }) => `以上内容全部来自同一个来源“${title}”。`,
  sourcesDisagree: ({ count }, { format }) => `来源之间有 ${format.number(count)} 处分歧（见上文）。`,
  oneDeniesOther: () => '这两处之中，一处否定了另一处所说的。',
  stepEmpty: ({ title, passages }, { format }) =>
    passages === 0
      ? `“${title}”：资料中没有相符的段落。`
      : `“${title}”：查看了 ${format.number(passages)} 个段落，没有能够回答的句子。`,
  nothingCalculated: ({ title }) => `“${title}”：先前步骤找到的内容无法用于计算。`,
  stepLeftOut: ({ title }) => `“${title}”已跳过，没有查找。`,
  stepUnfinished: ({ title }) => `“${title}”没有完成，缺少它的结果。`,
  resourceUnused: ({ name, why, rule, error }, speech) => {
    const reason = {
      notAsked: '没有步骤向它提问',
      declined: '无法确定地将问题转为查询',
      deniedByPerson: '你已拒绝',
      deniedByRule: rule === null ? '规则拒绝' : `规则“${rule}”拒绝`,
      failed: error === null ? '调用失败' : speech.errorPhrase(error),
    }[why]
    return `“${name}”已预留但${why === 'failed' ? '查询失败' : '未查询'}：${reason.replace(/。$/, '')}。${remedyOf(error, speech)}`
  },
  toldBefore: ({ text, at }, { format }) => `${format.day(at.slice(0, 10))}，你说过：“${text}”`,
  answeredBefore: ({ question, at, version }, { format }) =>
    `“${question}”已在 ${format.day(at.slice(0, 10))} 回答${version === 1 ? '' : `（报告第 ${format.number(version)} 版）`}，其来源内容未变。`,
  learnedBefore: ({ question, at }, { format }) =>
    `“${question}”已于 ${format.day(at.slice(0, 10))} 在后台回答，其来源内容未变。`,
  stoppedEarly: () => '会话在所有步骤完成前已停止。本报告只包含此前找到的内容。',
  sentencesChanged: ({ since, added, gone }, { format }) =>
    added + gone === 0
      ? `没有变化：内容与第 ${format.number(since)} 版相同。`
      : `与第 ${format.number(since)} 版相比，新增 ${format.number(added)} 句，去掉 ${format.number(gone)} 句。`,
  sentenceGone: ({ text }) => `去掉：“${text}”`,
  chartDrawn: ({ chart, label, value, points, lowest, highest }, { format }) =>
    `${chart === 'bars' ? '条形图' : '折线图'}：按 ${label} 的 ${value}，共 ${format.number(points)} 个数值，最低 ${format.number(lowest.value)}（${lowest.label}），最高 ${format.number(highest.value)}（${highest.label}）。全部数值见表格。`,
  timelineDrawn: ({ timeline, entries, first, last }, { format }) =>
    `时间线：${format.number(entries)} ${timeline === 'sources' ? '个来源' : '个事件'}，从 ${first} 到 ${last}。全部条目见列表。`,
  sourcesUndated: ({ titles }, { format }) => `发表日期不详：${format.list(titles)}。`,
  writtenByModel: ({ model, sentences, unsupported, isMarked }, { format }) => {
    const wrote = `“${model}”根据引用的段落撰写了 ${format.number(sentences)} 个句子。`
    if (unsupported === 0) return wrote
    return `${wrote}其中 ${format.number(unsupported)} 个得不到所引段落的支持，已${isMarked ? '标出' : '删除'}。`
  },
  writtenUnaided: ({ model, hasEarlier }) =>
    hasEarlier
      ? `“${model}”未使用资料库，仅凭自身知识和本会话此前的问答写成以下内容：没有引用，也未经核对。`
      : `“${model}”未使用资料库，仅凭自身知识写成以下内容：没有引用，也未经核对。`,
  modelFellShort: ({ model, wrote, error }, { errorPhrase }) => {
    const because = errorPhrase(error).replace(/。$/, '')
    return wrote
      ? `“${model}”只撰写了本报告的一部分（${because}），其余内容引自来源原文。`
      : `“${model}”未能撰写本报告（${because}），以下内容引自来源原文。`
  },
  resourceUnasked: ({ name, part, reason, tool, about, error, declined }, speech) => {
    const reasons: Record<typeof reason, string> = {
      noTool: '没有适合这个问题的操作',
      unsure: '有多个操作都适合这个问题',
      missing: `${tool ?? '该操作'}还需要${speech.format.list(about)}`,
      nothingFound: `${tool ?? '该操作'}没有找到任何内容`,
      rowsUnsure: `${tool ?? '该操作'}返回了多行，但无法确定如何据此统计或排序`,
      changes: `${tool ?? '该操作'}会修改内容`,
      failed: error === null ? '调用失败' : speech.errorPhrase(error).replace(/。$/, ''),
      declined:
        declined === undefined
          ? '无法确定地将问题转为查询'
          : speech.fact({ kind: 'questionDeclined', values: declined }),
    }
    if (reason === 'nothingFound' || reason === 'rowsUnsure') return `已询问“${name}”：${reasons[reason]}。`
    const said = part === undefined ? `已预留但${reason === 'declined' ? '未查询' : '没有使用'}` : `没有回答“${part}”`
    return `“${name}”${said}：${reasons[reason]}。${remedyOf(error, speech)}`
  },
  databasePassedOver: ({ name, error }, speech) =>
    `没有考虑“${name}”：${speech.errorPhrase(error).replace(/。$/, '')}。${remedyOf(error, speech)}`,
  databaseNear: ({ name, declined }, speech) =>
    `没有查询“${name}”：${speech.fact({ kind: 'questionDeclined', values: declined })}。`,
  originCited: ({ title, name }) => (name === null ? title : `${title}（${name}）`),
}

const remedyOf = (error: ErrorShape | null, speech: Speech): string =>
  error?.remedy === undefined ? '' : speech.fact(error.remedy)

export const verdicts: Omit<Words<VerdictReason>, 'told'> = {
  numbersNotCited: ({ numbers }, { format }) => `所引内容中没有：${format.list(numbers)}。`,
  namesNotCited: ({ names }, { format }) => `所引内容中没有提到：${format.list(names)}。`,
  denied: () => '两者之中，一个否定了另一个所说的。',
  wordsNotCited: () => '句子的内容很少出现在所引的文字里。',
  modelAgrees: ({ model }) => `规则检查通过，第二审核者“${model}”也同意。`,
  modelObjects: ({ model, isContradicted }) =>
    isContradicted
      ? `规则检查通过，但第二审核者“${model}”认为所引内容与此不同。`
      : `规则检查通过，但第二审核者“${model}”认为句子超出了所引内容。`,
  rulesPassed: () => '数字、名称和否定都与所引内容一致。',
  nothingCited: () => '这个句子没有引用。',
  citationUnknown: ({ n }) => `没有引用 [${n}]。`,
  declarationFound: () => '已重新打开来源，该符号就声明在这些行。',
  foundVerbatim: () => '已重新打开来源，句子逐字存在于所引位置。',
  sourceGone: () => '来源已不存在，无法核对这个句子。',
  sourceChanged: () => '来源已改变，其中不再有这个句子。',
  movedInSource: () => '来源中有这个句子，但不在所引的位置。',
  textDiffers: ({ objection }, speech) =>
    `来源中所引的位置写的是别的内容。${objection === null ? '' : speech.fact(objection)}`,
  answerAltered: () => '保存的结果与引用时不一致。',
  answerFound: () => '已重新打开保存的结果，其中有这些值。',
  notInAnswer: () => '句子里没有保存结果中的任何值。',
}

/** 0 到 1 的分数意味着什么。 */
const strength = (score: number | null): string =>
  score === null || score <= 0 ? '不匹配' : score < 0.35 ? '较弱' : score < 0.65 ? '中等' : '很强'

export const origins: Words<OriginFact> = {
  foundByStep: ({ step, title, query, found, kept, rank, reason }, { format }) => {
    const { number, score } = format
    const asked = `第 ${number(step)} 步“${title}”检索了“${query}”。`
    if (reason === null) return `${asked}这是得到的回答。`
    const from = found === null ? '' : `查看了 ${number(found)} 个段落，`
    const shown = (value: number | null): string => (value === null ? '' : `（${score(value)}）`)
    return `${asked}${from}保留了 ${number(kept)} 个句子，这是第 ${number(rank)} 个。所在段落的语义匹配${strength(reason.dense)}${shown(reason.dense)}，字词匹配${strength(reason.keyword)}${shown(reason.keyword)}。`
  },
}

export const reruns: Words<RerunObstacle> = {
  argumentsMasked: ({ operation }) => `Quarry 无法再次运行“${operation}”：其中一个参数是机密，未被保存。`,
  mayChange: ({ operation }) => `“${operation}”可能会更改数据，因此 Quarry 不会重新运行它。`,
  resourceOff: ({ name }) => `“${name}”已停用。`,
  answerTooLong: ({ rows, limit }, { format }) =>
    `结果有 ${format.number(rows)} 行，最多只能比较 ${format.number(limit)} 行。`,
  rerunFailed: ({ error }, speech) => `无法重新运行：${speech.errorPhrase(error)}`,
}

const recallPathNames: Readonly<Record<RecallPath, string>> = {
  keyword: '关键词',
  dense: '语义',
  feedback: '共同词语',
  section: '章节',
  neighbours: '相似文本',
  named: '名称',
}

export const recallNotes: Words<RecallNote> = {
  scriptNotCovered: () => '嵌入模型不支持此查询的文字，因此仅按关键词搜索。',
  bilingualTerms: ({ terms }) =>
    `资料库中${terms.map(({ term, translation }) => `“${term}”又称“${translation}”`).join('，')}：用它可以找到另一种语言的段落。`,
  formerModelAnswered: () => '资料库正在用另一个模型重新嵌入。完成前由之前的模型回答。',
  embeddedPartly: () => '部分段落仍在嵌入。完成前，这些段落只能按关键词找到。',
  rerankedPartly: ({ model, count, of }, { format }) =>
    `“${model}”在限时内读了 ${format.number(of)} 条结果中的 ${format.number(count)} 条，其余排在其后。`,
  pathLeftOut: ({ path, error }, { errorPhrase }) => `搜索未使用${recallPathNames[path]}：${errorPhrase(error)}`,
  notReranked: ({ model, error }, { errorPhrase }) => `“${model}”未能重排结果：${errorPhrase(error)}`,
}
