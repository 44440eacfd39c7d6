import type { Item } from './geometry'

const superscripts: Readonly<Record<string, string>> = {
  '0': '⁰',
  '1': '¹',
  '2': '²',
  '3': '³',
  '4': '⁴',
  '5': '⁵',
  '6': '⁶',
  '7': '⁷',
  '8': '⁸',
  '9': '⁹',
  '-': '⁻',
  '−': '⁻',
  '–': '⁻',
  '+': '⁺',
}

/** Signs and digits of an exponent, or the number or sign of a footnote. */
const exponent = /^[-−–+]?\d{1,3}$/
const footnoteMark = /^(?:\d{1,3}(?:,\d{1,3})*|[*∗†‡§¶]+)$/u
/** What a footnote is marked at: a word, or the end of a clause. Shorter ones are symbols and units. */
const marked = /(?:\p{Ll}{3}|[.,;:!?”’"])$/u

/**
 * A fragment whose raised digits read as they are meant: an exponent is written with raised characters (10⁻³, m²), and the
 * mark of a footnote goes, as it would be read as a part of its word ("samples8").
 */
export function withSuperscripts(fragment: readonly Item[]): Item[] {
  const items: Item[] = []
  for (const [index, item] of fragment.entries()) {
    const before = items.at(-1)
    const after = fragment[index + 1]
    // The footnote itself begins with its mark.
    if (before === undefined && after !== undefined && footnoteMark.test(item.text) && isRaised(after, item)) continue
    if (before === undefined || !isRaised(before, item)) items.push(item)
    // What follows the mark follows its word.
    else if (footnoteMark.test(item.text) && marked.test(before.text))
      items[items.length - 1] = { ...before, right: item.right }
    else items.push(exponent.test(item.text) ? { ...item, text: raised(item.text) } : item)
  }
  return items
}

function isRaised(before: Item, item: Item): boolean {
  const isSmaller = item.size < before.size * 0.85
  return (
    isSmaller && before.baseline - item.baseline > before.size * 0.2 && item.left - before.right < before.size * 0.3
  )
}

function raised(text: string): string {
  return [...text].map((character) => superscripts[character] ?? character).join('')
}
