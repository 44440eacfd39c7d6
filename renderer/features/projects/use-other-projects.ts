import type { ProjectSummary } from '../../../contract/app/project'
import { useCurrentProject, useTopicValue } from '../../bridge'

/** Projects besides the one that is shown, archived ones among them. */
export function useOtherProjects(): readonly ProjectSummary[] {
  const current = useCurrentProject()
  return (useTopicValue('projects') ?? []).filter(({ id }) => id !== current)
}
