import { clsx } from 'clsx'
import { useTranslation } from 'react-i18next'
import type { RecallHit } from '../../../contract/recall'
import type { CitationView } from '../../../contract/report'
import type { Locator } from '../../../contract/source'
import { type OpenPlace, placeOf, useWindowDispatch, useWindowState } from '../../app/window-state'
import { Chip } from '../../ui/chip'
import { SectionTitle } from '../../ui/field'
import { Empty } from '../../ui/states'
import { useLocatorText } from '../source/use-locator-text'
import { SessionOf } from './session-of'
import { Why } from './why'

interface EvidenceItemProps {
  locator: Locator
  citation: OpenPlace['citation']
  number: number | null
  name: string
  text: string
  gone: CitationView['sourceState']
  hit: RecallHit | undefined
}

function EvidenceItem({ locator, citation, number, name, text, gone, hit }: EvidenceItemProps) {
  const { t } = useTranslation()
  const { place } = useWindowState()
  const dispatch = useWindowDispatch()
  const locatorText = useLocatorText()
  const current =
    place?.sourceId === locator.sourceId && place.range?.start === locator.start && place.range.end === locator.end
  return (
    <li className={clsx('border-t border-line px-4 py-2', current && 'bg-accent-bg')}>
      <button
        type="button"
        className="block w-full rounded text-left hover:underline"
        aria-current={current || undefined}
        onClick={() => dispatch({ type: 'openPlace', place: placeOf(locator, citation) })}
      >
        <span className="flex items-baseline gap-1.5 text-xs text-dim">
          {number !== null && <span className="font-semibold text-accent">{number}</span>}
          <span className="min-w-0 flex-1 truncate">{name}</span>
          <span className="shrink-0 text-faint">{locatorText(locator)}</span>
        </span>
        <span className="mt-0.5 line-clamp-3 font-serif text-[14.5px] leading-snug">{text}</span>
      </button>
      {gone !== 'present' && <Chip tone="blocked">{t(`report.sourceGone.${gone}`)}</Chip>}
      {hit && (
        <div className="mt-1.5">
          <Why reason={hit.reason} />
        </div>
      )}
    </li>
  )
}

/** What the report cites and what looking around found, each with the reasons why. */
export function Evidence({ sessionId }: { sessionId: string | null }) {
  const { t } = useTranslation()
  return (
    <SessionOf sessionId={sessionId}>
      {(session) => {
        const citations = session.report?.citations ?? []
        const hits = session.investigation?.hits ?? []
        const byPassage = new Map(hits.map((hit) => [hit.passageId, hit]))
        if (citations.length === 0 && hits.length === 0) {
          return <Empty title={t('evidence.empty')} help={t('evidence.emptyHelp')} />
        }
        return (
          <div className="py-2" data-testid="evidence">
            {citations.length > 0 && (
              <section className="mb-4">
                <div className="px-2.5">
                  <SectionTitle>{t('evidence.cited')}</SectionTitle>
                </div>
                <ul>
                  {citations.map((citation) => (
                    <EvidenceItem
                      key={citation.n}
                      locator={citation.locator}
                      citation={{ sessionId: session.id, n: citation.n }}
                      number={citation.n}
                      name={citation.sourceTitle ?? citation.sourceName}
                      text={citation.citedText}
                      gone={citation.sourceState}
                      hit={citation.passageId === null ? undefined : byPassage.get(citation.passageId)}
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
                      locator={hit.locator}
                      citation={null}
                      number={null}
                      name={hit.title ?? hit.sourceName}
                      text={hit.text}
                      gone="present"
                      hit={hit}
                    />
                  ))}
                </ul>
              </section>
            )}
          </div>
        )
      }}
    </SessionOf>
  )
}
