import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProjectSummary } from '../../../contract/app/project'
import type { FoundHit } from '../../../contract/recall/search'
import { showProject, useCurrentProject } from '../../bridge'
import { Failure, Loading } from '../../ui/states'
import { useFormat } from '../../window/use-format'
import { areByMeaningAlone, useTypedHits } from '../../window/use-typed-hits'
import { type SearchState, useWindowState } from '../../window/window-state'
import { useProjectName } from '../projects/use-project-name'
import { HitRow } from './hit-row'
import { wordsToMark } from './snippet'

/** Hits as they are listed: recall's order, or the newest first. */
export const listedHits = (hits: readonly FoundHit[], sort: SearchState['sort']): readonly FoundHit[] =>
  sort === 'date' ? hits.toSorted((a, b) => b.changedAt.localeCompare(a.changedAt)) : hits

/**
 * What another project has of the same search, below this project's hits: scores of two libraries say nothing of each
 * other. A hit opens in its project, with the search.
 * @param asked key of the query, see `keyOfQuery`
 */
export function ProjectHits({ project, asked }: { project: ProjectSummary; asked: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const nameOf = useProjectName()
  const current = useCurrentProject()
  const { search } = useWindowState()
  const found = useTypedHits(asked, project.id, null)
  const marked = useMemo(() => wordsToMark(search.text), [search.text])
  const name = nameOf(project)
  const projects = [...search.projects.filter((id) => id !== project.id), current]
  return (
    <li data-testid="project-hits" className="mt-4 border-t border-line pt-2">
      <h2 className="px-2 text-xs text-dim">
        {t('search.inProject', { name })}
        {found !== null && (
          <span className="text-faint">
            {' · '}
            {t('search.count', { count: found.hits.length, shown: format.number(found.hits.length) })}
          </span>
        )}
      </h2>
      {found?.isWhole && areByMeaningAlone(found.hits) && (
        <p className="px-2 text-xs text-dim">{t('search.noWords')}</p>
      )}
      {found?.error != null && <Failure error={found.error} />}
      {found === null ? (
        <Loading text={t('palette.searching')} />
      ) : (
        <ul aria-label={t('search.inProject', { name })}>
          {listedHits(found.hits, search.sort).map((hit) => (
            <HitRow
              key={hit.passageId}
              hit={hit}
              marked={marked}
              versions={[]}
              open={false}
              onFocus={() => {}}
              onOpen={(at) => showProject(project.id, { kind: 'hit', at, text: search.text, projects })}
            />
          ))}
        </ul>
      )}
    </li>
  )
}
