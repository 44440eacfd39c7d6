import { CircleQuestionMark, Ellipsis } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Claim } from '../../../contract/report'
import { Menu, MenuItem } from '../../ui/menu'
import { useWindowDispatch } from '../../window/window-state'

interface SentenceMenuProps {
  sessionId: string
  /** Of the report. */
  version: number
  sentence: Claim
}

/** What can be done with a sentence. It shows where the pointer or the focus is. */
export function SentenceMenu({ sessionId, version, sentence }: SentenceMenuProps) {
  const { t } = useTranslation()
  const dispatch = useWindowDispatch()
  return (
    <Menu
      trigger={
        <button
          type="button"
          aria-label={t('report.sentenceMenu')}
          data-testid="sentence-menu"
          className="ml-0.5 inline-flex size-[18px] items-center justify-center rounded-[4px] align-[-3px] text-dim opacity-0 group-hover:opacity-100 hover:bg-sunk focus-visible:opacity-100 data-[state=open]:opacity-100"
        >
          <Ellipsis size={14} aria-hidden />
        </button>
      }
    >
      <MenuItem
        icon={CircleQuestionMark}
        onSelect={() =>
          dispatch({ type: 'openDialog', dialog: { kind: 'why', sessionId, version, sentenceId: sentence.id } })
        }
      >
        {t('whyDialog.title')}
      </MenuItem>
    </Menu>
  )
}
