import { ownTools } from '../../../contract/own-tools'
import { quarry, useCall } from '../../bridge'

const suggestedAtMost = 200

/** Names that a rule may mean: Quarry's own tools, what was called, and the resources that there are. */
export function useRuleSuggestions(): Readonly<Record<'tool' | 'server' | 'resource', readonly string[]>> {
  const page = { offset: 0, limit: suggestedAtMost }
  const called = useCall('calls', () => quarry.callsList({ ...page, filter: {} })).value?.calls ?? []
  const listed = useCall('resources', () => quarry.resourcesList({ ...page, parentId: null })).value?.resources ?? []
  const resources = listed.map(({ name }) => name)
  return {
    tool: distinct([...Object.keys(ownTools), ...called.map(({ tool }) => tool)]),
    server: distinct(['builtin', ...called.map(({ server }) => server)]),
    resource: distinct([...called.flatMap(({ resourceName }) => resourceName ?? []), ...resources]),
  }
}

const distinct = (names: readonly string[]): string[] => [...new Set(names)].toSorted()
