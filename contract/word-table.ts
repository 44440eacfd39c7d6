/**
 * A table that is looked up with words of foreign texts: it has its own entries and nothing else, so that a column, a file or
 * a command called `constructor` or `toString` finds nothing there instead of a function of every object.
 */
export const wordTable = <T>(entries: Readonly<Record<string, T>>): Readonly<Record<string, T>> =>
  Object.freeze(Object.assign(Object.create(null) as Record<string, T>, entries))
