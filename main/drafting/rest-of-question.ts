import { contentWords } from '../language'
import { identifierWords, likeness } from '../text2sql'
import type { DraftableTool } from './draftable-tool'
import type { Filled } from './fill-arguments'
import { parametersOf } from './parameters'
import { requestOf, wordsOfTool } from './tool-words'

const prepositions = new Set(
  'by of for in at on from with to within since between until before after during and'.split(' '),
)
/** What stands between a noun and its value: “with the id 17”. */
const labels = new Set('id ids number no called named the a an its their'.split(' '))

/** What of a question its call does not answer by itself. */
export interface RestOfQuestion {
  readonly question: string
  /** What one of the rows that the call brings is called. */
  readonly rowsAre: string
  /** Whether nothing is left but how many there are. */
  readonly isCount: boolean
  /** Whether the tool answers by pages: rows that fill one may not be all. */
  readonly isPaged: boolean
}

/** A question without what its call was given: that holds for all rows that it brings. Pure. */
export function restOf(
  question: string,
  { used, chosenAt }: Pick<Filled, 'used' | 'chosenAt'>,
  tool: DraftableTool,
  service: string,
): RestOfQuestion {
  let rest = question
  let cutFrom = question.length
  for (const { start, end } of [...used, ...chosenAt].toSorted((one, other) => other.start - one.start)) {
    // A value may be named and chosen at once.
    if (start < 0 || end > cutFrom) continue
    cutFrom = beginningOf(rest, start)
    rest = `${rest.slice(0, cutFrom)}${rest.slice(end).replace(/^[”"')]/, '')}`
  }
  rest = rest
    .replace(/\s{2,8}/g, ' ')
    .replace(/\s([?.,!])/g, '$1')
    .trim()
  const rowsAre = rowsOf(tool)
  const known = [...wordsOfTool(tool).core, ...identifierWords(rowsAre), ...identifierWords(service), ...plainWords]
  const isCount =
    /^\s*(?:how many|what is the number of|how often|多少|有几|几)/iu.test(question) &&
    contentWords(rest).every(({ surface }) =>
      identifierWords(surface).every((word) => known.some((other) => likeness(word, other) > 0)),
    )
  const isPaged = parametersOf(tool.inputSchema).some(({ role }) => role === 'page' || role === 'most')
  return { question: rest, rowsAre, isCount, isPaged }
}
const plainWords = identifierWords(
  'how many much number of are is there exist still do does did have has had in all total currently now we our you my us record hold list registered altogether',
)

/** Where a value begins with the words that it hangs on: “orders of customer 17” from “of” on, “station 17” from 17 on. */
function beginningOf(text: string, start: number): number {
  const words = [...text.slice(Math.max(0, start - 60), start).matchAll(/[\p{L}'’-]{1,40}/gu)]
  const offset = Math.max(0, start - 60)
  const at = (index: number): string => words.at(index)?.[0].toLowerCase() ?? ''
  let last = -1
  while (labels.has(at(last))) last -= 1
  if (!prepositions.has(at(last)) && prepositions.has(at(last - 1))) last -= 1
  else if (!prepositions.has(at(last)) && labels.has(at(last - 1)) && prepositions.has(at(last - 2))) last -= 2
  return prepositions.has(at(last)) ? offset + words.at(last)!.index : start
}

/** What a row of a tool's answer is called: the last fixed part of its path, else the nouns of its name. */
function rowsOf(tool: DraftableTool): string {
  const path = requestOf(tool.description)?.path ?? ''
  const fixed = path
    .split('/')
    .filter((part) => part !== '' && !/^[{:]/.test(part))
    .map((part) => part.replace(/\{[^{}]{0,100}\}/g, '').replace(/\.\w{2,5}$/, ''))
  const last = fixed.at(-1)
  return last !== undefined && identifierWords(last).length > 0 ? last : wordsOfTool(tool).subject.join('_')
}
