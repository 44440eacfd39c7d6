import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { quarry, showProject, useCall } from '../../bridge'
import { Button } from '../../ui/button'
import { Dialog, DialogActions } from '../../ui/dialog'
import { NameDialog } from '../../window/name-dialog'
import { useNotices } from '../../window/notices'
import { RemovalDialog } from '../../window/removal-dialog'
import { useFormat } from '../../window/use-format'
import { useOtherProjects } from './use-other-projects'
import { useProjectName } from './use-project-name'

const longestName = 100

/** Creates a project and shows it. */
export function CreateProjectDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation()
  return (
    <NameDialog
      title={t('projects.createTitle')}
      label={t('projects.name')}
      save={t('projects.createSave')}
      name=""
      maxLength={longestName}
      onSave={async (name) => showProject((await quarry.projectCreate({ name })).id)}
      onClose={onClose}
      testId="project-name"
    />
  )
}

interface ProjectDialogProps {
  projectId: string
  name: string
  onClose(): void
}

export function RenameProjectDialog({ projectId, name, onClose }: ProjectDialogProps) {
  const { t } = useTranslation()
  return (
    <NameDialog
      title={t('projects.renameTitle')}
      label={t('projects.name')}
      save={t('projects.renameSave')}
      name={name}
      maxLength={longestName}
      onSave={(next) => quarry.projectRename({ projectId, name: next })}
      onClose={onClose}
      testId="project-name"
    />
  )
}

/** Says what goes with a project, then deletes it. The window then shows the first of the others. */
export function RemoveProjectDialog({ projectId, name, onClose }: ProjectDialogProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const preview = useCall(projectId, () => quarry.projectPreviewRemoval({ projectId }))
  return (
    <RemovalDialog
      title={t('projects.deleteTitle', { name })}
      confirm={t('projects.deleteConfirm')}
      preview={preview}
      remove={() => quarry.projectRemove({ projectId })}
      onClose={onClose}
      testId="remove-project"
    >
      {(goes) => (
        <>
          <ul className="list-disc space-y-0.5 pl-5">
            {(['sources', 'notes', 'sessions', 'reports', 'resources'] as const)
              .filter((kind) => goes[kind] > 0)
              .map((kind) => (
                <li key={kind}>
                  {t(`projects.held.${kind}`, { count: goes[kind], number: format.number(goes[kind]) })}
                </li>
              ))}
          </ul>
          <p>{t('projects.deleteBody')}</p>
          {goes.running > 0 && <p className="text-blocked">{t('projects.deleteRunning')}</p>}
        </>
      )}
    </RemovalDialog>
  )
}

interface MoveSourcesProps {
  sources: readonly { id: string; name: string }[]
  onClose(): void
}

/** Asks which project sources are to be moved to. */
export function MoveSourcesDialog({ sources, onClose }: MoveSourcesProps) {
  const { t } = useTranslation()
  const { attempt, tell } = useNotices()
  const group = useId()
  const nameOf = useProjectName()
  const others = useOtherProjects().filter(({ archived }) => !archived)
  const [chosen, setChosen] = useState<string | null>(null)
  const to = others.find(({ id }) => id === (chosen ?? others[0]?.id))
  const nameOfFirst = sources[0]?.name ?? ''
  const move = async (): Promise<void> => {
    if (to === undefined) return
    const done = await attempt(async () => {
      const { moved, alreadyThere } = await quarry.projectMoveSources({
        sourceIds: sources.map(({ id }) => id),
        to: to.id,
      })
      const project = nameOf(to)
      // Of several, which one it was stands in no sentence.
      const name = sources.length === 1 ? nameOfFirst : null
      if (moved > 0)
        tell(
          name === null ? t('projects.movedMany', { count: moved, project }) : t('projects.moved', { name, project }),
        )
      if (alreadyThere > 0)
        tell(
          name === null
            ? t('projects.movedNoneMany', { count: alreadyThere, project })
            : t('projects.movedNone', { name, project }),
        )
    })
    if (done) onClose()
  }
  return (
    <Dialog
      title={
        sources.length === 1
          ? t('projects.moveTitle', { name: nameOfFirst })
          : t('projects.moveTitleMany', { count: sources.length })
      }
      onClose={onClose}
      testId="move-source"
    >
      <fieldset className="space-y-1">
        <legend className="mb-1 text-sm text-dim">{t('projects.moveBody')}</legend>
        {others.map((project) => (
          <label key={project.id} className="flex items-center gap-2 rounded-md px-2 py-1.5 text-sm hover:bg-sunk">
            <input
              type="radio"
              name={group}
              checked={project === to}
              onChange={() => setChosen(project.id)}
              className="accent-accent"
            />
            <bdi className="min-w-0 truncate">{nameOf(project)}</bdi>
          </label>
        ))}
      </fieldset>
      <DialogActions>
        <Button onClick={onClose}>{t('app.cancel')}</Button>
        <Button tone="primary" disabled={to === undefined} onClick={() => void move()}>
          {t('projects.moveConfirm')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
