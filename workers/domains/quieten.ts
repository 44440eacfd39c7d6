const word = /\p{L}[\p{L}\p{N}]*/gu

/**
 * A text whose lines in capitals alone are written as other lines are: a heading shouts QUANTILE REGRESSION. What `text` has in capitals
 * among small letters is an abbreviation, and stays.
 */
export function quieten(lines: string, text = lines): string {
  const all = lines.split('\n')
  if (!all.some(isShouted)) return lines
  const short = new Set(
    text
      .split('\n')
      .filter((line) => /\p{Ll}/u.test(line))
      .flatMap((line) => line.match(/(?<![\p{L}\p{N}])\p{Lu}[\p{Lu}\p{N}]+(?![\p{L}\p{N}])/gu) ?? []),
  )
  return all
    .map((line) => (isShouted(line) ? line.replace(word, (one) => (short.has(one) ? one : one.toLowerCase())) : line))
    .join('\n')
}

/** Two words of some length at least, without a small letter; a line that is one abbreviation shouts nothing. */
function isShouted(line: string): boolean {
  if (/\p{Ll}|\p{Lo}/u.test(line)) return false
  return (line.match(/\p{Lu}{4,}/gu)?.length ?? 0) >= 2 || /\p{Lu}{8}/u.test(line)
}
