import type { DatabaseProfile, Table } from '../schema/profile'
import { isVerb, nameParts } from '../words/words'

/** The tables of those whose doing a word says: applicants of "applied" and "applications". */
export const actingOf = ({ tables }: DatabaseProfile, said: string): readonly Table[] =>
  tables.filter((table) => isActOf(said, table))

/** The tables whose rows refer to those of others: what applicants applied for. */
export const actsOf = ({ tables }: DatabaseProfile, acting: readonly Table[]): readonly Table[] =>
  acting.flatMap((actor) => tables.filter(({ foreignKeys }) => foreignKeys.some(({ table }) => table === actor.source)))

/** Whether a word says what those do whom the rows of a table are: what applicants applied for, and their applications. */
function isActOf(said: string, { source }: Table): boolean {
  const who = /^(\w{3,}?)(?:ic)?(?:ant|er|or)s?$/.exec(nameParts(source).at(-1) ?? '')?.[1]
  if (who === undefined || !said.startsWith(who)) return false
  return (
    /^(?:ication|ation|ion|ie|i|e)?(?:s|d|ed)?$/.test(said.slice(who.length)) && (isVerb(said) || /ions?$/.test(said))
  )
}
