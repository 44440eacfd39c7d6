import { type ConnectionAttempt, type ConnectionRecord, keptConnections } from '../../contract/calls/connections'
import { asJson, type Database } from '../store'
import type { ConnectionPurpose } from './purpose'

/** Who tried to connect, and for what. */
export interface ConnectionOrigin extends Partial<ConnectionPurpose> {
  readonly process: string
}

/** Everything that was allowed or refused to connect. */
export interface ConnectionLog {
  note(attempt: ConnectionAttempt, origin: ConnectionOrigin): void
  /** The newest first. */
  list(page: { readonly offset: number; readonly limit: number }): Promise<{
    readonly connections: ConnectionRecord[]
    readonly total: number
  }>
  /** Writes what is not written yet. */
  close(): Promise<void>
}

/** Different attempts that wait to be written at the same time; of more only the number is kept. */
const maxWaiting = 500
const maxHostLength = 300

/** The log of a data folder. Attempts that are alike become one line while the lines before them are written. */
export function createConnectionLog(database: Database, onBackgroundError: (error: unknown) => void): ConnectionLog {
  let waiting = new Map<string, ConnectionAttempt & ConnectionOrigin & { count: number }>()
  let writing: Promise<void> | null = null

  async function write(): Promise<void> {
    while (waiting.size > 0) {
      const rows = [...waiting.values()]
      waiting = new Map()
      await insertConnections(database, rows)
    }
  }
  function beginWriting(): Promise<void> {
    writing ??= write().finally(() => {
      writing = null
    })
    return writing
  }

  return {
    note(attempt, origin) {
      const { at, ...alike } = { ...attempt, ...origin, host: attempt.host?.slice(0, maxHostLength) ?? null }
      let key = JSON.stringify(alike)
      let row = { at, ...alike, count: 1 }
      if (waiting.size >= maxWaiting && !waiting.has(key)) {
        const { kind, decision, process } = row
        key = JSON.stringify([kind, decision, process])
        row = { at, kind, decision, process, host: null, port: null, count: 1 }
      }
      const known = waiting.get(key)
      if (known === undefined) waiting.set(key, row)
      else known.count++
      beginWriting().catch(onBackgroundError)
    },
    list: (page) => readConnections(database, page),
    async close() {
      await beginWriting()
    },
  }
}

async function insertConnections(
  database: Database,
  rows: readonly (ConnectionAttempt & ConnectionOrigin & { readonly count: number })[],
): Promise<void> {
  await database.transaction(async (transaction) => {
    await transaction.query(
      `insert into connections (at, kind, host, port, decision, count, process, tool, of_resource, of_project, of_session)
       select one.at, one.kind, one.host, one.port, one.decision, one.count, one.process, one.tool, one."resourceId",
         coalesce(s.project_id, r.project_id), s.session_id
       from jsonb_to_recordset($1::jsonb) as one (at timestamptz, kind text, host text, port integer, decision text,
         count integer, process text, tool text, "resourceId" text, "sessionId" text)
         left join sessions s on s.session_id = one."sessionId"
         left join resource_registry r on r.resource_id = one."resourceId"`,
      [asJson(rows)],
    )
    await transaction.query(
      'delete from connections where connection_id <= (select max(connection_id) - $1 from connections)',
      [keptConnections],
    )
  })
}

async function readConnections(
  database: Database,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<{ connections: ConnectionRecord[]; total: number }> {
  type Row = Omit<ConnectionRecord, 'at' | 'connectionId'> & { at: string | Date; connectionId: number | string }
  const rows = await database.query<Row>(
    `select c.connection_id as "connectionId", c.at, c.kind, c.host, c.port, c.decision, c.count, c.process, c.tool,
       p.name as "projectName", s.session_id as "sessionId", s.title as "sessionTitle", c.of_resource as "resourceId",
       r.name as "resourceName"
     from connections c left join projects p on p.project_id = c.of_project
       left join sessions s on s.session_id = c.of_session and s.project_id = c.of_project
       left join resource_registry r on r.resource_id = c.of_resource and r.project_id = c.of_project
     order by c.connection_id desc offset $1 limit $2`,
    [offset, limit],
  )
  const [counted] = await database.query<{ total: number }>('select count(*)::int as total from connections')
  return {
    connections: rows.map((row) => ({
      ...row,
      connectionId: Number(row.connectionId),
      at: new Date(row.at).toISOString(),
    })),
    total: counted?.total ?? 0,
  }
}
