import { GitBranch } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { BranchOrigin as Origin } from '../../../contract/session/checkpoint'
import { factOfCheckpoint } from '../../../contract/session/checkpoint-facts'
import { useSpeech } from '../../ui/use-speech'
import { useFormat } from '../../window/use-format'
import { SessionLink } from '../memory/session-link'

/** Where a branch comes from, and what is gone of what it was given. */
export function BranchOrigin({ origin }: { origin: Origin }) {
  const { t } = useTranslation()
  const speech = useSpeech()
  const format = useFormat()
  const { sessionId, sessionTitle, missingSources } = origin
  const values = { title: sessionTitle, checkpoint: speech.fact(factOfCheckpoint(origin)) }
  return (
    <div className="-mt-2 mb-4 text-xs text-dim" data-testid="branch-origin">
      <p className="flex items-start gap-1.5">
        <GitBranch size={13} aria-hidden className="mt-0.5 shrink-0" />
        <span className="min-w-0 wrap-anywhere">
          {sessionId === null ? (
            t('checkpoints.branchedFromDeleted', values)
          ) : (
            <>
              {t('checkpoints.branchedFrom')} <SessionLink isInline session={{ sessionId, title: sessionTitle }} />
              {' · '}
              {values.checkpoint}
            </>
          )}
        </span>
      </p>
      {missingSources.count > 0 && (
        <p role="status" className="mt-0.5 text-blocked wrap-anywhere">
          {t('checkpoints.missing', {
            count: missingSources.count,
            documents: format.number(missingSources.count),
            names: missingSources.names.join(t('app.listed')),
          })}
        </p>
      )}
    </div>
  )
}
