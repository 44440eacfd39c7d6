import type { ModelRequest } from '../../../../contract/models/language-model'

/**
 * The messages of a turn with what the person wants of its role. It stands in the system's message, before nothing of the
 * material, and last: it may change the manner of an answer. Its form and its sources are checked afterwards, whatever it says.
 */
export function withInstructions(
  messages: ModelRequest['messages'],
  instructions: string,
  language: 'en' | 'zh-CN',
): ModelRequest['messages'] {
  const [first, ...others] = messages
  if (instructions.trim() === '' || first?.role !== 'system') return messages
  const heading =
    language === 'zh-CN'
      ? '用户对此任务的补充要求（不改变上述规则和回答格式）：'
      : 'What the person you work for asks beside this (the rules and the form of the answer above stay):'
  return [{ ...first, content: `${first.content}\n\n${heading}\n${instructions.trim()}` }, ...others]
}
