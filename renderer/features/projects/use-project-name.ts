import { useTranslation } from 'react-i18next'
import type { ProjectSummary } from '../../../contract/app/project'
import { libraryBase } from '../../../contract/resources/resource'

/** What a project is called: the first one, until a person names it, in the window's language. */
export function useProjectName(): (project: Pick<ProjectSummary, 'name'>) => string {
  const { t } = useTranslation()
  return ({ name }) => (name === libraryBase.name ? t('library.title') : name)
}
