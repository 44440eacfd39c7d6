import { clsx } from 'clsx'
import { useTranslation } from 'react-i18next'
import { paragraphsOf } from '../../../contract/report-blocks'
import type { AskedQuestion, SessionView } from '../../../contract/session'
import { Button } from '../../ui/button'
import { Chip } from '../../ui/chip'
import { useShownReport } from '../../window/shown-report'
import { useWindowDispatch } from '../../window/window-state'
import { isUnaidedMark, unaidedMark } from './paragraphs'
import { Report } from './report'
import { Sentence } from './sentence'

/** Questions and answers of a session in their order: the one that is open in full, of the others what they say in short. */
export function Conversation({ session, version }: { session: SessionView; version: number }) {
  const shown = useShownReport(session, version)
  if (session.asked.length < 2) {
    return shown && <Report session={session} version={version} report={shown.report} />
  }
  return (
    <ol data-testid="conversation">
      {session.reportVersions.map(({ version: own }) => (
        <li key={own} className="mt-5 border-t border-line pt-4" data-version={own}>
          <Question asked={session.asked[own - 1]} />
          {own !== version ? (
            <InShort session={session} version={own} />
          ) : (
            shown && <Report session={session} version={own} report={shown.report} />
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
