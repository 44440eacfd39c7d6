import type { IntentAction, IntentFact, IntentPart } from '../../contract/recall/intent'
import { isPhrase } from '../../contract/recall/intent'
import type { Words } from '../words'

const actions: Readonly<Record<IntentAction, readonly [name: string, meaning: string]>> = {
  find: ['查找', '查找一个事实或出处。'],
  compare: ['比较', '比较几样事物。'],
  explain: ['解释', '解释含义或原因。'],
  howTo: ['操作方法', '了解怎样做一件事。'],
  count: ['计数', '统计或计算一个数值。'],
  list: ['列举', '列出同类的全部内容。'],
  summarize: ['总结', '生成摘要。'],
  verify: ['核实', '确认是否属实。'],
  addFeature: ['新增功能', '想新增内容。Quarry 只查找相关资料，不改动文件。'],
  fix: ['修复', '想修复错误。Quarry 只查找相关资料，不改动文件。'],
  change: ['修改', '想修改内容。Quarry 只查找相关资料，不改动文件。'],
}

const parts: Readonly<Record<IntentPart, (text: string) => string>> = {
  domains: (text) => `资料库主题：${text}`,
  phrases: (text) => (isPhrase(text) ? `原文：含“${text}”的段落排在前面。` : `引用的词：“${text}”`),
  files: (text) => `文件：${text} 中的段落排在前面。`,
  identifiers: (text) => `代码名称：${text} 的各种写法都能找到，如 fooBar 和 foo_bar。`,
  years: (text) => `年份：提到 ${text} 的段落排名更高。`,
  numbers: (text) => `数字：${text}`,
  names: (text) => `名称：${text}`,
  keywords: (text) => `关键词：${text}`,
}

export const intents: Words<IntentFact> = {
  intendedAction: ({ action }) => actions[action][0],
  actionExplained: ({ action }) => actions[action][1],
  partExplained: ({ part, text }) => parts[part](text),
}
