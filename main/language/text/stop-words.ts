/** Words that say nothing about what a text is about: function words, and the verbs that questions are asked with. */
const english = `
a about above across after again against all almost along already also although always am among an and another any
anyone anything are around as at away be became because become becomes been before behind being below between both but
by can cannot could did do does doing done down during each either else enough etc even ever every few for from further
get gets give given gives go goes got had has have having he her here hers herself him himself his how however i if in
indeed inside instead into is it its itself just kind largely least less let like likely made make makes making many may maybe
me might mine more moreover most much must my myself near nearly neither never nevertheless no none nor not nothing now
of off often on once one ones only onto or other others otherwise outside our ours outside ourselves out over own per perhaps please
quite rather really same say says see seem seems seen several shall she should since so some someone something somewhat
soon still such take taken takes tell than that the their theirs them themselves then there thereby therefore these they
thing things this those though through throughout thus to together too toward towards under unless until up upon us use
used uses using usually various very via was way we well were what whatever when where whereas wherever whether which
while who whole whom whose why will with within without would yet you your yours yourself
ii iii iv etc eg ie et al cf vs
available anyone present presently currently existing exist exists known know found find obtain obtained
`
/** Asked with, but rarely written in what answers: they must not weigh in coverage. */
const asking = `
explain describe discuss summarise summarize overview compare comparison versus question
answer answers information info detail details tell show shows possible kinds type types sort sorts
document documents paper papers file files article articles material says said
`
/** Nouns so general that alone they name no subject. */
const vague = `
source sources effect effects impact impacts role roles relation relations relationship relationships
work works stuff topic topics subject subjects data content contents research study studies result results everything
difference differences main important key points point idea ideas issue issues problem problems case cases part parts area areas field fields
aspect aspects example examples approach approaches method methods way analysis thing summary text texts
commonly usually typically generally normally mostly often widely nowadays currently altogether overall
`
const chinese = `
还有 还要 还能 哪儿 有何 的 了 是 在 和 与 及 或 也 都 而 又 就 还 被 把 将 对 从 到 向 于 以 为 由 因 因为 所以 但 但是 如果 虽然 然而 而且 并 并且 以及 其 其中 该 此
这 那 这个 那个 这些 那些 这样 那样 它 他 她 它们 他们 她们 我 我们 你 你们 您 自己 有 没有 不 不是 很 最 更 比 较 非常 已 已经 曾 曾经 正在
什么时候 什么时间 什么地方 什么样 什么人 什么意思 哪一个 哪一种 哪一些 怎么办 怎么做 多少个 多少种 为啥
会 能 能够 可 可以 可能 应 应该 要 需要 必须 得 着 过 地 之 所 者 等 等等 吗 呢 吧 啊 呀 么 什么 怎么 怎样 怎么样 如何 为什么 为何 为啥 谁 哪
哪个 哪些 哪里 哪儿 何 何时 何地 何种 几 几个 多少 多 多久 多大 多长 多高 多远 多快 第几 时候 时 是否 有没有 是不是 请 请问 请告诉 告诉 关于 有关 对于
进行 通过 使 使得 让 给 跟 同 个 种 次 名 位 只 上 下 中 里 内 外 前 后 间 一 一个 一些 一种 二 两 三 至 至今 曾任 称 叫 叫做 称为 名字 分别 具体
主要 属于 位于 作为 根据 按照 包括 说明 介绍 描述 解释 比较 区别 不同 之间 来 去 做 用 如 像 哪一 那么 这么 还是 只有 就是 即 则 若 每 各
`
const vagueChinese = `
东西 事情 内容 资料 文档 文件 文章 材料 信息 情况 问题 方面 研究 结果 方法 主题 总结 概述 概括 概要 重点 要点 全部 所有 一切 大概 更多 详细 继续 讲讲 谈谈 说说 聊聊 常用 常见 通常 一般 目前 现在
`

function wordsOf(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/).filter(Boolean))
}

export const stopWords: ReadonlySet<string> = new Set([...wordsOf(english), ...wordsOf(asking), ...wordsOf(chinese)])
/** English function words alone: the glue between the words of a phrase. */
export const functionWords: ReadonlySet<string> = wordsOf(english)
export const vagueWords: ReadonlySet<string> = new Set([...wordsOf(vague), ...wordsOf(vagueChinese)])
