import type { DatabaseAnswer } from '../../contract/databases/database-answer'
import type {
  DeclinedQuestion,
  DecliningDatabase,
  PassedOverDatabase,
} from '../../contract/databases/declined-question'
import type { QuestionReading } from '../../contract/databases/known-query'
import type { QueryRead } from '../../contract/databases/query-reading'
import { QuarryError, toErrorShape } from '../../contract/errors'
import type { ResourceSummary, UniversalResource } from '../../contract/resources/resource'
import type { Declined } from './answerable'
import { askDatabase, readQuestion } from './ask'
import { createDatabaseProfiles, type SelectFrom } from './database-profiles'
import type { KnownQueries } from './known-queries'
import { isNear, nearestReadings } from './nearest'
import { toldReading } from './query/told-reading'
import { basisOf } from './question/basis'
import type { Text2Sql } from './question-to-query'
import { mostCalledAlike } from './schema/names-in-rows'
import { declinedAnswer, rowsAnswer } from './told-answer'

/** Rows of an answer that are kept, and databases that a question is held against. */
const maxRows = 1000
/** Rows that a figure is computed from: of more it would be the figure of a part. */
const basisRows = 10_000
const maxDatabases = 24
/** Under a scope: what it names may match worse than much else. */
const mostScoped = 1000
/** Databases that are asked the same question. */
const mostAlike = 4
/** Databases that say why they cannot be asked. */
const mostTold = 2
/** Time that a question waits for one database, and for all: one that takes longer is passed over. */
const findLimits = { databaseMs: 30_000, allMs: 45_000 }
/**
 * A database that was passed over is not asked by itself again for so long, unless it changes: one that failed by itself,
 * and one that may only have waited for its turn on a busy machine. One that is still being looked at is when that has ended.
 */
const restMs = { failed: 600_000, late: 30_000 }

/** What costs a process, or as long as it may take, each time. */
const costly: ReadonlySet<string> = new Set(['resource.timeout', 'resource.crashed', 'resource.tooLarge'])

/** A question that was declined, with what it may mean; a person who chooses one of these corrects its reading. */
const toldDecline = (text2sql: Text2Sql, question: string, declined: Declined): DeclinedQuestion => ({
  reason: declined.reason,
  words: [...declined.words],
  ...(declined.held !== undefined && { held: declined.held }),
  instead: nearestReadings(text2sql, question, declined).map((one) => toldReading(one, question)),
})

interface FoundDatabase {
  readonly resourceId: string
  readonly name: string
  /** 0..1 */
  readonly sureness: number
  readonly reading: QueryRead
}

interface FoundDatabases {
  readonly askable: readonly FoundDatabase[]
  /** Databases that can be asked alike, where they are more than are asked. */
  readonly tooManyAlike: readonly FoundDatabase[]
  /** Reads the question again, without the words that each does not know. */
  declining(): readonly DecliningDatabase[]
}

const tooLate = (limitMs: number): QuarryError =>
  new QuarryError('resource.timeout', `What it holds was not read within ${limitMs / 1000} seconds.`, {
    remedy: 'askWhenLessBusy',
    context: { limitMs },
  })

export interface DatabaseQuestions {
  /**
   * Asks one database. Throws `resource.*`, `egress.denied` and the signal's reason.
   * @param isBasis for the rows that the figure is computed from which the question asks for
   */
  ask(resourceId: string, question: string, signal: AbortSignal, isBasis?: boolean): Promise<DatabaseAnswer>
  /** Asks again what was answered. Throws as `ask` does. */
  askAgain(answer: DatabaseAnswer, signal: AbortSignal): Promise<DatabaseAnswer>
  /** Runs one SELECT as it is. Throws as `ask` does, and `resource.invalid` for any other statement. */
  select(resourceId: string, sql: string, signal: AbortSignal): Promise<DatabaseAnswer>
  /**
   * The database that a question can be asked of best by its names and values; those that can be alike (a file of sales for
   * each year), and none of them where they are more than a few. Where none can, `declining` has those
   * that say why they cannot, the nearest first.
   */
  find(question: string, signal: AbortSignal, among?: readonly string[]): Promise<FoundDatabases>
  /** Those that the last questions were not held against, because they failed or took too long. */
  passedOver(): Promise<readonly PassedOverDatabase[]>
  /** How a question would be read. Asks nothing of it. */
  read(resourceId: string, question: string, signal: AbortSignal): Promise<QuestionReading>
  /**
   * Keeps how a person wants a question read, once the query has run. Throws `input.invalid` where the database has not
   * what the reading names, and as `ask` does.
   */
  correct(resourceId: string, question: string, reading: QueryRead, signal: AbortSignal): Promise<QueryRead>
}

