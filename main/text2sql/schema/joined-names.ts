import type { TableSchema } from '../../../contract/resources/resource'
import { isKnownWord } from '../words/likeness'
import { identifierWords } from '../words/words'
import type { NameReader } from './short-names'

/** How names of columns end whose words nothing divides: `startdate`, `paperid`. */
const endings =
  'date time year name title type code id number price amount cost count score text status length size level'.split(' ')
/** Words that end so, and are no two. */
const whole =
  /^(?:candidate|mandate|validate|consolidate|liquidate|intimidate|lifetime|sometime|overtime|daytime|bedtime|pastime|discount|account|viscount|prototype|stereotype|genotype|phenotype|nickname|surname|rename|filename|barcode|unicode|decode|encode|subtitle|entitle|context|pretext|wavelength|oversize|valid|invalid|avoid|humid|hybrid|covid|android|steroid|asteroid|pyramid)$/

/**
 * Reads names as they are written, and columns whose words are joined by what they end in, or by what is counted: `unitprice`, `numpages`.
 */
export function joinedNameReader(tables: readonly TableSchema[]): NameReader {
  const named = new Set(tables.map(({ name }) => name.toLowerCase()))
  const isWord = (part: string): boolean =>
    named.has(part) || named.has(`${part}s`) || (part.length > 2 && isKnownWord(part))
  const partsOf = (name: string): readonly string[] => {
    if (!/^[a-z]{6,30}$/.test(name) || named.has(name) || isKnownWord(name) || whole.test(name)) return [name]
    const counted = /^num(?!er|ber)(.{4,})$/.exec(name)?.[1]
    if (counted !== undefined) return ['num', ...partsOf(counted)]
    const doing = /^(.{3,}ed)by$/.exec(name)?.[1]
    if (doing !== undefined) return [doing, 'by']
    for (const end of endings) {
      const stem = name.endsWith(end) ? name.slice(0, -end.length) : ''
      if (isWord(stem) || (end === 'date' && stem === 'pub')) return [stem, end]
      // `citingpaperid`: what a row of a table is to another.
      const row = [...named].find((table) => stem.endsWith(table) && saysDoing(stem.slice(0, -table.length)))
      if (row !== undefined) return [stem.slice(0, -row.length), row, end]
    }
    return [name]
  }
  return {
    spaced: (name) => partsOf(name).join('_'),
    words: (name) => identifierWords(partsOf(name).join('_')),
  }
}

/** Whether what stands before a table's name says what its row does, or what was done to it. */
const saysDoing = (before: string): boolean => /(?:ing|ed|er|or)$/.test(before)
