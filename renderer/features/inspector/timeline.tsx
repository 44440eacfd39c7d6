import { useTranslation } from 'react-i18next'
import type { SessionEventView, SessionState, SessionView } from '../../../contract/session/session'
import { isOver, isWaiting } from '../../../contract/session/session-transitions'
import { useStream } from '../../bridge'
import { SectionTitle } from '../../ui/field'
import { SessionGlyph } from '../../ui/glyphs'
import { Empty, Failure, Loading } from '../../ui/states'
import { useSpeech } from '../../ui/use-speech'
import { useFormat } from '../../window/use-format'
import { Given } from './given'
import { ModelTurns } from './model-turns'
import { SessionOf } from './session-of'

interface StateSpan {
  key: number
  state: SessionState
  startMs: number
  endMs: number
}

/** How long the session was in each state, from its events; what still lasts ends at `nowMs`. */
export function stateSpans(events: readonly SessionEventView[], lasts: boolean, nowMs: number): StateSpan[] {
  const spans: StateSpan[] = []
  for (const event of events) {
    const at = Date.parse(event.at)
    const last = spans.at(-1)
    if (last?.state === event.state) {
      last.endMs = at
      continue
    }
    if (last) last.endMs = at
    spans.push({ key: event.sequence, state: event.state, startMs: at, endMs: at })
  }
  const last = spans.at(-1)
  if (last && lasts) last.endMs = Math.max(last.endMs, nowMs)
  return spans
}

function Waterfall({ events, lasts }: { events: readonly SessionEventView[]; lasts: boolean }) {
  const { t } = useTranslation()
  const format = useFormat()
  const spans = stateSpans(events, lasts, Date.now()).filter((span) => !isOver(span.state))
  const from = spans[0]?.startMs ?? 0
  const length = Math.max(1, (spans.at(-1)?.endMs ?? from) - from)
  return (
    <ol className="px-4">
      {spans.map((span) => (
        <li
          key={span.key}
          className="my-1 grid grid-cols-[124px_1fr_60px] items-center gap-2 text-xs text-dim tabular-nums"
        >
          <span className="truncate">{t(`sessionState.${span.state}`)}</span>
          <span aria-hidden className="relative h-3 overflow-hidden rounded bg-sunk">
            <span
              className={`absolute inset-y-0 min-w-0.5 rounded ${isWaiting(span.state) ? 'bg-edge' : 'bg-busy'}`}
              style={{
                left: `${((span.startMs - from) / length) * 100}%`,
                width: `${((span.endMs - span.startMs) / length) * 100}%`,
              }}
            />
          </span>
          <span className="text-right">{format.duration(span.endMs - span.startMs)}</span>
        </li>
      ))}
    </ol>
  )
}

/** Words an event by its type; one from a newer version that has no sentence yet is shown as it is. */
function useEventText(): (type: string) => string {
  const { t, i18n } = useTranslation()
  return (type) => {
    const key = `event.${type}`
    return i18n.exists(key) ? t(key as 'event.session.started') : type
  }
}

function Log({ session }: { session: SessionView }) {
  const { t } = useTranslation()
  const format = useFormat()
  const eventText = useEventText()
  const speech = useSpeech()
  const log = useStream('sessionEvents', session.id)
  if (log.status === 'loading') return <Loading />
  if (log.status === 'failed') return <Failure error={log.error} />
  const events = log.value
  if (events.length === 0) return <Empty title={t('timeline.empty')} />
  return (
    <div className="py-2" data-testid="timeline">
      <div className="px-2.5">
        <SectionTitle>{t('timeline.states')}</SectionTitle>
      </div>
      <Waterfall events={events} lasts={session.activity !== null} />
      <Given session={session} />
      <ModelTurns session={session} />
      <div className="mt-3 px-2.5">
        <SectionTitle>{t('timeline.events')}</SectionTitle>
      </div>
      <ol className="px-4">
        {[...events].reverse().map((event) => (
          <li key={event.sequence} className="flex items-baseline gap-2 border-t border-line py-1 text-sm">
            <span className="inline-flex h-[13px] w-3.5 shrink-0 translate-y-0.5 items-center justify-center">
              {isOver(event.state) || isWaiting(event.state) ? (
                <SessionGlyph state={event.state} size={13} />
              ) : (
                <span aria-hidden className="size-1.5 rounded-full bg-busy" />
              )}
            </span>
            <span className="min-w-0 flex-1">
              {eventText(event.type)}
              {event.detail && <span className="block text-xs text-faint">{speech.fact(event.detail)}</span>}
            </span>
            <time dateTime={event.at} className="shrink-0 text-xs text-faint tabular-nums">
              {format.time(event.at)}
            </time>
          </li>
        ))}
      </ol>
    </div>
  )
}

/** How the session went: time in each state as bars, and every event. */
export function Timeline({ sessionId }: { sessionId: string | null }) {
  return <SessionOf sessionId={sessionId}>{(session) => <Log session={session} />}</SessionOf>
}
