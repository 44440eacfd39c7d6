/**
 * Whether a whole text matches a pattern: `*` stands for any characters, `?` for one, `\` takes the next as it is.
 * In time of at most text × pattern, whatever they are: only the last `*` is ever widened.
 */
export function matchesGlob(pattern: string, text: string): boolean {
  const signs = signsOf(pattern)
  const letters = [...text]
  let at = 0
  let sign = 0
  let star = -1
  let starAt = 0
  while (at < letters.length) {
    const wanted = signs[sign]
    if (wanted === anyRun) {
      star = sign++
      starAt = at
    } else if (wanted !== undefined && (wanted === anyOne || wanted === letters[at])) {
      sign++
      at++
    } else if (star >= 0) {
      sign = star + 1
      at = ++starAt
    } else return false
  }
  while (signs[sign] === anyRun) sign++
  return sign === signs.length
}

/** The pattern that matches a text alone. */
export const globOf = (text: string): string => text.replace(/[\\*?]/g, '\\$&')

const anyRun = Symbol('*')
const anyOne = Symbol('?')

function signsOf(pattern: string): (string | symbol)[] {
  const signs: (string | symbol)[] = []
  const letters = [...pattern]
  for (let at = 0; at < letters.length; at++) {
    const letter = letters[at] ?? ''
    if (letter === '\\' && at + 1 < letters.length) signs.push(letters[++at] ?? '')
    else if (letter === '*') {
      if (signs.at(-1) !== anyRun) signs.push(anyRun)
    } else signs.push(letter === '?' ? anyOne : letter)
  }
  return signs
}
