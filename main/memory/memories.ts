import { randomUUID } from 'node:crypto'
import { QuarryError } from '../../contract/errors'
import type { MemoryView, WrittenMemory } from '../../contract/library/memory'
import { storable } from '../../contract/storable'
import { holdsSecret } from '../gate'
import { asJson, noteRemoval, type SqlExecutor } from '../store'
import { decayed, keptFrom, worthKeeping } from './importance'
import { createLikener, type Likened, saysTheSame } from './likeness'
import type { MemoryPorts } from './ports'

/** A memory that is about to be kept. */
interface MemoryDraft {
  readonly text: string
  readonly tags: readonly string[]
  readonly importance: number
  readonly origin: MemoryView['origin']
  readonly sessionId: string | null
}

/** Writes what was prepared, in the transaction of whatever it belongs to. */
export type WriteMemory = (transaction: SqlExecutor) => Promise<void>

/** A memory with what it takes to say whether it bears on something. */
export interface LikenedMemory {
  readonly id: string
  readonly text: string
  readonly tags: readonly string[]
  readonly at: string
  /** Its importance, decayed. */
  readonly worth: number
  readonly likened: Likened
}

export interface Memories {
  /** Those whose text or tags hold the words, the last changed first. */
  list(page: {
    readonly text?: string | undefined
    readonly offset: number
    readonly limit: number
  }): Promise<{ readonly memories: MemoryView[]; readonly total: number }>
  /** Secrets are masked. What says the same as one that is there renews that one. */
  add(written: WrittenMemory): Promise<MemoryView>
  /** From then on it is the person's own. Throws `memory.notFound`. */
  edit(memoryId: string, written: WrittenMemory): Promise<MemoryView>
  /** Null: all. Answers how many there were. */
  remove(memoryIds: readonly string[] | null): Promise<number>
  /** What is worth keeping of what a person said in a session; the rules decide. */
  prepare(said: readonly string[], sessionId: string): Promise<WriteMemory>
  /** What a language model wants kept; says what became of it. */
  storeByModel(written: WrittenMemory & { readonly importance: number }, sessionId: string | null): Promise<string>
  /** All that sessions can be given. */
  all(signal?: AbortSignal): Promise<LikenedMemory[]>
}

/** What a person writes down counts at least so much. */
const writtenWorth = 0.8
/** Compared with each other at most, the last changed ones. */
const mostCompared = 5000

interface Row {
  memory_id: string
  text: string
  tags: string[]
  importance: number
  origin: MemoryView['origin']
  session_id: string | null
  title: string | null
  created_at: string
  updated_at: string
  last_used_at: string | null
  uses: number
}

const toView = (row: Row): MemoryView => ({
  memoryId: row.memory_id,
  text: row.text,
  tags: row.tags,
  importance: row.importance,
  origin: row.origin,
  session: row.session_id === null ? null : { sessionId: row.session_id, title: row.title ?? '' },
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  lastUsedAt: row.last_used_at,
  uses: row.uses,
})

const columns = `m.memory_id, m.text, m.tags, m.importance, m.origin, m.session_id, s.title, m.created_at, m.updated_at,
  m.last_used_at, m.uses`

