import { Ellipsis, RefreshCw, Trash2 } from 'lucide-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { StepView } from '../../../contract/session/session'
import { quarry } from '../../bridge'
import { IconButton } from '../../ui/button'
import { Menu, MenuItem } from '../../ui/menu'
import { useNotices } from '../../window/notices'
import { useWindowDispatch } from '../../window/window-state'

interface SectionMenuProps {
  sessionId: string
  version: number
  /** Edits of the report so far. */
  edits: number
  /** The section's place in the report, from 0. */
  section: number
  heading: string
  /** What found it, where that can run again. */
  step: StepView | undefined
}

/** What can be done with a section of a finished report: search again for it, or delete it. The answer itself stays. */
export const SectionMenu = memo(function SectionMenu({
  sessionId,
  version,
  edits,
  section,
  heading,
  step,
}: SectionMenuProps) {
  const { t } = useTranslation()
  const { attempt } = useNotices()
  const dispatch = useWindowDispatch()
  const edit = { kind: 'removeSection', section } as const
  return (
    <Menu
      trigger={
        <IconButton
          size="small"
          icon={Ellipsis}
          label={t('edit.sectionMenu', { heading })}
          className="ml-1 align-[-4px] opacity-0 group-hover/section:opacity-100 focus-visible:opacity-100 data-[state=open]:opacity-100"
        />
      }
    >
      {step !== undefined && (
        <MenuItem
          icon={RefreshCw}
          onSelect={() =>
            dispatch({
              type: 'openDialog',
              dialog: { kind: 'redoSection', sessionId, heading, step: { stepId: step.id, query: step.query } },
            })
          }
        >
          {t('edit.redoSection')}
        </MenuItem>
      )}
      <MenuItem
        icon={Trash2}
        danger
        onSelect={() => void attempt(() => quarry.sessionEditReport({ sessionId, version, edits, edit }))}
      >
        {t('edit.removeSection')}
      </MenuItem>
    </Menu>
  )
})
