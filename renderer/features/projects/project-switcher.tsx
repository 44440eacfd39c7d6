import { Archive, ChevronDown, Pencil, Plus, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { quarry, showProject, useCurrentProject, useTopicValue } from '../../bridge'
import { Menu, MenuChoice, MenuItem, MenuLine } from '../../ui/menu'
import { useNotices } from '../../window/notices'
import { useWindowDispatch } from '../../window/window-state'
import { useProjectName } from './use-project-name'

/** Which project the window shows, the others, and what can be done with this one. */
export function ProjectSwitcher() {
  const { t } = useTranslation()
  const dispatch = useWindowDispatch()
  const { attempt } = useNotices()
  const nameOf = useProjectName()
  const current = useCurrentProject()
  const projects = useTopicValue('projects') ?? []
  const shown = projects.find(({ id }) => id === current)
  if (shown === undefined) return null
  const name = nameOf(shown)
  const archive = (archived: boolean): void =>
    void attempt(() => quarry.projectArchive({ projectId: current, archived }))
  return (
    <Menu
      trigger={
        <button
          type="button"
          data-testid="project"
          aria-label={t('projects.current', { name })}
          className="flex max-w-48 shrink-0 items-center gap-1 rounded-md px-1.5 py-0.5 text-sm text-dim hover:bg-sunk max-[720px]:max-w-24"
        >
          <bdi className="min-w-0 truncate">{name}</bdi>
          <ChevronDown size={14} aria-hidden className="shrink-0" />
        </button>
      }
    >
      {projects
        .filter(({ id, archived }) => !archived || id === current)
        .map((project) => (
          <MenuChoice key={project.id} checked={project.id === current} onChange={() => showProject(project.id)}>
            <bdi className="min-w-0 truncate">{nameOf(project)}</bdi>
          </MenuChoice>
        ))}
      <MenuLine />
      <MenuItem icon={Plus} onSelect={() => dispatch({ type: 'openDialog', dialog: { kind: 'createProject' } })}>
        {t('projects.create')}
      </MenuItem>
      <MenuItem
        icon={Pencil}
        onSelect={() => dispatch({ type: 'openDialog', dialog: { kind: 'renameProject', projectId: current, name } })}
      >
        {t('projects.rename')}
      </MenuItem>
      <MenuItem icon={Archive} onSelect={() => archive(!shown.archived)}>
        {t(shown.archived ? 'projects.unarchive' : 'projects.archive')}
      </MenuItem>
      {projects.length > 1 && (
        <MenuItem
          icon={Trash2}
          danger
          onSelect={() => dispatch({ type: 'openDialog', dialog: { kind: 'removeProject', projectId: current, name } })}
        >
          {t('projects.delete')}
        </MenuItem>
      )}
      {projects.some(({ archived, id }) => archived && id !== current) && (
        <>
          <MenuLine>{t('projects.archived')}</MenuLine>
          {projects
            .filter(({ archived, id }) => archived && id !== current)
            .map((project) => (
              <MenuChoice key={project.id} checked={false} onChange={() => showProject(project.id)}>
                <bdi className="min-w-0 truncate">{nameOf(project)}</bdi>
              </MenuChoice>
            ))}
        </>
      )}
    </Menu>
  )
}
