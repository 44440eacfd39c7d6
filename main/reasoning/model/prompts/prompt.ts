import type { ModelTool } from '../../../../contract/models/language-model'

/** The words with which a model is asked for a plan. A changed wording is another version. */
export interface PlanningPrompt {
  readonly version: number
  /**
   * @param fence the name of the marks around what the library holds
   * @param resources the name of the marks around what can be asked beside it; null where nothing can
   */
  system(fence: string, resources: string | null): string
  user(asked: {
    readonly question: string
    /** What the library holds, within its marks. */
    readonly library: string
    /** What can be asked beside it, within its marks. */
    readonly resources: string | null
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

/** The words with which a model is asked what a program wants it to be asked. A changed wording is another version. */
export interface CompletionPrompt {
  readonly version: number
  /** @param fence the name of the marks around what the program says */
  system(fence: string): string
}

/** The words with which a model is asked for what it knows itself. A changed wording is another version. */
export interface UnaidedPrompt {
  readonly version: number
  /** @param fence the name of the marks around what was asked and answered before; null where nothing was */
  system(fence: string | null): string
  /** @param earlier within its marks; null where nothing was */
  user(asked: { readonly question: string; readonly earlier: string | null }): string
  /** What stands before a question, and before an answer, within the marks. */
  readonly asked: string
  readonly answered: string
}

/** The words with which a model is asked what to look up next in a step. A changed wording is another version. */
export interface GatheringPrompt {
  readonly version: number
  /**
   * @param fence the name of the marks around what was found
   * @param isNative whether the server tells the model of the tools
   * @param mayCall false where it has to finish
   */
  system(fence: string, isNative: boolean, mayCall: boolean): string
  user(asked: {
    readonly question: string
    readonly title: string
    readonly query: string
    /** What was found, with the tools and calls that others had a word in, within its marks. */
    readonly material: string
  }): string
  again(problem: string): string
  /** Headings within the marks. */
  readonly tools: string
  readonly calls: string
  /** What became of a call. */
  denied(why: string): string
  failed(why: string): string
  readonly madeAlready: string
}

/** The words with which a model is asked whether a question can be worked on. */
export interface ClarifyingPrompt {
  readonly version: number
  readonly system: string
  user(asked: {
    readonly question: string
    readonly rounds: readonly { readonly asked: string; readonly answer: string }[]
  }): string
  again(problem: string): string
}

/** The words with which a model is asked whether sentences follow from what they cite. */
export interface JudgingPrompt {
  readonly version: number
  system(fence: string): string
  /** @param pairs numbered sentences with what they cite, within their marks */
  user(pairs: string): string
  again(problem: string): string
  readonly sentence: string
  readonly cited: string
}

/** A heading with its items; nothing where there are none. */
export const listed = (heading: string, items: readonly string[]): string[] =>
  items.length === 0 ? [] : [`${heading}\n${items.map((item) => `- ${item}`).join('\n')}`]

/** Tools as a model is told of them in words. */
export const listedTools = (heading: string, tools: readonly ModelTool[]): string[] =>
  listedLines(
    heading,
    tools.map(({ name, description, parameters }) => `${name} ${JSON.stringify(parameters)}: ${description}`),
  )

/** Calls with what became of them. */
export const listedCalls = (
  heading: string,
  calls: readonly { readonly name: string; readonly input: string; readonly outcome: string }[],
): string[] =>
  listedLines(
    heading,
    calls.map(({ name, input, outcome }) => `${name} ${input} → ${outcome}`),
  )

const listedLines = (heading: string, items: readonly string[]): string[] =>
  items.length === 0 ? [] : [heading, ...items.map((item) => `- ${item}`)]
