import { once } from '../../contract/once'
import type { DatabaseQuestions, DatabaseQuestionsOptions } from './database-questions'
import type { ResultQuestions, ResultQuestionsOptions } from './results/result-questions'

/**
 * Questions on the registered databases of a project. What reads them is loaded with the first: it is a fifth of what a start
 * would load.
 */
export function createDatabaseQuestions(options: DatabaseQuestionsOptions): DatabaseQuestions {
  const loaded = once(async () => (await import('./database-questions')).createDatabaseQuestions(options))
  return {
    ask: async (...given) => (await loaded()).ask(...given),
    askAgain: async (...given) => (await loaded()).askAgain(...given),
    select: async (...given) => (await loaded()).select(...given),
    passedOver: async () => (await loaded()).passedOver(),
    find: async (...given) => (await loaded()).find(...given),
    read: async (...given) => (await loaded()).read(...given),
    correct: async (...given) => (await loaded()).correct(...given),
  }
}

/** Questions on what services answered, loaded alike. */
export function createResultQuestions(options: ResultQuestionsOptions): ResultQuestions {
  const loaded = once(async () => (await import('./results/result-questions')).createResultQuestions(options))
  return {
    ask: async (...given) => (await loaded()).ask(...given),
    select: async (...given) => (await loaded()).select(...given),
  }
}
