import { useTranslation } from 'react-i18next'
import type { ModelTurnView } from '../../../contract/models/model-turn'
import { modelOfEngine } from '../../../contract/session/engine'
import type { SessionView } from '../../../contract/session/session'
import { quarry, useCall } from '../../bridge'
import { SectionTitle } from '../../ui/field'
import { Failure } from '../../ui/states'
import { useSpeech } from '../../ui/use-speech'
import { useFormat } from '../../window/use-format'

const wordsClass = 'mt-0.5 max-h-72 overflow-auto rounded bg-sunk px-2 py-1 text-xs whitespace-pre-wrap wrap-anywhere'

function Words({ who, text }: { who: string; text: string }) {
  return (
    <>
      <dt className="mt-1.5 text-xs text-faint">{who}</dt>
      {/* Long words scroll, also by keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <dd tabIndex={0} className={wordsClass}>
        {text}
      </dd>
    </>
  )
}

/** One turn: the exact words on both sides, folded away. */
function Turn({ turn }: { turn: ModelTurnView }) {
  const { t } = useTranslation()
  const format = useFormat()
  const speech = useSpeech()
  const { role, about, promptTokens, answerTokens, isEstimated, durationMs, error } = turn
  const tokens =
    promptTokens === null
      ? []
      : [
          t(isEstimated ? 'turns.tokensEstimated' : 'turns.tokens', {
            prompt: format.number(promptTokens),
            answer: format.number(answerTokens ?? 0),
          }),
        ]
  const figures = [...tokens, ...(durationMs === null ? [] : [format.duration(durationMs)])]
  const ended = error === null ? (turn.answer ?? t('turns.unended')) : speech.error(error)
  return (
    <li className="border-t border-line py-1 text-sm">
      <details>
        <summary className="cursor-pointer">
          <span className={error === null ? '' : 'text-error'}>{t(`roles.${role}`)}</span>
          {about !== '' && <span className="text-dim wrap-anywhere"> · {about}</span>}
          <span className="block pl-3.5 text-xs text-faint tabular-nums">{figures.join(' · ')}</span>
        </summary>
        <p className="mt-1 text-xs text-faint wrap-anywhere">
          {modelOfEngine(turn.engine)?.model ?? turn.engine} · {turn.prompt}
        </p>
        <dl>
          {turn.messages.map((message, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the words of a turn never change
            <Words key={at} who={t(`turns.${message.role}`)} text={message.content} />
          ))}
          {(ended !== '' || turn.calls.length === 0) && <Words who={t('turns.answer')} text={ended} />}
          {turn.calls.map((call, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the calls of a turn never change
            <Words key={at} who={t('turns.call', { name: call.name })} text={call.arguments} />
          ))}
        </dl>
      </details>
    </li>
  )
}

/** What the session's language models were asked, word by word. */
export function ModelTurns({ session }: { session: SessionView }) {
  const { t } = useTranslation()
  const { id: sessionId, modelUse, updatedAt } = session
  const turns = useCall(modelUse === null ? null : `turns ${sessionId} ${modelUse.turns} ${updatedAt}`, () =>
    quarry.sessionTurns({ sessionId }),
  )
  if (turns.status === 'failed') return <Failure error={turns.error} />
  if (modelUse === null || turns.value === null || turns.value.length === 0) return null
  return (
    <section className="mt-3" data-testid="model-turns">
      <div className="px-2.5">
        <SectionTitle>{t('turns.title')}</SectionTitle>
      </div>
      <ol className="px-4">
        {turns.value.map((turn) => (
          <Turn key={turn.turnId} turn={turn} />
        ))}
      </ol>
    </section>
  )
}
