import type { GivenContext, GivenItem } from '../../../contract/library/memory'
import type { ReportSection, ReportView } from '../../../contract/report/report'
import type { RemarkFact } from '../../../contract/report/report-facts'
import { isGivenMemory, type MemoryRole, memoryOfRole, rolesOf } from '../../../contract/session/engine'
import type { Inquiry } from '../../reasoning'
import { type GivenKey, insertGiven, readGiven } from '../repository/given'
import type { SessionRecord } from '../repository/sessions'
import type { RoleContext } from './context'

/** Which role each part is the work of. */
const roleOfPart = { plan: 'plan', step: 'research', report: 'write' } as const satisfies Record<
  GivenKey['part'],
  MemoryRole
>

/** A session, as far as it decides what it is given. */
type GivenTo = Pick<SessionRecord, 'sessionId' | 'reportVersion' | 'engine' | 'settings'>

/**
 * What the project is, holds and remembers of words, for a part of the session's present version. It is written before it is used, so
 * that an engine that is asked again after a crash is given the same. Undefined where that is nothing.
 */
export async function giveContext(
  { database, projectId, memory, now }: RoleContext,
  { sessionId, reportVersion: version, engine, settings }: GivenTo,
  {
    texts,
    title = '',
    limits,
    ...part
  }: Pick<GivenKey, 'part'> &
    Partial<GivenKey> & { texts: string[]; title?: string; limits: Pick<Inquiry, 'scope' | 'neverUse'> },
  signal: AbortSignal,
): Promise<GivenContext | undefined> {
  if (memory === undefined) return undefined
  const key = { sessionId, version, step: '', ...part }
  let context = await readGiven(database, key)
  if (context === null) {
    const isForModel = rolesOf(engine, settings.roleEngines).length > 0
    const isRemembered = isGivenMemory(memoryOfRole(roleOfPart[key.part], settings.roleMemory))
    const found = await memory.bearingOn({ sessionId, texts, isForModel, isRemembered, limits }, signal)
    if (found === null) return undefined
    context = { part: key.part, title, ...found }
    await insertGiven(database, projectId, key, context, now())
  }
  return context.items.length === 0 ? undefined : context
}

/** Where a report says what the project remembered for it: before what was not found. */
export function withRemembered(sections: ReportView['sections'], items: readonly GivenItem[]): ReportView['sections'] {
  const remembered = items.flatMap((item) => (item.kind === 'memory' || item.kind === 'answer' ? [item] : []))
  const facts: readonly RemarkFact[] = remembered.map((item) =>
    item.kind === 'memory'
      ? { kind: 'toldBefore', values: { text: item.text, at: item.at } }
      : item.sessionId === null || item.version === null
        ? { kind: 'learnedBefore', values: { question: item.question, at: item.at } }
        : {
            kind: 'answeredBefore',
            values: { question: item.question, at: item.at, sessionId: item.sessionId, version: item.version },
          },
  )
  const sectionOf = (kind: 'remembered' | 'answered', ...ofFact: RemarkFact['kind'][]): ReportSection[] => {
    const said = facts.filter((fact) => ofFact.includes(fact.kind))
    const sentences = said.map((fact, at) => ({
      id: `${kind}-${at + 1}`,
      citations: [],
      paragraph: at,
      method: 'none' as const,
      fact,
    }))
    return sentences.length === 0 ? [] : [{ kind, sentences }]
  }
  const told = [...sectionOf('remembered', 'toldBefore'), ...sectionOf('answered', 'answeredBefore', 'learnedBefore')]
  const at = sections.findIndex(({ kind }) => kind === 'notFound' || kind === 'sources')
  return told.length === 0 ? sections : sections.toSpliced(at < 0 ? sections.length : at, 0, ...told)
}
