import type { TableSchema } from '../../../contract/resources/resource'
import { wordTable } from '../../../contract/word-table'
import { isKnownWord, wordsOfPart } from '../words/likeness'
import { datedParts, isShortForm } from '../words/words'

export interface NameReader {
  /** A name with marks between its parts: `bkg_dt`. */
  spaced(name: string): string
  /** Its canonical words. */
  words(name: string): readonly string[]
}

/** What the last part of a table's name is short for; empty where it only says that it is a table. */
const ofTable = wordTable<string>({ ms: '', mst: '', mstr: '', mas: '', mt: '', hd: '', hdr: '', tb: '', tbl: '', tab: '', rec: '', ln: 'line', lin: 'line', itm: 'item', dt: 'detail', dtl: 'detail', det: 'detail', tr: 'transaction', hst: 'history', lg: 'log' }) // biome-ignore format: pairs
/** What the last part of a column's name is short for, that means something else, or nothing, elsewhere. */
const atEnd = wordTable<string>({ st: 'status', sts: 'status', cst: 'cost', pr: 'price', prc: 'price', fl: 'flag', fg: 'flag', lim: 'limit', lm: 'limit', ds: 'description', rt: 'rate', rte: 'rate', sc: 'score', tx: 'text', rmk: 'remark', tl: 'title', ct: 'count', ph: 'phone', yn: 'flag' }) // biome-ignore format: pairs
/** What a part is short for beside another part of its name. */
const beside: readonly (readonly [part: string, other: RegExp, meant: string])[] = [
  ['act', /^(?:fl|fg|flg|ind|yn)$/, 'active'],
  ['cr', /^(?:lim|lm|lmt|bal)$/, 'credit'],
  ['ent', /^(?:dt|by|tm)$/, 'entry'],
  ['mth', /^(?:pay|pmt|shp|dlv)$/, 'method'],
  ...Object.entries(datedParts).map(([part, meant]) => [part, /^(?:dt|date)$/, meant] as const),
]
/** Of so many names in parts at least half must have a part that is short. */
const fewestNames = 6

const partsOf = (name: string): readonly string[] =>
  name
    .toLowerCase()
    .split('_')
    .filter((part) => part !== '')

const isShort = (part: string): boolean => /^[a-z]{2,4}$/.test(part) && (isShortForm(part) || !isKnownWord(part))

/** Reads the names of a database whose parts are short and divided: `cust_ms`, `ord_st`. Null where most of them are words. */
export function shortNameReader(tables: readonly TableSchema[]): NameReader | null {
  const names = [...tables.map(({ name }) => name), ...tables.flatMap(({ columns }) => columns.map(({ name }) => name))]
  const parted = [...new Set(names)].map(partsOf).filter(({ length }) => length > 1)
  const short = parted.filter((parts) => parts.some(isShort))
  if (short.length < fewestNames || short.length * 2 < names.length) return null
  const tableNames = new Set(tables.map(({ name }) => name))
  return {
    spaced: (name) => name,
    words(name) {
      const parts = partsOf(name)
      const last = tableNames.has(name) ? ofTable : atEnd
      return parts.flatMap((part, at) => {
        const meant = beside.find(([one, other]) => one === part && parts.some((each) => other.test(each)))?.[2]
        const isEnd = at > 0 && at === parts.length - 1
        const said = meant ?? (isEnd ? (last[part] ?? part) : part)
        return said === '' ? [] : wordsOfPart(said)
      })
    },
  }
}
