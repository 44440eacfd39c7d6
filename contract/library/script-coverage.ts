const letter = /\p{Letter}/gu

/**
 * Share of a text's letters that the encoder's scripts must cover. A mixed text goes with its larger part: a Chinese
 * question that names an English product is not an English question.
 */
const coveredShare = 0.6

/**
 * Decides by script whether an encoder can read a text. A text without letters (numbers, symbols) is not covered: its
 * vector would say nothing, while a keyword finds it exactly. No scripts known: everything is covered.
 */
export function createCoverage(scripts: readonly string[]): (text: string) => boolean {
  if (scripts.length === 0) return () => true
  const covered = new RegExp(`[${scripts.map((script) => `\\p{Script=${script}}`).join('')}]`, 'gu')
  return (text) => {
    const letters = count(text, letter)
    return letters > 0 && count(text, covered) / letters >= coveredShare
  }
}

/** The covered scripts hold marks and digits of their own besides letters; they count for them, which does no harm. */
function count(text: string, pattern: RegExp): number {
  let matches = 0
  pattern.lastIndex = 0
  while (pattern.test(text)) matches += 1
  return matches
}
