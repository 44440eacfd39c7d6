/** The words with which a model is asked for a plan. A changed wording is another version. */
export interface PlanningPrompt {
  readonly version: number
  /** @param fence the name of the marks around what the library holds */
  system(fence: string): string
  user(asked: {
    readonly question: string
    /** What the library holds, within its marks. */
    readonly library: string
    /** Titles of steps that are over. */
    readonly finished: readonly string[]
    readonly previous: readonly string[]
    readonly remark: string | null
    readonly gaps: readonly string[]
  }): string
  /** @param problem what is wrong with the last answer */
  again(problem: string): string
}

/** The words with which a model is asked for one part of a report. A changed wording is another version. */
export interface WritingPrompt {
  readonly version: number
  /** What a model answers where the passages say nothing on the question. */
  readonly notAnswered: string
  /** @param fence the name of the marks around the passages */
  system(fence: string): string
  /** @param passages numbered, within their marks */
  user(asked: { readonly question: string; readonly heading: string | null; readonly passages: string }): string
}

/** A heading with its items; nothing where there are none. */
export const listed = (heading: string, items: readonly string[]): string[] =>
  items.length === 0 ? [] : [`${heading}\n${items.map((item) => `- ${item}`).join('\n')}`]
