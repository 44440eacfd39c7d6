import { ownTools } from '../../contract/calls/own-tools'
import { QuarryError } from '../../contract/errors'
import type { DiscoveredResource, MatchAnswer } from '../../contract/resources/resource-match'

/**
 * The discovery tool: parses what a model wrote, matches, and answers with what the model needs to choose and to call.
 * @throws QuarryError `input.invalid` with what is expected, and what `match` throws
 */
export async function discoverResources(
  input: unknown,
  match: (query: string, maxResources: number) => Promise<MatchAnswer>,
): Promise<DiscoveredResource[]> {
  const parsed = ownTools.resource_discovery.input.safeParse(input)
  if (!parsed.success) {
    const problem = parsed.error.issues[0]
    throw new QuarryError(
      'input.invalid',
      `${problem?.path.join('.') || 'The input'}: ${problem?.message ?? 'unknown'}`,
      {
        remedy: 'giveUserQuery',
        cause: parsed.error,
      },
    )
  }
  const answer = await match(parsed.data.user_query, parsed.data.max_resources)
  return answer.matches.map(({ resource, confidence }) => ({
    id: resource.resourceId,
    name: resource.name,
    type: resource.type,
    description: resource.description,
    capabilities: resource.capabilities,
    usage_info: resource.usageInfo,
    confidence,
  }))
}
