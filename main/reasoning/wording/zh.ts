import type { Wording } from './wording'

function list(names: readonly string[]): string {
  if (names.length < 2) return names[0] ?? ''
  return `${names.slice(0, -1).join('、')}和${names.at(-1)}`
}

const quoted = (terms: readonly string[]): string => terms.map((term) => `“${term}”`).join('、')

export const chinese: Wording = {
  inShort: '概要',
  notFound: '没有找到的',
  sources: '来源',
  ask: {
    nothingSuggestions: [
      '把一个文件夹拖到窗口上，然后继续',
      '添加一个文档，然后继续',
      '把一段文字粘贴为笔记，然后继续',
    ],
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
    wider: (title) => `${title}（扩大检索）`,
    join: (names) => names.join('、'),
  },
  report: {
    noAnswer: '资料中没有找到与这个问题有关的句子。',
    nothingMore: (titles) => `关于${quoted(titles)}，没有比上文更多的内容。`,
    noDisagreement: '所引来源之间没有发现矛盾。',
    opposed: (left, right) => `这两处的说法相反：一说“${left}”，一说“${right}”。`,
    figuresDiffer: (left, right) => `这两处对看来相同的事物给出了不同的数字：${left}与${right}。`,
    denied: '这两处之中，一处否定了另一处所说的。',
    termsMissing: (terms) => `所引用的句子都没有提到${quoted(terms)}。`,
    stepEmpty: (title, passages) =>
      passages === 0
        ? `“${title}”：资料中没有相符的段落。`
        : `“${title}”：查看了 ${passages} 个段落，没有能够回答的句子。`,
    stepSkipped: (title) => `“${title}”已跳过，没有查找。`,
    stepUnfinished: (title) => `“${title}”没有完成，因此缺少它本来会找到的内容。`,
    partial: '研究在所有步骤完成之前被停止。本报告只包含到那时为止找到的内容。',
    nothingMissing: '没有：问题的每个部分都找到了可引用的句子。',
    source: (title, name) => `${title}（${name}）`,
  },
  verdict: {
    found: '已重新打开来源，句子逐字存在于所引位置。',
    sourceGone: '来源已不存在，无法核对这个句子。',
    sourceChanged: '来源已改变，其中不再有这个句子。',
    movedInSource: '来源中有这个句子，但不在所引的位置。',
    textDiffers: '来源中所引的位置写的是别的内容。',
    noSuchCitation: (n) => `没有引用 [${n}]。`,
    numbers: (numbers) => `所引内容中没有：${list(numbers)}。`,
    names: (names) => `所引内容中没有提到：${list(names)}。`,
    negation: '两者之中，一个否定了另一个所说的。',
    overlap: '句子的内容很少出现在所引的文字里。',
    rulesPassed: '数字、名称和否定都与所引内容一致。',
    uncited: '这个句子没有引用。',
    answerAltered: '保存的结果与引用时不一致。',
    answerFound: '已重新打开保存的结果，其中有这些值。',
    notInAnswer: '句子里没有保存结果中的任何值。',
  },
}
