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
