import { QuarryError } from '../../contract/errors'
import { cosine, isNearDuplicate, profileText, type TextProfile } from '../language'
import { registerModel } from '../store'
import type { MemoryPorts } from './ports'

/** A text as it is compared: by its words, and by its meaning where the encoder knows its script. */
export interface Likened {
  readonly profile: TextProfile
  readonly vector: Float32Array | null
}

/** Two texts that are nearer than this say the same. */
const sameFrom = 0.93

/** How near two texts are, 0..1: by their words or by their meaning, whichever says more. */
export const likeness = (left: Likened, right: Likened): number =>
  Math.max(commonWords(left, right), meaning(left, right))

/** From these on two questions ask for much the same. The encoder alone takes autumn for spring, and Graz for Linz. */
const questionFrom = { likeness: 0.75, words: 0.6 } as const

/** How near two questions are, where they ask for much the same and speak of the same names and numbers; else 0. */
export function likenessOfQuestions(left: Likened, right: Likened): number {
  const near = likeness(left, right)
  const isSame =
    near >= questionFrom.likeness &&
    commonWords(left, right) >= questionFrom.words &&
    namesIn(left.profile.text) === namesIn(right.profile.text)
  return isSame ? near : 0
}

/** Names and numbers of a text, but for what begins a sentence with a capital. */
const namesIn = (text: string): string =>
  [...new Set(text.match(/(?<![.?!。？！] |^)\b\p{Lu}[\p{L}\p{N}-]*|\d[\d.,]*/gu) ?? [])]
    .map((name) => name.toLowerCase())
    .sort()
    .join(' ')

function commonWords({ profile: { stems } }: Likened, { profile: { stems: others } }: Likened): number {
  let shared = 0
  for (const stem of stems) if (others.has(stem)) shared += 1
  return shared === 0 ? 0 : shared / Math.sqrt(stems.size * others.size)
}

export const saysTheSame = (left: Likened, right: Likened): boolean =>
  isNearDuplicate(left.profile, right.profile) || meaning(left, right) >= sameFrom

const meaning = (left: Likened, right: Likened): number =>
  left.vector === null || right.vector === null ? 0 : Math.max(0, Math.min(1, cosine(left.vector, right.vector)))

interface StoredText {
  readonly id: string
  readonly text: string
  readonly embedding: Float32Array | null
  /** What made the vector, or found that there is none. */
  readonly model: string | null
}

export interface Likener {
  /** Texts as they are compared. Where the encoder fails, which is reported, by their words alone. */
  prepare(texts: readonly string[], signal?: AbortSignal): Promise<Likened[]>
  /** The same of rows: those without a vector of this model get one. */
  prepareRows<Row extends StoredText>(
    table: 'memories' | 'learning_records',
    rows: readonly Row[],
    signal?: AbortSignal,
  ): Promise<(Row & { readonly likened: Likened })[]>
}

/** Rows that get their vectors at once, at most; the others are compared by their words until the next time. */
const embeddedAtOnce = 200

export function createLikener(ports: MemoryPorts): Likener {
  const { database, projectId, model, covers, onBackgroundError } = ports

  /** Null where the encoder failed. */
  const embed = async (texts: readonly string[], signal?: AbortSignal): Promise<(Float32Array | null)[] | null> => {
    const covered = texts.filter(covers)
    try {
      const vectors = covered.length === 0 ? [] : await ports.embed(covered, { signal })
      const byText = new Map(covered.map((text, at) => [text, vectors[at] ?? null]))
      return texts.map((text) => byText.get(text) ?? null)
    } catch (error) {
      signal?.throwIfAborted()
      if (!(error instanceof QuarryError)) throw error
      onBackgroundError(error)
      return null
    }
  }

  return {
    async prepare(texts, signal) {
      const vectors = await embed(texts, signal)
      return texts.map((text, at) => ({ profile: profileText(text), vector: vectors?.[at] ?? null }))
    },
    async prepareRows(table, rows, signal) {
      const key = table === 'memories' ? 'memory_id' : 'record_id'
      const due = rows.filter((row) => row.model !== model.id).slice(0, embeddedAtOnce)
      const made = await embed(
        due.map(({ text }) => text),
        signal,
      )
      if (made !== null && due.length > 0) {
        await registerModel(database, model)
        for (const [at, { id }] of due.entries()) {
          await database.query(`update ${table} set embedding = $3, model = $4 where project_id = $1 and ${key} = $2`, [
            projectId,
            id,
            made[at] ?? null,
            model.id,
          ])
        }
      }
      const fresh = new Map(due.map(({ id }, at) => [id, made?.[at] ?? null]))
      return rows.map((row) => ({
        ...row,
        likened: {
          profile: profileText(row.text),
          vector: row.model === model.id ? (row.embedding?.slice() ?? null) : (fresh.get(row.id) ?? null),
        },
      }))
    },
  }
}
