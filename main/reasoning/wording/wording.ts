/** Quarry's own sentences: what it says beside what it cites. One catalogue for each language of reports. */
export interface Wording {
  readonly inShort: string
  readonly notFound: string
  readonly sources: string
  readonly ask: {
    readonly nothingSuggestions: readonly string[]
    readonly onTheme: readonly ((theme: string) => string)[]
    readonly narrowed: readonly ((subject: string, theme: string) => string)[]
  }
  readonly plan: {
    readonly direct: string
    readonly background: (subject: string) => string
    readonly compare: string
    /** Title of a step that looks again, with fewer words, for what the step of this title did not find. */
    readonly wider: (title: string) => string
    readonly join: (names: readonly string[]) => string
  }
  readonly report: {
    readonly noAnswer: string
    readonly nothingMore: (titles: readonly string[]) => string
    readonly noDisagreement: string
    readonly opposed: (left: string, right: string) => string
    readonly figuresDiffer: (left: string, right: string) => string
    readonly denied: string
    readonly termsMissing: (terms: readonly string[]) => string
    readonly stepEmpty: (title: string, passages: number) => string
    readonly stepSkipped: (title: string) => string
    readonly stepUnfinished: (title: string) => string
    readonly partial: string
    readonly nothingMissing: string
    readonly source: (title: string, name: string) => string
  }
  readonly verdict: {
    readonly found: string
    readonly sourceGone: string
    readonly sourceChanged: string
    readonly movedInSource: string
    readonly textDiffers: string
    readonly noSuchCitation: (n: number) => string
    readonly numbers: (numbers: readonly string[]) => string
    readonly names: (names: readonly string[]) => string
    readonly negation: string
    readonly overlap: string
    readonly rulesPassed: string
    readonly uncited: string
    readonly answerAltered: string
    readonly answerFound: string
    readonly notInAnswer: string
  }
}
