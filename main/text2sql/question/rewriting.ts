/** A wording, and how the grammar reads it. */
export type Rewriting = readonly [said: RegExp, plainly: string | ((...parts: string[]) => string)]
