import { porterStem } from './porter-stem'

/**
 * Words that are written apart and as one: who asks how to `back up` a file is answered under `backup`. Only such as mean
 * the same both ways in nearly any text.
 */
const pairs = `
back-up set-up shut-down roll-back log-in log-on log-out log-off sign-in sign-on sign-up look-up clean-up start-up
time-out check-out check-in check-point work-around fall-back call-back fail-over roll-over plug-in add-on hand-over
warm-up pop-up build-up time-stamp time-zone file-name file-system host-name user-name data-base name-space white-space
run-time web-site key-word sub-query sub-module sub-directory sub-string meta-data work-space work-tree end-point
byte-code wild-card check-sum white-list black-list dead-lock auto-commit auto-complete auto-increment auto-save
read-only row-id e-mail pre-defined multi-threaded multi-line on-line off-line
`

/** Pairs that another word says in one. */
const meant = { 'turn-on': 'enable', 'switch-on': 'enable', 'turn-off': 'disable', 'switch-off': 'disable' }

const joined = new Map(
  [
    ...pairs
      .trim()
      .split(/\s+/)
      .map((pair) => [pair, pair.replace('-', '')] as const),
    ...Object.entries(meant),
  ].map(([pair, word]) => {
    const [first = '', second = ''] = pair.split('-')
    return [`${porterStem(first)} ${second}`, porterStem(word)]
  }),
)
const plural = /(?<=[^s])s$/

/** The stem of both words as one, where they are also written so: of `backs` and `up` that of `backup`. */
export const joinedStem = (firstStem: string, second: string): string | undefined =>
  joined.get(`${firstStem} ${second}`) ?? joined.get(`${firstStem} ${second.replace(plural, '')}`)
