import type { IntentAction } from '../../../contract/recall/intent'

/** The simplest program: the first action of which a word stands in the question. */
const words: Readonly<Partial<Record<IntentAction, string>>> = {
  summarize: 'summary summarize overview sum 总结 概述 归纳',
  compare: 'compare difference versus vs differ than 比较 区别 相比 不同',
  count: 'how many|number of|total|average|count|多少|总数|平均|几个',
  fix: 'fix repair bug fails error 修复 错误',
  addFeature: 'add implement support write 增加 实现 支持 添加',
  change: 'rename refactor delete remove replace 重命名 重构 删除 替换',
  list: 'list|all|which|列出|哪些|所有',
  howTo: 'how do i|how can i|how to|steps|怎样|如何|步骤',
  verify: 'is|does|can|did|are|吗|是否|能否',
  explain: 'why|explain|what is|describe|how does|为什么|解释|什么是|介绍',
}

export function actionByWords(question: string): IntentAction {
  const text = ` ${question.toLowerCase().replace(/[?？,.]/g, ' ')} `
  for (const [action, list] of Object.entries(words)) {
    const cues = list.includes('|') ? list.split('|') : list.split(' ')
    const stands = (cue: string): boolean => (/[a-z]/.test(cue) ? text.includes(` ${cue} `) : text.includes(cue))
    if (cues.some(stands)) return action as IntentAction
  }
  return 'find'
}
