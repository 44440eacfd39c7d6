/** A question with the longest value that has signs inside it in quotation marks: `AC/DC`, `O-`, which people call O negative, too. */
export function withSignedValues(question: string, signed: readonly string[]): string {
  const typed = question.replace(
    /\b(AB|A|B|O) (neg(?:ative)?|pos(?:itive)?)\b/g,
    (said, group: string, sign: string) => {
      const value = `${group}${sign.startsWith('n') ? '-' : '+'}`
      return signed.includes(value) ? `"${value}"` : said
    },
  )
  if (typed.includes('"')) return typed
  const [longest] = signed
    .filter((value) => typed.includes(value))
    .toSorted((left, right) => right.length - left.length)
  return longest === undefined ? typed : typed.replace(longest, `"${longest}"`)
}
