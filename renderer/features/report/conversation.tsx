import { clsx } from 'clsx'
import { useDeferredValue, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { paragraphsOf } from '../../../contract/report/report-blocks'
import type { AskedQuestion, SessionView, StepView } from '../../../contract/session/session'
import { mayAct } from '../../../contract/session/session-transitions'
import { Button } from '../../ui/button'
import { Chip } from '../../ui/chip'
import { useShownReport } from '../../window/shown-report'
import { useShortcuts } from '../../window/use-shortcuts'
import { useWindowDispatch, useWindowState } from '../../window/window-state'
import { isUnaidedMark, unaidedMark } from './paragraphs'
import { Report } from './report'
import { Sentence } from './sentence'

/** One and the same, so that a report knows that there are none as before. */
const noSteps: readonly StepView[] = []

/** Questions and answers of a session in their order: the one that is open in full, of the others what they say in short. */
export function Conversation({ session, version }: { session: SessionView; version: number }) {
  const shown = useShownReport(session, version)
  // One question is no list yet, but its report stays in its place once there is another: a long one is not made anew.
  const isOne = session.asked.length < 2
  const newest = session.reportVersions.at(-1)?.version
  // Taking the menus out of a long report can wait for what is more urgent: what is refused meanwhile says so.
  const mayEdit = useDeferredValue(mayAct(session.state, 'followUp'))
  const { dialog } = useWindowState()
  const dispatch = useWindowDispatch()
  const list = useRef<HTMLOListElement>(null)
  /** Of the sentence in which the focus is, or whose citation is open, in whichever answer it stands. */
  const why = (): boolean => {
    const chip = list.current?.querySelector('[data-citation][data-current]')
    const from = list.current?.contains(document.activeElement) ? document.activeElement : chip
    const sentenceId = from?.closest<HTMLElement>('[data-sentence][data-verdict]')?.dataset.sentence
    const own = Number(from?.closest<HTMLElement>('[data-version]')?.dataset.version)
    if (sentenceId === undefined || Number.isNaN(own)) return false
    dispatch({ type: 'openDialog', dialog: { kind: 'why', sessionId: session.id, version: own, sentenceId } })
    return true
  }
  useShortcuts([{ key: 'w', run: why }], dialog === null)
  return (
    <ol ref={list} data-testid="conversation" role={isOne ? 'presentation' : undefined}>
      {session.reportVersions.map(({ version: own }) => (
        <li
          key={own}
          role={isOne ? 'presentation' : undefined}
          className={clsx(!isOne && 'mt-5 border-t border-line pt-4')}
          data-version={own}
        >
          {!isOne && <Question asked={session.asked[own - 1]} />}
          {own !== version ? (
            <InShort session={session} version={own} />
          ) : (
            shown && (
              <Report
                sessionId={session.id}
                version={own}
                report={shown.report}
                versions={session.reportVersions}
                mayEdit={mayEdit}
                steps={(own === newest && session.plan?.steps) || noSteps}
              />
            )
          )}
        </li>
      ))}
    </ol>
  )
}

/** A question as it was typed, and as it was read. */
export function Question({ asked }: { asked: AskedQuestion | undefined }) {
  const { t } = useTranslation()
  if (asked === undefined) return null
  return (
    <div data-testid="asked">
      <h2 className="font-serif text-[19px] leading-snug font-semibold wrap-anywhere">
        {asked.typed ?? asked.text}
        {asked.mode !== 'research' && (
          <span className="ml-2 align-[3px] font-sans font-normal">
            <Chip>{t(asked.mode === 'update' ? 'followUp.updated' : `mode.${asked.mode}`)}</Chip>
          </span>
        )}
      </h2>
      {asked.typed !== null && (
        <p className="mt-0.5 text-sm text-dim wrap-anywhere">{t('followUp.understood', { question: asked.text })}</p>
      )}
    </div>
  )
}

/** The summary of a version, and the way to all of it. */
function InShort({ session, version }: { session: SessionView; version: number }) {
  const { t } = useTranslation()
  const dispatch = useWindowDispatch()
  const report = useShownReport(session, version)?.report
  if (report === undefined) return null
  const newest = session.reportVersions.at(-1)?.version
  return (
    <div
      className="mt-2 max-w-[70ch] border-l-2 border-line pl-4 font-serif text-[15.5px] leading-relaxed"
      lang={report.language}
    >
      {report.sections
        .filter(({ kind }) => kind === 'summary')
        .flatMap(paragraphsOf)
        .map((sentences) => (
          <p key={sentences[0]?.id} className={clsx('mb-1.5', isUnaidedMark(sentences) && unaidedMark)}>
            {sentences.map((sentence) => (
              <Sentence
                key={sentence.id}
                sessionId={session.id}
                version={version}
                report={report}
                sentence={sentence}
              />
            ))}
          </p>
        ))}
      <Button
        tone="quiet"
        className="-ml-3 h-7"
        onClick={() => dispatch({ type: 'showReport', version: version === newest ? null : version })}
      >
        {t('followUp.showWhole')}
      </Button>
    </div>
  )
}
