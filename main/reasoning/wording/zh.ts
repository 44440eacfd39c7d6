import type { Wording } from './wording'

export const chinese: Wording = {
  ask: {
    onTheme: [
      (theme) => `关于“${theme}”，资料中说了什么？`,
      (theme) => `“${theme}”有哪些具体情况？`,
      (theme) => `资料如何解释“${theme}”？`,
      (theme) => `关于“${theme}”，各来源有何不同？`,
    ],
    narrowed: [
      (subject, theme) => `${subject}：${theme}`,
      (subject, theme) => `${subject}与${theme}有什么关系？`,
      (subject, theme) => `${subject}中关于${theme}的记述`,
      (subject, theme) => `从${theme}来看${subject}`,
    ],
  },
  plan: {
    direct: '详细回答',
    background: (subject) => `背景：${subject}`,
    compare: '各来源的不同说法',
    calculate: '计算',
    wider: (title) => `${title}（扩大检索）`,
    join: (names) => names.join('、'),
  },
  code: {
    located: (symbol, path, from, to) =>
      from === to ? `${symbol} 位于 ${path} 第 ${from} 行。` : `${symbol} 位于 ${path} 第 ${from}–${to} 行。`,
  },
  files: {
    saved: (name, bytes) => `已保存文件 ${name}，共 ${bytes} 字节。`,
    changed: (name, added, removed) => `已更改文件 ${name}：添加 ${added} 行，删除 ${removed} 行。`,
  },
  figures: {
    median: (of) => `${of} 的中位数`,
    stdev: (of) => `${of} 的标准差`,
    variance: (of) => `${of} 的方差`,
    quantile: (of, percent) => `${of} 的 ${percent}% 分位数`,
    correlation: (left, right) => `${left} 与 ${right} 的相关系数`,
    growth: (of) => `${of} 的变化（%）`,
    trend: (of, period) => `${of} 每${{ year: '年', quarter: '季度', month: '月' }[period]}的趋势`,
    values: '数值个数',
    told: {
      ofValues: (figure, value, count) => `${figure}为 ${value}，共 ${count.toLocaleString('zh-CN')} 个值。`,
      ofPairs: (figure, value, count) => `${figure}为 ${value}，共 ${count.toLocaleString('zh-CN')} 对值。`,
      growth: (of, before, after, percent) =>
        `${of} 从 ${before.year} 年的 ${before.amount} 变为 ${after.year} 年的 ${after.amount}，变化 ${percent}%。`,
      trend: (of, period, change, count) => {
        const [each, all] = { year: ['年', '年'], quarter: ['季度', '个季度'], month: ['月', '个月'] }[period]
        return `${of} 每${each}变化 ${change}，共 ${count.toLocaleString('zh-CN')} ${all}。`
      },
    },
  },
}
