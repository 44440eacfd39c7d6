import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ErrorShape } from '../../../contract/error-shape'
import type { SessionView } from '../../../contract/session/session'
import { mayAct } from '../../../contract/session/session-transitions'
import { useTopic } from '../../bridge'
import { Button } from '../../ui/button'
import { Failure, Loading } from '../../ui/states'
import { useShownReport } from '../../window/shown-report'
import { useWindowDispatch, useWindowState } from '../../window/window-state'
import { ClarificationCard, EarlierRounds } from '../clarification/clarification-card'
import { CompletionCard } from '../confirmation/completion-card'
import { ConfirmationCard } from '../confirmation/confirmation-card'
import { QuestionCard } from '../confirmation/question-card'
import { PlanReview } from '../plan/plan-review'
import { Conversation, Question } from '../report/conversation'
import { EvidenceChoices } from '../report/evidence-choices'
import { FindBar } from '../report/find-bar'
import { BlockedCard } from '../steps/blocked-card'
import { Steps } from '../steps/steps'
import { stepsWithoutAnyone } from '../steps/steps-without-anyone'
import { Activity } from './activity'
import { FollowUp } from './follow-up'
import { Interruption } from './interruption'
import { Investigation } from './investigation'
import { LifeLine } from './life-line'
import { SessionHeader } from './session-header'
import { Understood } from './understood'

/** One session in the order in which it happens: question, asked back, looked around, plan, steps, report. */
export function SessionPane({ sessionId }: { sessionId: string }) {
  const session = useTopic('session', sessionId)
  if (session.status === 'loading') return <Loading />
  if (session.status === 'failed') return <Gone error={session.error} />
  return <Opened view={session.value} />
}

function Opened({ view }: { view: SessionView }) {
  const { reportVersion } = useWindowState()
  const pane = useRef<HTMLDivElement>(null)
  const asked = view.asked.length > 1 ? view.asked.at(-1) : undefined
  const shown = useShownReport(view, reportVersion)
  const open = view.clarifications.find((round) => round.answer === null)
  const asks = view.state === 'awaitingClarification' && open !== undefined
  const canAnswer = view.state === 'running' || view.state === 'paused'
  const reviews = view.state === 'awaitingPlanReview' && view.plan !== null
  const looking = view.state === 'investigating' || view.state === 'planning' || reviews
  const missing = stepsWithoutAnyone(view)
  const mayFollowUp = mayAct(view.state, 'followUp')
  // While a new plan is made the one that was sent back is no longer true.
  const replanned = view.state === 'planning' && view.plan?.approvedAt === null
  return (
    <div className="flex h-full flex-col">
      <FindBar reportId={shown?.report.writtenAt ?? null} />
      {/* The browser's scroll anchoring keeps the reader's place while things grow. */}
      <div
        ref={pane}
        className="min-h-0 flex-1 overflow-auto px-5 pt-6 pb-16 sm:px-10"
        data-testid="session"
        data-state={view.state}
      >
        <article className="mx-auto max-w-180" aria-labelledby="session-title">
          <SessionHeader session={view} />
          <LifeLine session={view} />
          {asked !== undefined && view.state !== 'done' && (
            <div className="mb-3" data-testid="asked-follow-up">
              <Question asked={asked} />
              {asked.mode !== 'modelOnly' && <Understood question={asked.text} />}
            </div>
          )}
          <Activity session={view} />
          {missing.length > 0 ? (
            <BlockedCard session={view} steps={missing} />
          ) : (
            // Where it waits for an answer, the card says so.
            !(canAnswer && view.confirmations.length > 0) && <Interruption session={view} />
          )}
          <EarlierRounds rounds={view.clarifications.filter((round) => !(asks && round === open))} />
          {asks && <ClarificationCard key={open.round} session={view} round={open} />}
          {view.questions.slice(0, 1).map((question) => {
            const shared = { session: view, waiting: view.questions.length - 1 }
            return question.kind === 'form' ? (
              <QuestionCard key={question.id} question={question} {...shared} />
            ) : (
              <CompletionCard key={question.id} question={question} {...shared} />
            )
          })}
          {canAnswer &&
            view.confirmations
              .slice(0, 1)
              .map((asked) => (
                <ConfirmationCard key={asked.id} session={view} asked={asked} waiting={view.confirmations.length - 1} />
              ))}
          {reviews && view.plan && (
            <PlanReview
              key={view.plan.version}
              sessionId={view.id}
              question={view.asked.at(-1)?.text ?? view.question}
              plan={view.plan}
            />
          )}
          {view.plan && !reviews && !replanned && (
            <Steps plan={view.plan} folded={view.report !== null} told={missing} />
          )}
          {view.investigation && (
            <Investigation investigation={view.investigation} initiallyOpen={looking && !view.report} />
          )}
          {shown && <Conversation session={view} version={shown.version} />}
          {shown && <EvidenceChoices session={view} />}
          {mayFollowUp && (
            <FollowUp
              key={view.reportVersions.length}
              session={view}
              // What is being done, and written, is told above the report.
              onAsked={() => pane.current?.scrollTo({ top: 0 })}
            />
          )}
        </article>
      </div>
    </div>
  )
}

/** A session that is not there any more, or cannot be read, and the way on. */
function Gone({ error }: { error: ErrorShape }) {
  const { t } = useTranslation()
  const dispatch = useWindowDispatch()
  return (
    <div className="mx-auto max-w-140 pt-10">
      <Failure error={error} />
      <Button className="ml-5" onClick={() => dispatch({ type: 'openSession', sessionId: null })}>
        {t('sessions.new')}
      </Button>
    </div>
  )
}
