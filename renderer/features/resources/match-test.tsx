import { RotateCcw } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ErrorShape } from '../../../contract/error-shape'
import type { MatchAnswer } from '../../../contract/resources/resource-match'
import { quarry, toShape } from '../../bridge'
import { Button } from '../../ui/button'
import { QuestionBox, Samples } from '../../ui/question-box'
import { Empty, Failure, Loading } from '../../ui/states'
import { useRunCommand } from '../../window/run-command'
import { useFormat } from '../../window/use-format'
import { useWindowDispatch, useWindowState } from '../../window/window-state'
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
    <div className="max-w-180" data-testid="match-test">
      <QuestionBox
        id="need"
        label={t('resources.match.label')}
        maxLength={4000}
        value={text}
        placeholder={t('resources.match.placeholder')}
        hint={t('resources.match.hint')}
        submit={t('resources.match.ask')}
        ready={text.trim() !== ''}
        onChange={setText}
        onSubmit={() => ask(text)}
      />
      {asked === null && (
        <div className="mt-4">
          <Samples
            id="need-samples"
            title={t('resources.match.try')}
            samples={[t('resources.match.try1'), t('resources.match.try2'), t('resources.match.try3')]}
            onChoose={ask}
          />
        </div>
      )}
      {asked !== null && answer.status === 'failed' && <Failure error={answer.error} onRetry={() => ask(asked)} />}
      {asked !== null && answer.status === 'loading' && !value && <Loading text={t('resources.match.asking')} />}
      {value && (
        <section className="mt-4" aria-busy={answer.status === 'loading'} data-testid="match-answer">
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
            <p className="mb-1.5 text-xs text-blocked">
              {t('resources.match.withoutVectors', { count: value.withoutVectors })}
            </p>
          )}
          {value.intents.length > 1 && (
            <p className="mb-3 flex flex-wrap items-baseline gap-1.5 text-sm text-dim">
              {t('app.labelled', { label: t('resources.match.intents'), what: '' })}
              {value.intents.map((intent, index) => (
                <span key={intent} className="rounded-md bg-sunk px-2 py-0.5">
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
