import { ArrowRight, RotateCcw } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ErrorShape } from '../../../contract/errors'
import type { MatchAnswer } from '../../../contract/resource'
import { useRunCommand } from '../../app/use-commands'
import { useFormat } from '../../app/use-format'
import { useWindowDispatch, useWindowState } from '../../app/window-state'
import { quarry, toShape } from '../../bridge'
import { Button } from '../../ui/button'
import { inputClass } from '../../ui/field'
import { Empty, Failure, Loading } from '../../ui/states'
import { MatchCard } from './match-card'

const offered = 8

type Answer =
  | { status: 'none'; value: null }
  | { status: 'loading'; value: MatchAnswer | null }
  | { status: 'ready'; value: MatchAnswer }
  | { status: 'failed'; error: ErrorShape; value: null }

/** Answers by the part of the sentence that they are for, in the order of the sentence. */
function byIntent(answer: MatchAnswer): { intent: string; matches: MatchAnswer['matches'] }[] {
  const intents = [...new Set([...answer.intents, ...answer.matches.map(({ intent }) => intent)])]
  return intents.map((intent) => ({ intent, matches: answer.matches.filter((match) => match.intent === intent) }))
}

/** Type a need, and see who answers and why. Nothing is run. */
export function MatchTest() {
  const { t } = useTranslation()
  const format = useFormat()
  const run = useRunCommand()
  const dispatch = useWindowDispatch()
  const { need } = useWindowState()
  const [text, setText] = useState('')
  const [asked, setAsked] = useState<string | null>(null)
  const [answer, setAnswer] = useState<Answer>({ status: 'none', value: null })
  const [changed, setChanged] = useState(false)
  const round = useRef(0)
  // Not by useCall: an answer is kept in the history of matches, so that it is asked for only when a person asks.
  const ask = (query: string): void => {
    const trimmed = query.trim()
    if (trimmed === '') return
    const mine = ++round.current
    setText(query)
    setAsked(trimmed)
    setChanged(false)
    setAnswer(({ value }) => ({ status: 'loading', value }))
    quarry.resourcesMatch({ query: trimmed, maxResources: offered }).then(
      (value) => mine === round.current && setAnswer({ status: 'ready', value }),
      (error: unknown) => mine === round.current && setAnswer({ status: 'failed', error: toShape(error), value: null }),
    )
  }
  // A question from elsewhere in the window, such as a sample question of a database.
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, when it comes
  useEffect(() => {
    if (need === null) return
    ask(need)
    dispatch({ type: 'needAsked' })
  }, [need])
  const value = answer.value
  const groups = value ? byIntent(value) : []
  return (
    <div className="mx-auto max-w-180" data-testid="match-test">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          ask(text)
        }}
      >
        <label htmlFor="need" className="text-sm font-medium">
          {t('resources.match.label')}
        </label>
        <textarea
          id="need"
          rows={2}
          maxLength={4000}
          value={text}
          placeholder={t('resources.match.placeholder')}
          aria-describedby="need-hint"
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
            event.preventDefault()
            ask(text)
          }}
          className={`${inputClass} mt-1 max-h-48 resize-none bg-panel px-3 py-2 font-serif text-[16px] leading-relaxed [field-sizing:content]`}
        />
        <div className="mt-1.5 flex flex-wrap items-center justify-between gap-2">
          <p id="need-hint" className="text-xs text-faint">
            {t('resources.match.hint')}
          </p>
          <Button type="submit" tone="primary" icon={ArrowRight} disabled={text.trim() === ''}>
            {t('resources.match.ask')}
          </Button>
        </div>
      </form>
      {asked === null && (
        <section className="mt-4" aria-labelledby="need-samples">
          <h2 id="need-samples" className="text-sm font-medium">
            {t('resources.match.try')}
          </h2>
          <ul className="mt-1.5 flex flex-wrap gap-1.5">
            {[t('resources.match.try1'), t('resources.match.try2'), t('resources.match.try3')].map((sample) => (
              <li key={sample}>
                <button
                  type="button"
                  onClick={() => ask(sample)}
                  className="rounded-full border border-edge px-2.5 py-0.5 text-left text-sm hover:bg-accent-bg"
                >
                  {sample}
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {asked !== null && answer.status === 'failed' && <Failure error={answer.error} onRetry={() => ask(asked)} />}
      {asked !== null && answer.status === 'loading' && !value && <Loading text={t('resources.match.asking')} />}
      {value && (
        <section className="mt-5" aria-busy={answer.status === 'loading'} data-testid="match-answer">
          <div className="flex min-h-8 flex-wrap items-center justify-between gap-2">
            <p role="status" className="text-xs text-faint tabular-nums">
              {t('resources.match.took', { count: value.matches.length, time: format.duration(value.tookMs) })}
            </p>
            {changed && (
              <Button tone="quiet" icon={RotateCcw} onClick={() => asked !== null && ask(asked)}>
                {t('resources.match.again')}
              </Button>
            )}
          </div>
          {value.withoutVectors > 0 && (
            <p className="text-xs text-blocked">
              {t('resources.match.withoutVectors', { count: value.withoutVectors })}
            </p>
          )}
          {value.intents.length > 1 && (
            <p className="mb-2 text-sm text-dim">
              {t('resources.match.intents')}:{' '}
              {value.intents.map((intent, index) => (
                <span key={intent} className="mr-1.5 inline-block rounded-md bg-sunk px-2 py-0.5">
                  <span className="mr-1 text-faint tabular-nums">{format.number(index + 1)}</span>
                  {intent}
                </span>
              ))}
            </p>
          )}
          {value.matches.length === 0 ? (
            <Empty title={t('resources.match.none')} help={t('resources.match.noneHelp')}>
              <Button onClick={() => run('scan')}>{t('resources.scan')}</Button>
            </Empty>
          ) : (
            groups.map(({ intent, matches }) => (
              <section key={intent} className="mb-4">
                {groups.length > 1 && (
                  <h2 className="pb-1 text-sm font-semibold">{t('resources.match.intent', { intent })}</h2>
                )}
                {matches.length === 0 && <p className="text-sm text-dim">{t('resources.match.none')}</p>}
                <ol>
                  {matches.map((match, index) => (
                    <MatchCard
                      key={`${value.matchId} ${match.resource.resourceId}`}
                      matchId={value.matchId}
                      match={match}
                      rank={index + 1}
                      onFeedback={() => setChanged(true)}
                    />
                  ))}
                </ol>
              </section>
            ))
          )}
        </section>
      )}
    </div>
  )
}
