import { QuarryError } from '../../../contract/errors'
import { keyOfPlace, type Place } from '../../../contract/report/place'
import type { EvidenceChoice, SessionSettings, SessionView } from '../../../contract/session/session'
import { asJson, type SqlExecutor } from '../../store'
import { readSession } from './sessions'

/** Writes a decision into the session's settings. Throws `session.notFound`, and `place.invalid` for no such citation. */
export async function recordChoice(
  transaction: SqlExecutor,
  projectId: string,
  sessionId: string,
  choice: EvidenceChoice,
): Promise<void> {
  await transaction.query('select 1 from sessions where session_id = $1 for update', [sessionId])
  const { settings } = await readSession(transaction, projectId, sessionId)
  const changed = { ...settings, ...(await chosen(transaction, sessionId, settings, choice)) }
  await transaction.query('update sessions set settings = $2::jsonb where session_id = $1', [
    sessionId,
    asJson(changed),
  ])
}

async function chosen(
  transaction: SqlExecutor,
  sessionId: string,
  { neverUse = [], pinned = [] }: SessionSettings,
  choice: EvidenceChoice,
): Promise<Partial<SessionSettings>> {
  if (choice.kind === 'neverUse') {
    const others = neverUse.filter((sourceId) => sourceId !== choice.sourceId)
    return { neverUse: choice.isNever ? [...others, choice.sourceId] : others }
  }
  const without = (key: string) => pinned.filter(({ place }) => keyOfPlace(place) !== key)
  if (choice.kind === 'unpin') return { pinned: without(choice.placeKey) }
  const [cited] = await transaction.query<{ place: Place; cited_text: string }>(
    'select place, cited_text from citations where session_id = $1 and version = $2 and n = $3',
    [sessionId, choice.version, choice.n],
  )
  if (cited === undefined) {
    throw new QuarryError('place.invalid', 'The report has no such citation.', { context: { n: choice.n } })
  }
  return { pinned: [...without(keyOfPlace(cited.place)), { sentence: cited.cited_text, place: cited.place }] }
}

/** Sources that are never used, by whom it was decided. A source that is gone is not among them. */
export async function readNeverUsed(
  executor: SqlExecutor,
  projectId: string,
  sessionId: string,
): Promise<SessionView['neverUsed']> {
  return executor.query<SessionView['neverUsed'][number]>(
    `select o.source_id as "sourceId", coalesce(o.title, o.name) as name, c.scope
     from (
       select jsonb_array_elements_text(settings -> 'neverUse') as source_id, 'session' as scope
       from sessions where session_id = $2
       union all
       select jsonb_array_elements_text(value), 'project' from project_settings
       where project_id = $1 and key = 'neverUse'
     ) c join sources o on o.source_id = c.source_id and o.project_id = $1 order by name, scope`,
    [projectId, sessionId],
  )
}
