import type { ClarificationFact, SessionEventFact } from '../../contract/session/session-facts'
import type { StepCriterion } from '../../contract/session/step-criterion'
import type { Words } from '../words'
import { listNeeds } from './pool'

export const clarifications: Omit<Words<ClarificationFact>, 'told'> = {
  askQuestion: () => '你想了解什么？',
  questionNamesNothing: () => '问题里没有可以检索的内容。下面是你的资料中的主题。',
  askNarrower: ({ subject }) => `你想了解“${subject}”的哪个方面？`,
  questionTooBroad: ({ subject, passages, sources }, { format }) =>
    `“${subject}”遍布你的资料（初步查看，涉及 ${format.number(sources)} 份资料的 ${format.number(passages)} 个段落），直接写报告只能停留在表面。`,
  modelAsks: ({ text }) => text,
  modelIsUnsure: ({ model }) => `“${model}”提出此问：它认为问题有多种理解。`,
  askForMaterial: () => '还没有索引任何内容。要在哪些文件里查找？',
  nothingToCite: ({ underWay }, { format }) =>
    underWay === 0
      ? '没有可以引用的段落。请先添加文件或文件夹，然后继续。'
      : `还没有可以引用的段落：正在读取 ${format.number(underWay)} 个文件。请等它们完成，然后继续。`,
}

export const events: Omit<Words<SessionEventFact>, 'told'> = {
  inOwnWords: ({ text }) => text,
  asked: ({ prompt }, { fact }) => fact(prompt),
  themesFound: ({ count }, { format }) => `${format.number(count)} 个主题`,
  gapsFound: ({ gaps }) => `还缺：${gaps.join('；')}`,
  stepsPlanned: ({ count }, { format }) => `${format.number(count)} 个步骤`,
  plannedByRules: ({ model, error }, { errorPhrase }) => `“${model}”未能制定计划：${errorPhrase(error)}`,
  workedByRules: ({ role, about, model, error }, { errorPhrase }) => {
    const failed = {
      clarify: `“${model}”未能判断问题是否清楚`,
      research: `“${model}”未能完成对“${about}”的检索`,
      verify: `“${model}”未能检查全部句子`,
    }[role]
    return `${failed}：${errorPhrase(error)}`
  },
  approvedAutomatically: () => '自动批准',
  approvedWithEdits: () => '修改后批准',
  stepSkipped: ({ title }) => `${title}：已跳过`,
  stepRequires: ({ title, needed }, speech) => `${title}：原要求：${listNeeds(needed, speech)}`,
  branchedAt: ({ title, checkpoint }, { fact }) => `“${title}”，${fact(checkpoint)}`,
  citationsMade: ({ count }, { format }) => `${format.number(count)} 处引用`,
  sentencesChecked: ({ supported, claims }, { format }) =>
    `${format.number(claims)} 句中 ${format.number(supported)} 句有依据`,
  nothingToCheck: () => '未使用资料库，没有可核对的内容',
  pluginNoted: ({ plugin, note }) => `插件“${plugin}”：${note}`,
  pluginChangedPlan: ({ plugin, added, dropped }) =>
    [
      `由插件“${plugin}”更改`,
      ...added.map((title) => `新增“${title}”`),
      ...dropped.map((title) => `删除“${title}”`),
    ].join('；'),
  pluginChangedMemory: ({ plugin, given, of }, { format }) =>
    `由插件“${plugin}”更改：提供 ${format.number(of)} 条记忆中的 ${format.number(given)} 条`,
  pluginFailed: ({ plugin, hook, error }, { errorPhrase }) => `已跳过“${plugin}”（${hook}）：${errorPhrase(error)}`,
  endedBy: ({ error }, { error: say }) => say(error),
  blockedOn: ({ wait }, { fact }) => fact(wait),
}

/** When a step is done. */
export const criteria: Words<StepCriterion> = {
  keepsEvidence: () => '至少保留来源中的一个句子作为证据。',
  bringsAnswer: () => '所查询的资源至少返回一行数据或一个值。',
  calculatesFigure: () => '已用先前步骤找到的内容算出数值。',
}
