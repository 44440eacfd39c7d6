const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const month =
  '(Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\\.?'
/** Years that a sentence is likely to tell of; a number below is more often a count. */
const year = '(1[5-9]\\d\\d|20\\d\\d)(?!\\d|[.,]\\d)'

/** What is counted is no year. */
const counted =
  'rpm|bytes?|[kMGT]?i?B|[kMG]?[WV]|[kMG]?Hz|k?m|mm|k?g|m?s|people|times|samples|items|rows|cases|users|hours|days|years|met(?:er|re)s|words|tokens|pages|lines|files|records|or more|and more'

interface Form {
  readonly pattern: RegExp
  readonly read: (
    found: RegExpExecArray,
  ) => readonly [year: string, month?: string | undefined, day?: string | undefined]
}

const numberOf = (name: string): string => String(months.indexOf(name.slice(0, 3).toLowerCase()) + 1)

/** The ways a date is written that cannot be read as a count; a year alone needs a word before it that dates have. */
const forms: readonly Form[] = [
  { pattern: new RegExp(`\\b${year}-(\\d\\d)(?:-(\\d\\d))?\\b`, 'u'), read: ([, y, m, d]) => [y!, m, d] },
  { pattern: new RegExp(`${year}年(?:(\\d{1,2})月(?:(\\d{1,2})日)?)?`, 'u'), read: ([, y, m, d]) => [y!, m, d] },
  { pattern: new RegExp(`\\b${month} (\\d{1,2}), ${year}\\b`, 'u'), read: ([, m, d, y]) => [y!, numberOf(m!), d] },
  {
    pattern: new RegExp(`\\b(?:(\\d{1,2}) )?${month},? ${year}\\b`, 'u'),
    read: ([, d, m, y]) => [y!, numberOf(m!), d],
  },
  {
    pattern: new RegExp(
      `\\b(?:in|since(?: about| around)?|between|during|by|until|till|from|early|late|year|before|after|(?<!(?:total|number|average|maximum|minimum|out|limit|sum) )of) ${year}(?! ?(?:[%°€$£]|(?:${counted})\\b))`,
      'iu',
    ),
    read: ([, y]) => [y!],
  },
  { pattern: new RegExp(`\\(${year}\\)`, 'u'), read: ([, y]) => [y!] },
  { pattern: new RegExp(`^\\W{0,3}${year}(?=\\s?[:–—-]| \\p{L})`, 'u'), read: ([, y]) => [y!] },
]

/** The first date that a text names, as `2024`, `2024-05` or `2024-05-03`; null where it names none that is surely one. */
export function dateNamedIn(text: string): string | null {
  let first: { readonly at: number; readonly date: string } | null = null
  for (const { pattern, read } of forms) {
    const found = pattern.exec(text)
    if (found === null || (first !== null && found.index >= first.at)) continue
    const date = dateOf(read(found))
    if (date !== null) first = { at: found.index, date }
  }
  return first?.date ?? null
}

function dateOf([y, m, d]: ReturnType<Form['read']>): string | null {
  const parts = [y, ...[m, d].flatMap((part) => (part === undefined ? [] : [part.padStart(2, '0')]))]
  const date = parts.join('-')
  const [, monthOf = 1, dayOf = 1] = parts.map(Number)
  return monthOf >= 1 && monthOf <= 12 && dayOf >= 1 && dayOf <= 31 ? date : null
}
