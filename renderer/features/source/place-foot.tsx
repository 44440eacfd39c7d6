import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { CitationView } from '../../../contract/report/report'
import { mayAct } from '../../../contract/session/session-transitions'
import { useTopicValue } from '../../bridge'
import { type OpenSource, useWindowState } from '../../window/window-state'
import { CitedBy } from './cited-by'
import { type OwnNotes, OwnNotesSection } from './own-notes'
import { Why } from './why'
import { whyOf } from './why-of'

interface PlaceFootProps {
  place: OpenSource
  citation: CitationView | null
  own: OwnNotes
  /** Its figures. */
  children: ReactNode
}

/** Below the source: the figures of its passage, why that was found, what a person noted on it, and who cites it. */
export function PlaceFoot({ place, citation, own, children }: PlaceFootProps) {
  const { t } = useTranslation()
  const { sessionId } = useWindowState()
  return (
    <div className="max-h-[38%] shrink overflow-auto border-t border-line px-5 py-2">
      {children}
      {sessionId !== null && place.range && (
        <WhyThis sessionId={sessionId} place={place} citation={citation} title={t('source.why')} />
      )}
      <OwnNotesSection key={place.sourceId} place={place} own={own} />
      <CitedBy place={place} />
    </div>
  )
}

interface WhyThisProps {
  sessionId: string
  place: OpenSource
  citation: CitationView | null
  title: string
}

function WhyThis({ sessionId, place, citation, title }: WhyThisProps) {
  const session = useTopicValue('session', sessionId)
  // What the session knows of its steps is of its newest answer: of an earlier one it would tell other figures.
  const newest = session?.reportVersions.at(-1)?.version
  const isOfNewest =
    session && (!place.citation || (mayAct(session.state, 'followUp') && place.citation.version === newest))
  const reason = isOfNewest
    ? whyOf(session, place, citation?.place.kind === 'source' ? citation.place.passageId : null)
    : null
  if (!reason) return null
  return (
    <section className="mb-2" data-testid="why">
      <h3 className="mb-0.5 text-xs font-medium text-dim">{title}</h3>
      <Why reason={reason} />
    </section>
  )
}
