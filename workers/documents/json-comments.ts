/**
 * JSON as editors keep their settings: comments and trailing commas become spaces, so that every offset and line
 * stays. What is in strings is left alone. One pass, however hostile the text.
 */
export function withoutComments(text: string): string {
  const parts: string[] = []
  let kept = 0
  /** Place of a comma after which only space and comments came so far; -1 where there is none. */
  let comma = -1
  const blank = (from: number, to: number): void => {
    parts.push(text.slice(kept, from), text.slice(from, to).replace(/[^\n]/g, ' '))
    kept = to
  }
  const pending: [number, number][] = []
  const settle = (isTrailing: boolean): void => {
    if (isTrailing && comma !== -1) blank(comma, comma + 1)
    for (const [from, to] of pending) blank(from, to)
    pending.length = 0
    comma = -1
  }
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at)
    if (code === 0x22) {
      settle(false)
      at = endOfString(text, at)
    } else if (code === 0x2f && (text[at + 1] === '/' || text[at + 1] === '*')) {
      const isLine = text[at + 1] === '/'
      const found = text.indexOf(isLine ? '\n' : '*/', at + 2)
      const end = found === -1 ? text.length : isLine ? found : found + 2
      pending.push([at, end])
      at = end
    } else {
      if (code === 0x2c) {
        settle(false)
        comma = at
      } else if (code === 0x7d || code === 0x5d) settle(true)
      else if (code > 0x20) settle(false)
      at++
    }
  }
  settle(false)
  if (kept === 0) return text
  parts.push(text.slice(kept))
  return parts.join('')
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x5c) at++
    else if (code === 0x22) return at + 1
  }
  return text.length
}
