import { AboutDialog } from '../features/about/about-dialog'
import { HelpDialog } from '../features/help/help-dialog'
import { IntakeDialog } from '../features/intake/intake-dialog'
import { NoteDialog } from '../features/intake/note-dialog'
import { LabelsDialog } from '../features/library/labels-dialog'
import { RemoveSourceDialog } from '../features/library/remove-dialog'
import { Palette } from '../features/palette/palette'
import {
  CreateProjectDialog,
  MoveSourcesDialog,
  RemoveProjectDialog,
  RenameProjectDialog,
} from '../features/projects/project-dialogs'
import { EditSentenceDialog, RedoSectionDialog } from '../features/report/edit-dialogs'
import { WhyDialog } from '../features/report/why-dialog'
import { RemoveResourceDialog } from '../features/resources/remove-resource-dialog'
import { ScanDialog } from '../features/resources/scan-dialog'
import { RemoveSessionDialog, RenameSessionDialog } from '../features/sessions/session-dialogs'
import { SettingsDialog } from '../features/settings/settings-dialog'
import { ShortcutsDialog } from '../features/shortcuts/shortcuts-dialog'
import { useWindowDispatch, useWindowState } from '../window/window-state'

/** The one dialog that may be open. */
export function Dialogs() {
  const { dialog } = useWindowState()
  const dispatch = useWindowDispatch()
  const close = (): void => dispatch({ type: 'closeDialog' })
  switch (dialog?.kind) {
    case undefined:
      return null
    case 'palette':
      return <Palette onClose={close} />
    case 'settings':
      return <SettingsDialog onClose={close} />
    case 'about':
      return <AboutDialog onClose={close} />
    case 'help':
      return <HelpDialog onClose={close} />
    case 'shortcuts':
      return <ShortcutsDialog onClose={close} />
    case 'intake':
      return <IntakeDialog key={dialog.tokens.join('\n')} tokens={dialog.tokens} onClose={close} />
    case 'note':
      return <NoteDialog text={dialog.text} onClose={close} />
    case 'scan':
      return <ScanDialog onClose={close} />
    case 'removeResource':
      return <RemoveResourceDialog resourceId={dialog.resourceId} name={dialog.name} onClose={close} />
    case 'removeSource':
      return <RemoveSourceDialog target={{ sourceId: dialog.sourceId }} name={dialog.name} onClose={close} />
    case 'removeRoot':
      return <RemoveSourceDialog target={{ root: dialog.root }} name={dialog.root} onClose={close} />
    case 'removeSession':
      return <RemoveSessionDialog sessionId={dialog.sessionId} title={dialog.title} onClose={close} />
    case 'why':
      return <WhyDialog {...dialog} onClose={close} />
    case 'editSentence':
      return <EditSentenceDialog {...dialog} onClose={close} />
    case 'redoSection':
      return <RedoSectionDialog {...dialog} onClose={close} />
    case 'createProject':
      return <CreateProjectDialog onClose={close} />
    case 'renameProject':
      return <RenameProjectDialog projectId={dialog.projectId} name={dialog.name} onClose={close} />
    case 'removeProject':
      return <RemoveProjectDialog projectId={dialog.projectId} name={dialog.name} onClose={close} />
    case 'labels':
      return <LabelsDialog sources={dialog.sources} onClose={close} />
    case 'moveSources':
      return <MoveSourcesDialog sources={dialog.sources} onClose={close} />
    case 'renameSession':
      return <RenameSessionDialog sessionId={dialog.sessionId} title={dialog.title} onClose={close} />
  }
}
