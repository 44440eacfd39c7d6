import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Intent } from '../../contract/recall/intent'
import { domainsNamed } from '../../main/domains/named-domains'
import { readIntent } from '../../main/language'
import { actionByWords } from './intent/action-by-words'

/**
 * How questions are understood, beside what people read in them (intent/questions.jsonl), by field.
 *
 *   npm run bench -- intent [--held] [--detail]
 *
 * Each third question is kept back and asked with --held alone. Keywords are compared by letters and numbers in a row, in
 * Chinese by characters, as people part Chinese words differently.
 */

type Labelled = Partial<Omit<Intent, 'language' | 'years'>> & { readonly q: string; readonly years?: string[] }

const fields = ['domains', 'keywords', 'phrases', 'names', 'numbers', 'years', 'files', 'identifiers'] as const
const domains = ['Heat pumps', 'Postfix', 'Quantile regression', '热泵'].map((name, at) => ({
  domainId: String(at),
  name,
  aliases: [],
  summary: '',
  documents: 1,
  keyFiles: [],
})) as unknown as Parameters<typeof domainsNamed>[1]

const parts = (words: readonly string[]): string[] => [
  ...new Set(words.flatMap((word) => word.toLowerCase().match(/\p{Script=Han}|[\p{Script=Latin}\p{N}]+/gu) ?? [])),
]

/** Runs the benchmark; answers the exit code. */
export async function run(argv: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...argv],
    options: { held: { type: 'boolean', default: false }, detail: { type: 'boolean', default: false } },
  })
  const all = readFileSync(join('test', 'bench', 'intent', 'questions.jsonl'), 'utf8')
    .trim()
    .split('\n')
  const asked = all.map((line) => JSON.parse(line) as Labelled).filter((_, at) => (at % 3 === 2) === values.held)
  const counts = Object.fromEntries(fields.map((field) => [field, { right: 0, found: 0, labelled: 0 }]))
  const actions = { rules: 0, words: 0 }
  for (const label of asked) {
    const read = { ...readIntent(label.q), domains: domainsNamed(label.q, domains).map(({ name }) => name) }
    if (read.action === label.action) actions.rules += 1
    else if (values.detail) console.log(`action ${read.action}, not ${label.action}: ${label.q}`)
    if (actionByWords(label.q) === label.action) actions.words += 1
    for (const field of fields) {
      const texts = [(label[field] ?? []).map(String), read[field].map(String)]
      const [wanted, found] = field === 'keywords' ? texts.map(parts) : texts
      const right = found!.filter((one) => wanted!.includes(one)).length
      const count = counts[field]!
      count.right += right
      count.found += found!.length
      count.labelled += wanted!.length
      if (values.detail && right < Math.max(wanted!.length, found!.length))
        console.log(`${field}: ${found!.join(' | ')}   NOT ${wanted!.join(' | ')}   in: ${label.q}`)
    }
  }
  const share = (one: number, of: number): string => (of === 0 ? '–' : (one / of).toFixed(3))
  console.log(`${asked.length} questions${values.held ? ', kept back' : ''}`)
  console.log(
    `action: ${share(actions.rules, asked.length)} right; by a list of words ${share(actions.words, asked.length)}`,
  )
  for (const [field, { right, found, labelled }] of Object.entries(counts))
    console.log(`${field}: precision ${share(right, found)}, recall ${share(right, labelled)} (${labelled} labelled)`)
  return 0
}
