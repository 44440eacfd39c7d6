import { GitBranch, ListChecks } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BranchMode, Checkpoint } from '../../../contract/session/checkpoint'
import { factOfCheckpoint } from '../../../contract/session/checkpoint-facts'
import type { SessionView } from '../../../contract/session/session'
import { quarry, useCall } from '../../bridge'
import { Button } from '../../ui/button'
import { SectionTitle } from '../../ui/field'
import { Failure } from '../../ui/states'
import { useSpeech } from '../../ui/use-speech'
import { useNotices } from '../../window/notices'
import { useFormat } from '../../window/use-format'
import { useWindowDispatch } from '../../window/window-state'
import { SessionLink } from '../memory/session-link'
import { OpenedCheckpoint } from './opened-checkpoint'

/** The moments of a session to which a person can go back, the newest first, and the sessions that went on from them. */
export function Checkpoints({ session }: { session: SessionView }) {
  const { t } = useTranslation()
  const speech = useSpeech()
  const { id: sessionId, updatedAt, branches } = session
  const [openId, setOpenId] = useState<string | null>(null)
  const checkpoints = useCall(`checkpoints ${sessionId} ${updatedAt}`, () => quarry.sessionCheckpoints({ sessionId }))
  if (checkpoints.status === 'failed') return <Failure error={checkpoints.error} />
  return (
    <section className="mt-4" data-testid="checkpoints">
      <div className="-ml-1.5">
        <SectionTitle>{t('checkpoints.title')}</SectionTitle>
      </div>
      {checkpoints.value?.length === 0 && <p className="text-sm text-dim">{t('checkpoints.none')}</p>}
      {checkpoints.value !== null && checkpoints.value.length > 0 && (
        <p className="mb-1 text-xs text-faint">{t('checkpoints.help')}</p>
      )}
      <ol className="text-sm">
        {checkpoints.value?.toReversed().map((checkpoint) => (
          <CheckpointRow
            key={checkpoint.id}
            sessionId={sessionId}
            checkpoint={checkpoint}
            isOpen={openId === checkpoint.id}
            onOpen={(isOpen) => setOpenId(isOpen ? checkpoint.id : null)}
          />
        ))}
      </ol>
      {branches.length > 0 && (
        <div className="mt-3" data-testid="branches">
          <div className="-ml-1.5">
            <SectionTitle>{t('checkpoints.branches')}</SectionTitle>
          </div>
          <ul className="text-sm">
            {branches.map((branch) => (
              <li key={branch.sessionId} className="border-t border-line py-1 first:border-t-0">
                <SessionLink session={branch} />
                <span className="block text-xs text-faint">
                  {t('checkpoints.from', { checkpoint: speech.fact(factOfCheckpoint(branch.checkpoint)) })}
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}

interface CheckpointRowProps {
  readonly sessionId: string
  readonly checkpoint: Checkpoint
  readonly isOpen: boolean
  onOpen(isOpen: boolean): void
}

function CheckpointRow({ sessionId, checkpoint, isOpen, onOpen }: CheckpointRowProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const speech = useSpeech()
  const { attempt } = useNotices()
  const dispatch = useWindowDispatch()
  const [isBranching, setIsBranching] = useState(false)
  const { id, at, stepsDone, stepsTotal } = checkpoint
  const branch = async (mode: BranchMode): Promise<void> => {
    setIsBranching(true)
    await attempt(async () => {
      const made = await quarry.sessionBranch({ sessionId, checkpointId: id, mode })
      dispatch({ type: 'openSession', sessionId: made.sessionId })
    })
    setIsBranching(false)
  }
  return (
    <li className="border-t border-line py-1 first:border-t-0" data-checkpoint={id}>
      <details open={isOpen} onToggle={(event) => onOpen(event.currentTarget.open)}>
        <summary className="cursor-pointer wrap-anywhere first-letter:uppercase">
          {speech.fact(factOfCheckpoint(checkpoint))}
          <span className="block pl-3.5 text-xs text-faint tabular-nums">
            {format.dateTime(at)}
            {stepsTotal > 0 && (
              <>
                {' · '}
                {t('checkpoints.steps', {
                  done: format.number(stepsDone),
                  total: format.number(stepsTotal),
                  count: stepsTotal,
                })}
              </>
            )}
          </span>
        </summary>
        {isOpen && (
          <div className="pl-3.5">
            <OpenedCheckpoint sessionId={sessionId} checkpointId={id} />
            <div className="mt-2 mb-1.5 flex flex-wrap gap-2">
              <Button icon={GitBranch} className="h-7" disabled={isBranching} onClick={() => void branch('continue')}>
                {t('checkpoints.continue')}
              </Button>
              {checkpoint.planVersion !== null && (
                <Button
                  icon={ListChecks}
                  className="h-7"
                  disabled={isBranching}
                  onClick={() => void branch('revisePlan')}
                >
                  {t('checkpoints.revisePlan')}
                </Button>
              )}
            </div>
          </div>
        )}
      </details>
    </li>
  )
}
