import { Ban, CircleQuestionMark, Ellipsis, Pencil, Pin } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { nameOfPlace } from '../../../contract/report/place'
import type { Claim, ReportView } from '../../../contract/report/report'
import type { EvidenceChoice } from '../../../contract/session/session'
import { quarry } from '../../bridge'
import { Menu, MenuItem } from '../../ui/menu'
import { useNotices } from '../../window/notices'
import { useWindowDispatch } from '../../window/window-state'
import { citationsByOrigin } from './citations-by-origin'

interface SentenceMenuProps {
  sessionId: string
  /** Of the report. */
  version: number
  report: ReportView
  sentence: Claim
}

/** The button of a sentence's menu. It shows where the pointer or the focus is. */
export function SentenceMenu(props: SentenceMenuProps) {
  const { t } = useTranslation()
  return (
    <Menu
      trigger={
        <button
          type="button"
          aria-label={t('report.sentenceMenu')}
          data-testid="sentence-menu"
          // Between the lines, above the end of its sentence: it hides no letter, and a table needs no room for it.
          className="absolute right-0 bottom-[12px] z-10 inline-flex h-3 w-6 items-center justify-center rounded-full border border-line bg-panel text-dim opacity-0 before:absolute before:-inset-x-1 before:-top-1 before:bottom-0 group-hover:opacity-100 hover:text-ink focus-visible:opacity-100 data-[state=open]:opacity-100"
        >
          <Ellipsis size={14} aria-hidden />
        </button>
      }
    >
      <Choices {...props} />
    </Menu>
  )
}

/** What can be done with a sentence: made once its menu is open, as a long report has a thousand. */
function Choices({ sessionId, version, report, sentence }: SentenceMenuProps) {
  const { t } = useTranslation()
  const dispatch = useWindowDispatch()
  const { attempt, tell } = useNotices()
  const choose = (choice: EvidenceChoice): void =>
    void attempt(async () => {
      await quarry.sessionChooseEvidence({ sessionId, choice })
      tell(t('choices.fromNext'))
    })
  const cited = report.citations.filter(({ n }) => sentence.citations.includes(n))
  return (
    <>
      <MenuItem
        icon={CircleQuestionMark}
        onSelect={() =>
          dispatch({ type: 'openDialog', dialog: { kind: 'why', sessionId, version, sentenceId: sentence.id } })
        }
      >
        {t('whyDialog.title')}
      </MenuItem>
      <MenuItem
        icon={Pencil}
        onSelect={() =>
          dispatch({
            type: 'openDialog',
            dialog: { kind: 'editSentence', sessionId, version, sentenceId: sentence.id },
          })
        }
      >
        {t('edit.sentence')}
      </MenuItem>
      {cited.map(({ n }) => (
        <MenuItem key={`pin ${n}`} icon={Pin} onSelect={() => choose({ kind: 'pin', version, n })}>
          {t('choices.pin', { n: String(n) })}
        </MenuItem>
      ))}
      {citationsByOrigin(cited).flatMap(([{ place }]) =>
        place.kind !== 'source'
          ? []
          : [
              <MenuItem
                key={place.sourceId}
                icon={Ban}
                onSelect={() => choose({ kind: 'neverUse', sourceId: place.sourceId, isNever: true })}
              >
                <span className="wrap-anywhere">{t('choices.neverUse', { source: nameOfPlace(place) })}</span>
              </MenuItem>,
            ],
      )}
    </>
  )
}
