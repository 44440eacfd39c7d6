import { mathSymbols } from './symbols'

/** Groups within groups that are read. */
const maxDepth = 20

/** Commands that only set how their argument looks. */
const looks = new Set(
  `text mathrm mathit mathbf mathsf mathtt mathcal mathbb mathfrak mathscr operatorname boldsymbol bm mbox textbf textit textrm texttt
  textsf textsc hat bar tilde vec dot ddot overline underline widehat widetilde mathord mathop mathrel mathbin mathopen mathclose
  ensuremath mathds mathnormal pmb displaystyle textstyle scriptstyle limits nolimits nonumber notag middle big Big bigl bigr Bigl
  Bigr bigg Bigg biggl biggr Biggl Biggr rm bf it sf cal`.split(/\s+/),
)
/** Commands that show nothing, with their argument. */
const silent = new Set('label tag hspace vspace color phantom hphantom vphantom mspace kern'.split(' '))
const fractions = new Set('frac dfrac tfrac cfrac nicefrac sfrac'.split(' '))
const spaces = new Set([
  'quad',
  'qquad',
  ',',
  ';',
  ':',
  '>',
  ' ',
  '~',
  'enspace',
  'thinspace',
  'medspace',
  'thickspace',
])

/**
 * Mathematics in TeX as a line that can be read and quoted: letters and signs as Unicode has them, quotients with a
 * stroke, indices and powers behind their marks. A command that it does not know is shown as a function of its arguments.
 */
export function mathText(source: string): string {
  return new Formula(source)
    .read(0)
    .replace(/\s+/g, ' ')
    .replaceAll('( ', '(')
    .replace(/ ([),;.])/g, '$1')
    .split(';')
    .map((row) => row.trim())
    .filter((row) => row !== '')
    .join('; ')
}

class Formula {
  #at = 0
  readonly #source: string

  constructor(source: string) {
    this.#source = source
  }

  /** All up to the brace that closes the group, or to the end. */
  read(depth: number): string {
    const parts: string[] = []
    while (this.#at < this.#source.length) {
      const character = this.#source[this.#at++]!
      if (character === '}' && depth > 0) break
      if (character === '{') parts.push(this.#group(depth))
      else if (character === '\\') parts.push(this.#command(depth))
      else if (character === '_' || character === '^') parts.push(character, part(this.#argument(depth)))
      else if (character === '%') this.#match(/[^\n]*/y)
      else parts.push(/[&~}]/.test(character) ? ' ' : character)
    }
    return parts.join('')
  }

  /** Deeper than anybody writes braces only group. */
  #group(depth: number): string {
    return depth < maxDepth ? this.read(depth + 1) : ''
  }

  #argument(depth: number): string {
    this.#match(/\s*/y)
    const character = this.#source[this.#at]
    if (character === undefined || character === '}') return ''
    this.#at++
    if (character === '{') return this.#group(depth)
    return character === '\\' && depth < maxDepth ? this.#command(depth + 1) : character
  }

  #command(depth: number): string {
    const name = this.#match(/[A-Za-z]+/y)
    if (name === '') return this.#sign(this.#source[this.#at++] ?? '')
    this.#match(/\*/y)
    if (spaces.has(name)) return ' '
    if (looks.has(name)) return ''
    if (silent.has(name)) return this.#argument(depth) && ''
    if (name === 'begin' || name === 'end') {
      const environment = this.#argument(depth)
      if (name === 'begin' && /^(?:array|alignedat|tabular)$/.test(environment)) this.#argument(depth)
      return ' '
    }
    if (name === 'left' || name === 'right') return this.#match(/\s*\./y) && ''
    if (fractions.has(name)) return `${part(this.#argument(depth))}/${part(this.#argument(depth))}`
    if (name === 'sqrt') return `${this.#match(/\[[^\]]{0,9}\]/y).slice(1, -1)}√${part(this.#argument(depth))}`
    const symbol = mathSymbols.get(name)
    if (symbol !== undefined) return symbol
    const given: string[] = []
    while (this.#source[this.#at] === '{') given.push(this.#argument(depth))
    return given.length === 0 ? name : `${name}(${given.join(', ')})`
  }

  #sign(sign: string): string {
    if (spaces.has(sign)) return ' '
    if (sign === '\\') {
      this.#match(/\*?(?:\[[^\]]{0,20}\])?/y)
      return '; '
    }
    if (sign === '!') return ''
    return sign === '|' ? '‖' : sign
  }

  /** What stands here of this; it is read with that. */
  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#source)?.[0] ?? ''
    this.#at += found.length
    return found
  }
}

/** A part of a quotient or power, in parentheses where it is more than one name or number. */
function part(text: string): string {
  const inner = text.trim()
  return /^(?:-?[\p{L}\p{N}.]+|\p{S}|\*|′+|\([^()]*\))$/u.test(inner) ? inner : `(${inner})`
}
