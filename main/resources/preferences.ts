import type { SqlExecutor } from '../store'
import { termsOf } from './matcher/terms'

/** What a person chose for a question before, in place of what Quarry proposed. */
export interface Preference {
  readonly question: string
  readonly chosen: readonly string[]
  readonly passedOver: readonly string[]
}

/** So many of the latest choices are looked at. */
const looked = 500
/** Share of their words that two questions must have in common for a choice to hold for both. */
const leastAlike = 0.5

/**
 * What a person last said of the question that shares most of its words with this one; null where they said nothing of such a
 * question, or chose none. By words: sentences that differ in what they ask about alone ("customers", "employees") are near
 * each other by meaning.
 */
export async function readPreference(
  executor: SqlExecutor,
  projectId: string,
  question: string,
): Promise<Preference | null> {
  const words = stemsOf(question)
  if (words.size === 0) return null
  // Each further resource that is spoken of has a row of its own below the id of the first.
  const said = await executor.query<{ question: string; chosen: string[] | null; passed_over: string[] | null }>(
    `select min(user_query) as question,
       array_agg(selected_resource) filter (where user_feedback = 'helpful') as chosen,
       array_agg(selected_resource) filter (where user_feedback = 'unhelpful') as passed_over
     from resource_match_history
     where project_id = $1 and user_feedback is not null and selected_resource is not null
     group by split_part(match_id, '/', 1) order by max(created_at) desc, min(match_id) limit ${looked}`,
    [projectId],
  )
  let nearest: Preference | null = null
  let most = leastAlike
  for (const { question: before, chosen, passed_over } of said) {
    const likeness = shareOf(words, stemsOf(before))
    if (likeness < most || (likeness === most && nearest !== null)) continue
    most = likeness
    nearest = { question: before, chosen: chosen ?? [], passedOver: passed_over ?? [] }
  }
  return nearest !== null && nearest.chosen.length > 0 ? nearest : null
}

const stemsOf = (text: string): ReadonlySet<string> => new Set(termsOf(text).map(({ stem }) => stem))

function shareOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const common = [...one].filter((stem) => other.has(stem)).length
  const either = one.size + other.size - common
  return either === 0 ? 0 : common / either
}
