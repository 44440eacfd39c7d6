import { clsx } from 'clsx'
import { Play, RotateCcw, Square } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ModelRole } from '../../../contract/models/model-turn'
import {
  memoryModes,
  memoryOfRole,
  memoryRoles,
  type RoleMemory,
  rolesOf,
  workOf,
  workSwitches,
} from '../../../contract/session/engine'
import type { SessionView } from '../../../contract/session/session'
import { scopeOf } from '../../../contract/session/session-scope'
import { mayAct } from '../../../contract/session/session-transitions'
import { quarry, useTopicValue } from '../../bridge'
import { Button } from '../../ui/button'
import { Hint } from '../../ui/hint'
import { useNotices } from '../../window/notices'
import { useEngineName } from '../../window/use-engine-name'
import { useFormat } from '../../window/use-format'
import { stepsWithoutAnyone } from '../steps/steps-without-anyone'
import { BranchOrigin } from './branch-origin'
import { isHalted } from './is-halted'
import { ScopeLine } from './scope-line'
import { Understood } from './understood'

/** Characters beyond which a question is set smaller and scrolls, so that the session stays in view. */
const longQuestion = 320

/** Of which roles memory is not used as usual. */
function useMemoryFacts(chosen: RoleMemory = {}): string[] {
  const { t } = useTranslation()
  return memoryRoles.flatMap((role) => {
    const mode = memoryOfRole(role, chosen)
    if (mode === memoryModes[role][0]) return []
    const label = t('app.labelled', { label: t('roles.memory'), what: t(`roles.${role}`) })
    return [t('app.labelled', { label, what: t(`roles.memoryModes.${mode}`) })]
  })
}

/** How the report is written, with what that means. */
function EngineFact({ engine, settings, isAlone }: Pick<SessionView, 'engine' | 'settings'> & { isAlone: boolean }) {
  const { t } = useTranslation()
  const engineName = useEngineName()
  const name = engineName(engine)
  const { roleEngines: roles = {}, roleMemory } = settings
  const memory = useMemoryFacts(roleMemory)
  const others = Object.entries(roles).map(([role, own]) =>
    t('app.labelled', { label: t(`roles.${role as ModelRole}`), what: engineName(own) }),
  )
  const isQuoted = rolesOf(engine, roles).length === 0
  const work = workOf(settings)
  const off = workSwitches
    .keyof()
    .options.filter((name) => !work[name] && (name === 'investigates' || !isQuoted))
    .map((name) => t('app.labelled', { label: t(`switches.${name}`), what: t('switches.off') }))
  const help = t(isAlone ? 'engineHelp.alone' : isQuoted ? 'engineHelp.extractive' : 'engineHelp.model')
  return (
    <Hint text={[help, ...others, ...memory, ...off].join('\n')}>
      <button type="button" className="cursor-help underline decoration-dotted underline-offset-4">
        {name}
      </button>
    </Hint>
  )
}

/** The question, what it was asked of, and the ways to stop and go on. */
export function SessionHeader({ session }: { session: SessionView }) {
  const { t } = useTranslation()
  const format = useFormat()
  const budget = useTopicValue('settings')?.sessionTokens
  const { attempt } = useNotices()
  const { id: sessionId, state } = session
  const question = session.question || session.title
  /** Where every question was to the model alone, nothing was looked for, in no source. */
  const isLibraryAsked = session.asked.some(({ mode }) => mode !== 'modelOnly')
  return (
    <header>
      <h1
        id="session-title"
        className={clsx(
          'font-serif leading-[1.3] font-semibold tracking-[-.1px] whitespace-pre-line wrap-anywhere',
          question.length > longQuestion ? 'max-h-56 overflow-auto pb-1 text-[17px]' : 'text-[23px]',
        )}
      >
        {question}
      </h1>
      {isLibraryAsked && <Understood question={session.question} />}
      <div className="mt-1.5 mb-4 flex flex-wrap items-center gap-x-3.5 gap-y-1 text-xs text-faint tabular-nums">
        <span>{t('session.started', { time: format.when(session.createdAt) })}</span>
        {isLibraryAsked && (
          <span>
            {t('session.sources', { count: session.sourcesIndexed, sources: format.number(session.sourcesIndexed) })}
          </span>
        )}
        <EngineFact engine={session.engine} settings={session.settings} isAlone={!isLibraryAsked} />
        {session.modelUse && budget !== undefined && (
          <span>
            {t('session.tokens', { tokens: format.number(session.modelUse.tokens), budget: format.number(budget) })}
          </span>
        )}
        <span className="ml-auto flex gap-2">
          {mayAct(state, 'stop') && (
            <Hint text={t('session.stopHelp')}>
              <Button
                icon={Square}
                className="h-7"
                onClick={() => void attempt(() => quarry.sessionStop({ sessionId }))}
              >
                {t('session.stop')}
              </Button>
            </Hint>
          )}
          {/* Where steps lack somebody, the card that says so has the way on. */}
          {isHalted(session) && stepsWithoutAnyone(session).length === 0 && (
            <Button
              icon={Play}
              tone="primary"
              className="h-7"
              onClick={() => void attempt(() => quarry.sessionResume({ sessionId }))}
            >
              {t('session.resume')}
            </Button>
          )}
          {mayAct(state, 'retry') && (
            <Button
              icon={RotateCcw}
              tone="primary"
              className="h-7"
              onClick={() => void attempt(() => quarry.sessionRetry({ sessionId }))}
            >
              {t('session.retry')}
            </Button>
          )}
        </span>
      </div>
      {session.scopedTo.length > 0 && (
        <div className="-mt-3 mb-3">
          <ScopeLine
            items={session.scopedTo}
            onChoose={(items) => void attempt(() => quarry.sessionSetScope({ sessionId, scope: scopeOf(items) }))}
          />
        </div>
      )}
      {session.branchedFrom && <BranchOrigin origin={session.branchedFrom} />}
    </header>
  )
}
