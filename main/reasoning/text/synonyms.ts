import { porterStem } from './porter-stem'

/**
 * Words that people ask with and texts answer with, one set a line. Only such as mean the same in nearly any text: sets
 * of a dictionary, whose words have many senses, were tried and made answers worse (docs/decisions/0033-answers.md).
 */
const sets = `
disadvantage drawback downside shortcoming limitation caveat pitfall weakness
advantage benefit upside strength
step procedure instruction
limit maximum ceiling bound cap
cost overhead expense penalty
danger risk hazard threat
speed performance fast faster
delete remove erase
error failure fault
differ difference distinction
allow permit
forbid prohibit disallow
big large huge enormous
small tiny little
recover restore salvage repair rescue
change modify alter edit
keep retain preserve
picture image photo
temporary scratch transient
check verify validate
requirement prerequisite
reason cause
vanish disappear
hidden invisible
choose pick select
abort cancel
combine merge
company commercial
`

const bySet = sets
  .trim()
  .split('\n')
  .map((line) => line.split(' ').map(porterStem))
const byStem = new Map(bySet.flatMap((stems) => stems.map((stem) => [stem, stems.filter((other) => other !== stem)])))
const none: readonly string[] = []

/** Stems that mean what a stem means. */
export const synonymsOf = (stem: string): readonly string[] => byStem.get(stem) ?? none

/** What a synonym counts beside the word itself. */
export const synonymShare = 0.7
