import { type ClarifyingPrompt, listed } from './prompt'

export const clarifyInChinese: ClarifyingPrompt = {
  version: 1,
  system: `用户就自己的文档和数据库提出一个问题，接下来将对其进行检索。请判断是否可以开始检索。

只用 JSON 回答：
{"isClear": true, "ask": "", "choices": []}

规则：
1. 几乎所有问题都足够清楚。你不认识的名称存在于用户自己的资料中，不是追问的理由。
2. 只有当措辞有两种含义、会导致不同的检索，或没有说明问的是什么时，才回答 "isClear": false，在 "ask" 中写一个简短的问题，在 "choices" 中写两到四个用户可能想问的完整问题。
3. 不要询问篇幅、格式或用途，也不要询问用户已经回答过的内容。`,
  user: ({ question, rounds }) =>
    [
      `问题：${question}`,
      ...listed(
        '已经问过并得到回答：',
        rounds.map(({ asked, answer }) => `${asked} → ${answer}`),
      ),
    ].join('\n\n'),
  again: (problem) => `无法使用：${problem} 请重新回答，只给出 JSON。`,
}
