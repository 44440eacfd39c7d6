/** A function of a repository as the simple program sees it; lines are 1-based. */
export interface CodeFunction {
  readonly name: string
  readonly file: string
  readonly text: string
  readonly from: number
  readonly to: number
}

const wordsOf = (text: string): string[] =>
  (text.match(/\p{L}[\p{L}\p{N}]*/gu) ?? [])
    .flatMap((name) => [name, ...name.replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2').split(' ')])
    .map((word) => word.toLowerCase().replace(/(?:ies|es|s|ed|ing)$/, ''))
    .filter((word) => word.length > 1)

/** BM25 over all functions, identifiers split by case and underscore: what a program of thirty lines answers. */
export function answerByFunctions(functions: readonly CodeFunction[]): (question: string) => CodeFunction[] {
  const counted = functions.map((own) => {
    const counts = new Map<string, number>()
    const words = wordsOf(`${own.file} ${own.name} ${own.text}`)
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
    return { own, counts, length: words.length }
  })
  const mean = counted.reduce((sum, { length }) => sum + length, 0) / Math.max(1, counted.length)
  const holding = new Map<string, number>()
  for (const { counts } of counted) for (const word of counts.keys()) holding.set(word, (holding.get(word) ?? 0) + 1)
  return (question) => {
    const asked = [...new Set(wordsOf(question))]
    const score = ({ counts, length }: (typeof counted)[number]): number =>
      asked.reduce((sum, word) => {
        const idf = Math.log(1 + counted.length / ((holding.get(word) ?? 0) + 0.5))
        const count = counts.get(word) ?? 0
        return sum + (idf * count * 2.2) / (count + 1.2 * (0.25 + (0.75 * length) / mean))
      }, 0)
    const scored = counted.map((one) => ({ own: one.own, score: score(one) }))
    return scored.sort((a, b) => b.score - a.score).map(({ own }) => own)
  }
}
