import { fileExtensions } from '../../../contract/library/file-extensions'
import { wordsOf } from '../text/words'
import type { Span } from './quoted'

/** Signs that names and paths of files are made of. */
const run = /[\p{L}\p{N}_~@+./\\-]+/gu
/** The last ending of a name; a Chinese text may go on right behind it. */
const ending = /\.([A-Za-z][A-Za-z0-9]{0,9})(?![A-Za-z0-9_]|\.[A-Za-z0-9])/g
/** Libraries that are called like files. */
const libraries = /^(?:node|vue|react|next|nuxt|express|d3|three|angular|ember|backbone|socket)\.(?:js|ts|io)$/i

/** `H.C. Andersen`, `the U.S.`: no files in C or S. */
const initials = /^(?:\p{Lu}\.)+\p{Lu}$/u

/** Files that a text names by an ending that Quarry knows, with the folders before them; of addresses none. */
export function filesIn(text: string): Span[] {
  return [...text.matchAll(run)].flatMap((match) => {
    const [signs] = match
    const before = text.slice(Math.max(0, match.index - 3), match.index)
    if (before.endsWith('://') || before.endsWith(':') || signs.includes('@')) return []
    const found = [...signs.matchAll(ending)].find(([, extension]) => fileExtensions.has(extension!.toLowerCase()))
    if (found === undefined) return []
    const start = beginOf(signs.slice(0, found.index))
    const end = found.index + found[0].length
    const name = signs.slice(start, end)
    // `.gitignore.md` has a name, `.md` alone is an ending.
    if (start === found.index || libraries.test(name) || initials.test(name)) return []
    return [{ text: name, start: match.index + start, end: match.index + end }]
  })
}

/** Where the name begins: Chinese writes 在 and 把 right before it. */
function beginOf(stem: string): number {
  if (!/\p{Script=Han}/u.test(stem)) return 0
  return wordsOf(stem).find(({ isHan, isStop }) => !isHan || !isStop)?.start ?? 0
}
