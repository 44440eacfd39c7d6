import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { countUnderWay } from '../../contract/library/source'
import { useTopicValue } from '../bridge'
import { useFormat } from '../window/use-format'
import { useWindowState } from '../window/window-state'

/** At most one sentence on progress in this time, so that a screen reader is not talked to without pause. */
const quietMs = 10_000

/** Reads out what changes by itself: how far indexing is, and in which state the open session is. */
export function Announcer() {
  const { t } = useTranslation()
  const format = useFormat()
  const library = useTopicValue('library')
  const sessions = useTopicValue('sessions')
  const { sessionId } = useWindowState()
  const [ingest, setIngest] = useState('')
  const lastAt = useRef(0)
  const wasBusy = useRef(false)
  const settledBefore = useRef<{ readonly indexed: number; readonly failed: number } | null>(null)

  useEffect(() => {
    if (!library) return
    const { byState, total } = library.summary
    const busy = countUnderWay(byState) > 0
    const counts = {
      done: format.number(byState.indexed),
      total: format.number(total),
      failed: format.number(byState.failed),
    }
    const now = Date.now()
    if (busy && now - lastAt.current > quietMs) {
      lastAt.current = now
      setIngest(t('library.announce', counts))
    }
    const { indexed, failed } = byState
    const before = settledBefore.current
    // A small source may be indexed, or fail, between two summaries, so that none ever says that anything is under way.
    const unseen = before !== null && (indexed > before.indexed || failed > before.failed)
    if (!busy && (wasBusy.current || unseen)) setIngest(t('library.announceDone', counts))
    wasBusy.current = busy
    settledBefore.current = { indexed, failed }
  }, [library, t, format])

  const session = sessions?.find((other) => other.id === sessionId)
  return (
    <div className="sr-only">
      <p role="status" aria-live="polite" data-testid="announce-ingest">
        {ingest}
      </p>
      <p role="status" aria-live="polite" data-testid="announce-session">
        {session ? t('session.announce', { title: session.title, state: t(`sessionState.${session.state}`) }) : ''}
      </p>
    </div>
  )
}
