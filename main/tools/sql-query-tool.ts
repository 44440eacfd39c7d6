import { z } from 'zod'
import type { DatabaseAnswer } from '../../contract/database-answer'
import { QuarryError } from '../../contract/errors'
import type { DatabaseQuestions } from '../text2sql'
import type { Tool } from './tool'

const input = z.object({ question: z.string().min(1).max(4000).describe('What to count, add, rank or list.') })

/** A question to a database, which becomes a read-only query by rules; what is not sure is declined with its reason. */
export function createSqlQueryTool(questions: Pick<DatabaseQuestions, 'ask'>): Tool {
  return {
    name: 'sql_query',
    server: 'builtin',
    tier: 'L2',
    effect: 'reads',
    description: 'Answers a question on a database with one read-only query, and declines what it is not sure of.',
    inputSchema: z.toJSONSchema(input, { io: 'input' }),
    // Rows have a limit of their own.
    outputBytes: null,
    measured: ['at'],
    async run(given, { resourceId, signal }) {
      if (resourceId === null) throw new QuarryError('input.invalid', 'A question needs the database that it is for.')
      const { question } = input.parse(given)
      return questions.ask(resourceId, question, signal)
    },
    hasAsked: (answer) => (answer as DatabaseAnswer).declined === null,
  }
}
