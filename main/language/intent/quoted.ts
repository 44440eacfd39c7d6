/** A stretch of a question. `start` and `end` are UTF-16 code units, end exclusive. */
export interface Span {
  readonly text: string
  readonly start: number
  readonly end: number
}

const longest = 300
/** An apostrophe within a word opens and closes nothing. */
const marks =
  /"([^"\n]{1,300})"|“([^“”\n]{1,300})”|「([^「」\n]{1,300})」|『([^『』\n]{1,300})』|《([^《》\n]{1,300})》|`([^`\n]{1,300})`|(?<![\p{L}\p{N}])'([^'\n]{1,300})'(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])‘([^‘’\n]{1,300})’(?![\p{L}\p{N}])/gu

/** What a text quotes, without the marks; `start` and `end` are those of the marks. */
export function quotedIn(text: string): Span[] {
  return [...text.matchAll(marks)].flatMap((match) => {
    const quoted = match.slice(1).find((one) => one !== undefined)
    const isSaid = quoted !== undefined && quoted.length <= longest && /[\p{L}\p{N}]/u.test(quoted)
    return isSaid ? [{ text: quoted.trim(), start: match.index, end: match.index + match[0].length }] : []
  })
}

/** A text with spaces in the place of spans, so that what is read next does not see them. */
export function without(text: string, spans: readonly Span[]): string {
  return spans.reduce(
    (rest, { start, end }) => `${rest.slice(0, start)}${' '.repeat(end - start)}${rest.slice(end)}`,
    text,
  )
}
