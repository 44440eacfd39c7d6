/**
 * The lines of a text without their ends, one after the other: a text of nothing but line ends has more of them than an
 * array can hold, and than memory should.
 * @param isEnd of a character's code; a line feed where nothing is said
 */
export function* linesOf(text: string, isEnd = (code: number): boolean => code === 0x0a): Generator<string> {
  let start = 0
  for (let at = 0; at < text.length; at++) {
    if (!isEnd(text.charCodeAt(at))) continue
    yield text.slice(start, at)
    start = at + 1
  }
  yield text.slice(start)
}
