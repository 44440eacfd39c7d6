import { Copy, ThumbsDown, ThumbsUp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { CallRecord } from '../../../contract/calls/calls'
import type { CallExchange } from '../../../contract/calls/service-question'
import { quarry } from '../../bridge'
import { Button, IconButton } from '../../ui/button'
import { Chip } from '../../ui/chip'
import { Fact, Facts } from '../../ui/facts'
import { useSpeech } from '../../ui/use-speech'
import { useNotices } from '../../window/notices'
import { useFormat } from '../../window/use-format'
import { useWindowDispatch } from '../../window/window-state'
import { UndoCall } from './undo-call'

const toneOf = {
  done: 'ok',
  failed: 'error',
  denied: 'error',
  awaitingConfirmation: 'blocked',
  inDoubt: 'blocked',
  running: 'busy',
} as const satisfies Record<CallRecord['state'], string>

interface CallRowProps {
  readonly call: CallRecord
  readonly isOpen: boolean
  readonly tabbable: boolean
  onFocus(): void
  onToggle(): void
  onRated(): void
}

/** A recorded call: one line, and all that is kept of it once it is opened. */
export function CallRow({ call, isOpen, tabbable, onFocus, onToggle, onRated }: CallRowProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const whose = call.resourceName ?? (call.server === 'builtin' ? null : call.server)
  const isRedacted = call.sessionId === null && call.caller === 'session'
  return (
    <div className="border-t border-line py-1.5" data-testid="call" data-state={call.state}>
      <button
        type="button"
        aria-expanded={isOpen}
        tabIndex={tabbable ? 0 : -1}
        onFocus={onFocus}
        onClick={onToggle}
        className="grid w-full grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3 rounded px-1 text-left text-sm hover:bg-sunk"
      >
        <span className="min-w-0 truncate">
          <bdi className="font-medium">{call.tool}</bdi>
          {whose !== null && <bdi className="text-dim"> · {whose}</bdi>}
        </span>
        <span className="flex items-center gap-1.5">
          <Chip tone={toneOf[call.state]}>{t(`calls.states.${call.state}`)}</Chip>
          <time dateTime={call.at} className="min-w-24 text-right text-xs whitespace-nowrap text-faint tabular-nums">
            {format.when(call.at)}
          </time>
        </span>
        <span className="col-span-2 min-h-4 truncate text-xs text-dim">
          {isRedacted ? <i>{t('calls.redacted')}</i> : <bdi>{call.question}</bdi>}
        </span>
      </button>
      {isOpen && <Kept call={call} isRedacted={isRedacted} onRated={onRated} />}
    </div>
  )
}

/** What is too long for a line. */
function Words({ text }: { text: string }) {
  return (
    <bdi
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard, too
      tabIndex={0}
      className="mt-1 block max-h-40 overflow-auto rounded bg-sunk px-2 py-1 text-xs whitespace-pre-wrap"
    >
      {text}
    </bdi>
  )
}

/** What a service asked during the call, and what came of it. */
function Exchange({ message, outcome, content, completion, error }: CallExchange) {
  const { t } = useTranslation()
  const speech = useSpeech()
  const isLong = completion !== undefined || message.length > 300
  const name = completion === undefined ? null : t('completion.record', { model: completion.model })
  return (
    <li className="wrap-anywhere">
      {name ?? (isLong ? null : <bdi>{message}</bdi>)}{' '}
      <span className="text-dim">({t(`serviceQuestion.outcome.${outcome}`)})</span>
      {isLong && <Words text={message} />}
      {completion?.answer != null && (
        <>
          <span className="mt-1 block">{t('completion.answer', { model: completion.model })}</span>
          <Words text={completion.answer} />
        </>
      )}
      {Object.keys(content).length > 0 && (
        <bdi className="block font-mono text-xs text-dim">{JSON.stringify(content)}</bdi>
      )}
      {error !== undefined && <span className="block text-error">{speech.error(error)}</span>}
    </li>
  )
}

function Kept({ call, isRedacted, onRated }: { call: CallRecord; isRedacted: boolean; onRated(): void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const speech = useSpeech()
  const dispatch = useWindowDispatch()
  const { attempt, tell } = useNotices()
  const { decision, decidedBy, risk, reasons, remark, error, durationMs, sessionId, feedback, exchanges } = call
  const rate = (given: CallRecord['feedback']): void =>
    void attempt(() => quarry.callsRate({ callId: call.callId, feedback: given === feedback ? null : given })).then(
      onRated,
    )
  const copy = (): void =>
    void attempt(() => quarry.desktopCopyText({ text: JSON.stringify(call, null, 2) })).then(() =>
      tell(t('app.copied')),
    )
  return (
    <div className="px-1 pt-1 pb-2 text-sm" data-testid="kept-call">
      <Facts>
        <Fact name={t('calls.time')}>{format.dateTime(call.at)}</Fact>
        <Fact name={t('calls.decision')}>
          {decision === null
            ? t('calls.unknown')
            : decidedBy === null
              ? t(`calls.decisions.${decision}`)
              : t('calls.decided', { decision: t(`calls.decisions.${decision}`), by: t(`calls.by.${decidedBy}`) })}
        </Fact>
        {risk !== null && (
          <Fact name={t('confirmation.risk')}>
            {format.percent(risk)}
            {reasons.length > 0 && (
              <ul className="ml-4 list-disc text-dim">
                {reasons.map(({ fact }) => (
                  <li key={JSON.stringify(fact)}>{speech.fact(fact)}</li>
                ))}
              </ul>
            )}
          </Fact>
        )}
        {exchanges.length > 0 && (
          <Fact name={t('serviceQuestion.record')}>
            <ul data-testid="call-exchanges">
              {exchanges.map((exchange) => (
                <Exchange key={exchange.at} {...exchange} />
              ))}
            </ul>
          </Fact>
        )}
        {remark !== null && <Fact name={t('calls.remark')}>{remark}</Fact>}
        {error !== null && <Fact name={t('calls.error')}>{speech.error(error)}</Fact>}
        {durationMs !== null && <Fact name={t('calls.took')}>{format.duration(durationMs)}</Fact>}
        <Fact name={t('calls.caller')}>{t(`calls.callers.${call.caller}`)}</Fact>
      </Facts>
      {!isRedacted && (
        <pre className="mt-2 max-h-60 overflow-auto rounded-md bg-sunk px-2.5 py-1.5 font-mono text-xs break-words whitespace-pre-wrap">
          {JSON.stringify(call.input, null, 2)}
        </pre>
      )}
      <div className="mt-2 flex flex-wrap items-center gap-1.5">
        {sessionId !== null && (
          <Button tone="quiet" className="h-7 px-2" onClick={() => dispatch({ type: 'openSession', sessionId })}>
            {t('calls.openSession')}
          </Button>
        )}
        {call.undo === 'possible' && <UndoCall callId={call.callId} className="h-7 px-2" onUndone={onRated} />}
        {call.undo === 'undone' && <Chip>{t('calls.isUndone')}</Chip>}
        {!isRedacted && (
          <Button tone="quiet" icon={Copy} className="h-7 px-2" onClick={copy}>
            {t('calls.copy')}
          </Button>
        )}
        <IconButton
          size="small"
          icon={ThumbsUp}
          label={t('calls.good')}
          aria-pressed={feedback === 'good'}
          className="aria-pressed:text-accent"
          onClick={() => rate('good')}
        />
        <IconButton
          size="small"
          icon={ThumbsDown}
          label={t('calls.bad')}
          aria-pressed={feedback === 'bad'}
          className="aria-pressed:text-accent"
          onClick={() => rate('bad')}
        />
      </div>
    </div>
  )
}
