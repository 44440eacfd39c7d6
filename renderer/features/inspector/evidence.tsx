import { clsx } from 'clsx'
import { useTranslation } from 'react-i18next'
import type { RecallHit, RecallReason } from '../../../contract/recall/recall'
import { keyOfPlace, nameOfPlace, type Place } from '../../../contract/report/place'
import type { CitationView, ReportView } from '../../../contract/report/report'
import type { SessionView } from '../../../contract/session/session'
import { Chip } from '../../ui/chip'
import { SectionTitle } from '../../ui/field'
import { Empty } from '../../ui/states'
import { useShownReport } from '../../window/shown-report'
import { useFormat } from '../../window/use-format'
import { type OpenPlace, placeOf, useWindowDispatch, useWindowState } from '../../window/window-state'
import { usePlaceText } from '../source/use-place-text'
import { Why } from '../source/why'
import { whyOf } from '../source/why-of'
import { type EvidenceGroup, evidenceOf, type ShownVersion } from './evidence-by-step'
import { SessionOf } from './session-of'

interface EvidenceItemProps {
  place: Place
  citation: OpenPlace['citation']
  number: number | null
  text: string
  gone: CitationView['state']
  reason: RecallReason | null
}

function EvidenceItem({ place, citation, number, text, gone, reason }: EvidenceItemProps) {
  const { t } = useTranslation()
  const { place: open } = useWindowState()
  const dispatch = useWindowDispatch()
  const placeText = usePlaceText()
  const current = isOpen(open, place)
  return (
    <li className={clsx('border-t border-line px-4 py-2', current && 'bg-accent-bg')}>
      <button
        type="button"
        className="block w-full rounded text-left hover:underline"
        aria-current={current || undefined}
        onClick={() => dispatch({ type: 'openPlace', place: placeOf(place, citation) })}
      >
        <span className="flex items-baseline gap-1.5 text-xs text-dim">
          {number !== null && <span className="font-semibold text-accent">{number}</span>}
          <bdi className="min-w-0 flex-1 truncate">{nameOfPlace(place)}</bdi>
        </span>
        <bdi title={placeText.characters(place)} className="block truncate text-xs text-faint">
          {placeText.text(place)}
        </bdi>
        <span className="mt-0.5 line-clamp-3 font-serif text-[14.5px] leading-snug">{text}</span>
      </button>
      {gone !== 'present' && <Chip tone="blocked">{t(`report.sourceGone.${gone}`)}</Chip>}
      {reason && (
        <div className="mt-1.5">
          <Why reason={reason} />
        </div>
      )}
    </li>
  )
}

function isOpen(open: OpenPlace | null, place: Place): boolean {
  if (open === null) return false
  if (open.kind === 'answer') return keyOfPlace(open.place) === keyOfPlace(place)
  if (place.kind !== 'source' || open.sourceId !== place.sourceId) return false
  return open.range?.start === place.start && open.range.end === place.end
}

function whyCited(session: SessionView, place: Place): RecallReason | null {
  return place.kind === 'source' ? whyOf(session, { sourceId: place.sourceId, range: place }, place.passageId) : null
}

function placeOfHit({ locator, passageId, sourceName, title, headingPath, contentHash }: RecallHit): Place {
  return { kind: 'source', ...locator, passageId, sourceName, sourceTitle: title, headingPath, contentHash }
}

/** What one step kept, each sentence at its own place. */
function StepEvidenceList({
  sessionId,
  shown,
  group,
}: {
  sessionId: string
  shown: ShownVersion
  group: EvidenceGroup
}) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <details open className="mb-3" data-testid="step-evidence">
      <summary className="px-4 py-1 text-sm">
        <span className="font-medium">{t('evidence.step', { n: format.number(group.n), title: group.title })}</span>{' '}
        <span className="text-xs text-faint tabular-nums">
          {group.items.length < group.kept
            ? t('evidence.keptSome', { shown: format.number(group.items.length), kept: format.number(group.kept) })
            : t('evidence.kept', { count: group.kept, kept: format.number(group.kept) })}
        </span>
      </summary>
      <ul>
        {group.items.map(({ piece, n }, index) => (
          <EvidenceItem
            // biome-ignore lint/suspicious/noArrayIndexKey: what a step kept is written once and stays in its order
            key={index}
            place={piece.place}
            citation={n === null ? null : { sessionId, version: shown.version, n }}
            number={n}
            text={piece.sentence}
            gone={
              piece.place.kind === 'source' && piece.place.passageId === null ? goneState(shown.report, n) : 'present'
            }
            reason={piece.reason}
          />
        ))}
      </ul>
    </details>
  )
}

/** What became of a source whose passage is no longer there: the report may know more than that it changed. */
function goneState(report: ReportView | null, n: number | null): CitationView['state'] {
  const known = report?.citations.find((citation) => citation.n === n)?.state
  return known === undefined || known === 'present' ? 'changed' : known
}

/** What each step kept, what the open version of the report cites, and what looking around found, each with the reasons. */
export function Evidence({ sessionId }: { sessionId: string | null }) {
  return <SessionOf sessionId={sessionId}>{(session) => <SessionEvidence session={session} />}</SessionOf>
}

function SessionEvidence({ session }: { session: SessionView }) {
  const { t } = useTranslation()
  const { reportVersion } = useWindowState()
  const newest = session.reportVersions.at(-1)?.version ?? 1
  const shown = useShownReport(session, reportVersion) ?? { version: reportVersion ?? newest, report: null }
  const { groups, citations } = evidenceOf(session, shown)
  const hits = session.investigation?.hits ?? []
  if (groups.length === 0 && citations.length === 0 && hits.length === 0) {
    return <Empty title={t('evidence.empty')} help={t('evidence.emptyHelp')} />
  }
  return (
    <div className="py-2" data-testid="evidence">
      {groups.length > 0 && (
        <section className="mb-4">
          <div className="px-2.5">
            <SectionTitle>{t('evidence.bySteps')}</SectionTitle>
          </div>
          {groups.map((group) => (
            <StepEvidenceList key={group.stepId} sessionId={session.id} shown={shown} group={group} />
          ))}
        </section>
      )}
      {citations.length > 0 && (
        <section className="mb-4">
          <div className="px-2.5">
            <SectionTitle>{groups.length > 0 ? t('evidence.citedBeside') : t('evidence.cited')}</SectionTitle>
          </div>
          <ul>
            {citations.map((citation) => (
              <EvidenceItem
                key={citation.n}
                place={citation.place}
                citation={{ sessionId: session.id, version: shown.version, n: citation.n }}
                number={citation.n}
                text={citation.citedText}
                gone={citation.state}
                reason={whyCited(session, citation.place)}
              />
            ))}
          </ul>
        </section>
      )}
      {hits.length > 0 && (
        <section>
          <div className="px-2.5">
            <SectionTitle>{t('evidence.found')}</SectionTitle>
          </div>
          <ul>
            {hits.map((hit) => (
              <EvidenceItem
                key={hit.passageId}
                place={placeOfHit(hit)}
                citation={null}
                number={null}
                text={hit.text}
                gone="present"
                reason={hit.reason}
              />
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