export function createMemories(ports: MemoryPorts): Memories {
  const { database, projectId, now } = ports
  const likener = createLikener(ports)

  const read = async (memoryId: string): Promise<MemoryView> => {
    const [row] = await database.query<Row>(
      `select ${columns} from memories m left join sessions s on s.session_id = m.session_id
       where m.project_id = $1 and m.memory_id = $2`,
      [projectId, memoryId],
    )
    if (row === undefined) {
      throw new QuarryError('memory.notFound', 'This memory no longer exists.', { context: { memoryId } })
    }
    return toView(row)
  }

  /** Without secrets, as the store can keep it. */
  const clean = async (text: string): Promise<string> => (await ports.redact([storable(text).trim()]))[0]?.text ?? ''

  const all = async (signal?: AbortSignal) => {
    const rows = await database.query<
      Pick<Row, 'text' | 'tags' | 'importance' | 'updated_at' | 'last_used_at'> & {
        id: string
        embedding: Float32Array | null
        model: string | null
      }
    >(
      `select memory_id as id, text, tags, importance, updated_at, last_used_at, embedding, model from memories
       where project_id = $1 order by updated_at desc, memory_id limit $2`,
      [projectId, mostCompared],
      { signal },
    )
    return likener.prepareRows('memories', rows, signal)
  }

  /** What keeps a draft, or renews the one that says the same; with the id that it has then. */
  const keep = async (draft: MemoryDraft): Promise<{ readonly memoryId: string; readonly write: WriteMemory }> => {
    const [likened] = await likener.prepare([draft.text])
    const same = likened && (await all()).find((other) => saysTheSame(likened, other.likened))
    const at = now().toISOString()
    if (same !== undefined) {
      return {
        memoryId: same.id,
        async write(transaction) {
          await transaction.query(
            `update memories set importance = greatest(importance, $3), updated_at = $4
             where project_id = $1 and memory_id = $2`,
            [projectId, same.id, draft.importance, at],
          )
        },
      }
    }
    const memoryId = randomUUID()
    return {
      memoryId,
      async write(transaction) {
        await transaction.query(
          `insert into memories (memory_id, project_id, text, tags, importance, origin, session_id, created_at, updated_at)
           values ($1, $2, $3, $4::jsonb, $5, $6, $7, $8, $8)`,
          [memoryId, projectId, draft.text, asJson(draft.tags), draft.importance, draft.origin, draft.sessionId, at],
        )
      },
    }
  }

  /** A memory out of a session as plugins leave it; null where one drops it. What they write is cleaned as anything else. */
  const asPluginsWant = async (draft: MemoryDraft): Promise<MemoryDraft | null> => {
    const hooks = ports.hooks?.() ?? null
    const { sessionId } = draft
    if (hooks === null || sessionId === null) return draft
    let wanted: MemoryDraft | null = draft
    const inputOf = () => {
      const { text, tags, importance, origin } = wanted ?? draft
      return { memory: wanted === null ? null : { text, tags, importance, origin } }
    }
    await hooks.ask(sessionId, 'memory.beforeStore', inputOf, async (reply) => {
      if (wanted === null) return
      if ('drop' in reply) {
        wanted = null
        return
      }
      const { text = wanted.text, tags = wanted.tags } = reply
      const cleaned = text === wanted.text ? text : await clean(text)
      if (cleaned !== '' && !holdsSecret(cleaned)) wanted = { ...wanted, text: cleaned, tags }
    })
    return wanted
  }

  return {
    async list({ text = '', offset, limit }) {
      const hasWords = `($2 = '' or position($2 in lower(m.text || ' ' || m.tags::text)) > 0)`
      const words = text.trim().toLowerCase()
      const rows = await database.query<Row>(
        `select ${columns} from memories m left join sessions s on s.session_id = m.session_id
         where m.project_id = $1 and ${hasWords} order by m.updated_at desc, m.memory_id offset $3 limit $4`,
        [projectId, words, offset, limit],
      )
      const [counted] = await database.query<{ total: number }>(
        `select count(*)::int as total from memories m where m.project_id = $1 and ${hasWords}`,
        [projectId, words],
      )
      return { memories: rows.map(toView), total: counted?.total ?? 0 }
    },
    async add({ text, tags }) {
      const cleaned = await clean(text)
      const found = worthKeeping(cleaned)
      const importance = Math.max(writtenWorth, found?.importance ?? 0)
      const draft = { text: cleaned, tags, importance, origin: 'person' as const, sessionId: null }
      const { memoryId, write } = await keep(draft)
      await database.transaction(write)
      return read(memoryId)
    },
    async edit(memoryId, { text, tags }) {
      const { importance } = await read(memoryId)
      const worth = Math.max(writtenWorth, importance)
      const cleaned = await clean(text)
      await database.transaction(async (transaction) => {
        await transaction.query(
          `update memories set text = $3, tags = $4::jsonb, importance = $5, origin = 'person', updated_at = $6,
             embedding = null, model = null
           where project_id = $1 and memory_id = $2`,
          [projectId, memoryId, cleaned, asJson(tags), worth, now().toISOString()],
        )
        // What it said before goes from the dumps, too.
        await noteRemoval(transaction)
      })
      await ports.forgetRemoved()
      return read(memoryId)
    },
    async remove(memoryIds) {
      const removed = await database.transaction(async (transaction) => {
        const rows = await transaction.query(
          `delete from memories where project_id = $1 and ($2::text[] is null or memory_id = any($2::text[]))
           returning memory_id`,
          [projectId, memoryIds],
        )
        await noteRemoval(transaction)
        return rows.length
      })
      await ports.forgetRemoved()
      return removed
    },
    async prepare(said, sessionId) {
      const writes: WriteMemory[] = []
      for (const words of said) {
        const found = worthKeeping(words)
        const text = found === null ? '' : await clean(found.text)
        // A secret that has no form of its own is known by what is said around it.
        if (found === null || text === '' || holdsSecret(text)) continue
        const draft = await asPluginsWant({ ...found, text, origin: 'rules', sessionId })
        if (draft !== null) writes.push((await keep(draft)).write)
      }
      return async (transaction) => {
        for (const write of writes) await write(transaction)
      }
    },
    async storeByModel({ text, tags, importance }, sessionId) {
      const cleaned = await clean(text)
      if (importance <= keptFrom) return `not stored: its importance is not above ${keptFrom}`
      if (holdsSecret(cleaned)) return 'not stored: it holds a secret'
      const draft = await asPluginsWant({ text: cleaned, tags, importance, origin: 'model', sessionId })
      if (draft === null) return 'not stored: a plugin dropped it'
      const { write } = await keep(draft)
      await database.transaction(write)
      return 'stored'
    },
    async all(signal) {
      const nowMs = now().getTime()
      return (await all(signal)).map(({ id, text, tags, importance, updated_at, last_used_at, likened }) => {
        const lastMs = Math.max(Date.parse(updated_at), last_used_at === null ? 0 : Date.parse(last_used_at))
        return { id, text, tags, at: updated_at, worth: decayed(importance, lastMs, nowMs), likened }
      })
    },
  }
}