export interface DatabaseQuestionsOptions {
  /** The databases of the project, at most so many, the likeliest for the question first. */
  readonly list: (
    question: string,
    most: number,
    signal: AbortSignal,
  ) => Promise<readonly Pick<ResourceSummary, 'resourceId'>[]>
  readonly get: (resourceId: string) => Promise<UniversalResource>
  readonly select: SelectFrom
  readonly known: Pick<KnownQueries, 'find' | 'keep' | 'noteUse'>
  /** ISO time. */
  readonly now?: () => string
  readonly limits?: typeof findLimits
}

/** Questions on the registered databases of a project. What is read of one is kept until it is looked at anew. */
export function createDatabaseQuestions(options: DatabaseQuestionsOptions): DatabaseQuestions {
  const { get, select, known, now = () => new Date().toISOString(), limits = findLimits } = options
  const profiles = createDatabaseProfiles(select)
  const passedOver = new Map<string, PassedOverDatabase & { readonly updatedAt: string; readonly untilMs: number }>()

  const isResting = ({ resourceId, updatedAt }: UniversalResource): boolean => {
    const passed = passedOver.get(resourceId)
    if (passed?.updatedAt !== updatedAt) return false
    return profiles.isUnderWay(resourceId) || performance.now() < passed.untilMs
  }

  function passOver({ resourceId, name, updatedAt }: UniversalResource, error: QuarryError, restedMs: number): void {
    const untilMs = performance.now() + restedMs
    passedOver.set(resourceId, { resourceId, name, error: toErrorShape(error), updatedAt, untilMs })
  }

  /** As a person corrected questions of this shape, else by the rules. */
  async function readingOf(resourceId: string, rules: Text2Sql, question: string, signal: AbortSignal) {
    const byRules = async () => {
      const read = await readQuestion(rules, question, ({ sql, parameters }) =>
        select(resourceId, { sql, parameters, maxRows: mostCalledAlike + 1, signal }),
      )
      return { queryId: null, ...read, told: null }
    }
    const corrected = await known.find(resourceId, rules.shapeOf(question))
    if (corrected === null) return byRules()
    const { values } = corrected.reading
    const told: QueryRead = { kind: 'queryRead', values: { ...values, question, corrected: true } }
    try {
      return { queryId: corrected.queryId, text2sql: rules, read: rules.queryOf(told), told }
    } catch (error) {
      // The database is another than it was then: its tables or columns have other names now.
      if (!(error instanceof QuarryError)) throw error
      return byRules()
    }
  }

  return {
    async read(resourceId, question, signal) {
      const rules = await profiles.of(await get(resourceId), signal)
      const { text2sql, read, told } = await readingOf(resourceId, rules, question, signal)
      if (read.kind === 'query') return { kind: 'read', reading: told ?? toldReading(read, question) }
      const basis = basisOf(text2sql, question)
      if (basis.kind === 'query') return { kind: 'read', reading: toldReading(basis) }
      return { kind: 'declined', ...toldDecline(text2sql, question, read) }
    },
    async correct(resourceId, question, reading, signal) {
      const text2sql = await profiles.of(await get(resourceId), signal)
      const told: QueryRead = { kind: 'queryRead', values: { ...reading.values, question, corrected: true } }
      const { sql, parameters } = text2sql.queryOf(told).statement
      await select(resourceId, { sql, parameters, maxRows: 1, signal })
      await known.keep(resourceId, question, text2sql.shapeOf(question), told)
      return told
    },
    async ask(resourceId, question, signal, isBasis = false) {
      const resource = await get(resourceId)
      const rules = await profiles.of(resource, signal)
      const { queryId, text2sql, read, told } = isBasis
        ? { queryId: null, text2sql: rules, read: basisOf(rules, question), told: null }
        : await readingOf(resourceId, rules, question, signal)
      const limit = isBasis ? basisRows : maxRows
      const all = await askDatabase(
        text2sql,
        question,
        ({ sql, parameters }) => select(resourceId, { sql, parameters, maxRows: limit, signal }),
        read,
      )
      const isPart = isBasis && all.kind === 'query' && all.rows.truncated
      const asked: typeof all = isPart ? { kind: 'declined', reason: 'tooMuch', words: [] } : all
      if (queryId !== null) await known.noteUse(queryId)
      const answered = { resourceId, resourceName: resource.name, at: now() }
      if (asked.kind === 'declined') return declinedAnswer(answered, toldDecline(text2sql, question, asked))
      // What a person corrected would be the rows, and no figure.
      return rowsAnswer(answered, asked, told ?? toldReading(asked, isBasis ? undefined : question))
    },
    async select(resourceId, sql, signal) {
      const { name } = await get(resourceId)
      const { columns, rows, truncated } = await select(resourceId, { sql, maxRows, signal })
      return {
        resourceId,
        resourceName: name,
        at: now(),
        statement: sql,
        reading: null,
        parameters: [],
        columns: [...columns],
        rows: rows.map((row) => [...row]),
        ...(truncated ? { truncated } : {}),
        declined: null,
      }
    },
    async askAgain(answer, signal) {
      const { resourceId, statement, parameters } = answer
      if (statement === null) return answer
      const asked = { sql: statement, parameters, maxRows: basisRows, signal }
      const { columns, rows, truncated } = await select(resourceId, asked)
      return { ...answer, at: now(), columns: [...columns], rows: rows.map((row) => [...row]), truncated }
    },
    async find(question, signal, among) {
      const answering: FoundDatabase[] = []
      const declining: (Pick<DecliningDatabase, 'resourceId' | 'name'> & { text2sql: Text2Sql; read: Declined })[] = []
      const late = AbortSignal.timeout(limits.allMs)
      const likeliest = await options.list(question, among === undefined ? maxDatabases : mostScoped, signal)
      const listed = likeliest.filter(({ resourceId }) => among?.includes(resourceId) !== false)
      if (among === undefined) {
        for (const id of passedOver.keys())
          if (!listed.some(({ resourceId }) => resourceId === id)) passedOver.delete(id)
      }
      for (const { resourceId } of listed.slice(0, maxDatabases)) {
        signal.throwIfAborted()
        const resource = await get(resourceId)
        if (isResting(resource)) continue
        if (late.aborted) {
          passOver(resource, tooLate(limits.allMs), 0)
          continue
        }
        const slow = AbortSignal.timeout(limits.databaseMs)
        try {
          const within = AbortSignal.any([signal, late, slow])
          const rules = await profiles.of(resource, within)
          const { text2sql, read, told } = await readingOf(resourceId, rules, question, within)
          const asked = read.kind === 'query' ? read : basisOf(text2sql, question)
          if (asked.kind === 'query') {
            const { name } = resource
            answering.push({ resourceId, name, sureness: asked.sureness, reading: told ?? toldReading(asked) })
          } else if (read.kind === 'declined') declining.push({ resourceId, name: resource.name, text2sql, read })
          passedOver.delete(resourceId)
        } catch (error) {
          signal.throwIfAborted()
          const isKnown = error instanceof QuarryError
          if (isKnown && costly.has(error.code)) passOver(resource, error, restMs.failed)
          else if (slow.aborted || late.aborted) {
            const isLooking = profiles.isUnderWay(resourceId)
            passOver(resource, tooLate(limits.databaseMs), slow.aborted && !isLooking ? restMs.late : 0)
          } else if (isKnown) passOver(resource, error, 0)
          else throw error
        }
      }
      const most = Math.max(...answering.map(({ sureness }) => sureness))
      const best = answering.filter(({ sureness }) => sureness === most)
      if (best.length > mostAlike) return { askable: [], tooManyAlike: best, declining: () => [] }
      if (best.length > 0) return { askable: best, tooManyAlike: [], declining: () => [] }
      const nearest = (): DecliningDatabase[] =>
        declining
          .map(({ text2sql, read, ...database }): DecliningDatabase => {
            const declined = toldDecline(text2sql, question, read)
            return { ...database, isNear: isNear(question, declined), declined }
          })
          .toSorted(
            (one, other) =>
              Number(other.isNear) - Number(one.isNear) || one.declined.words.length - other.declined.words.length,
          )
          .slice(0, mostTold)
      return { askable: [], tooManyAlike: [], declining: nearest }
    },
    passedOver: async () =>
      [...passedOver.values()].map(({ resourceId, name, error }) => ({ resourceId, name, error })),
  }
}
