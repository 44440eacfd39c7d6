import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReportTemplate } from '../../../contract/report/report'
import {
  isWrittenByModel,
  type RoleMemory as MemoryChoice,
  memoryOfRole,
  memoryRoles,
  type RoleEngines as RoleEngineChoice,
  roleMemory,
  type WorkSwitches as Work,
  workOf,
} from '../../../contract/session/engine'
import type { AskMode } from '../../../contract/session/session'
import { type ScopeItem, type SessionScope, scopeOf } from '../../../contract/session/session-scope'
import { quarry, useTopicValue } from '../../bridge'
import { Toggle } from '../../ui/field'
import { QuestionBox, Samples } from '../../ui/question-box'
import { EngineChoice, useEngines } from '../../window/engine-choice'
import { ModeChoice, useAskMode } from '../../window/mode-choice'
import { useNotices } from '../../window/notices'
import { RoleEngines } from '../../window/role-engines'
import { RoleMemory } from '../../window/role-memory'
import { SentElsewhere } from '../../window/sent-elsewhere'
import { TemplateChoice } from '../../window/template-choice'
import { useWindowDispatch, useWindowState } from '../../window/window-state'
import { WorkSwitches } from '../../window/work-switches'
import { ScopeLine } from './scope-line'

/** Starts a session with the settings as they are, and opens it. */
export function useStartSession(): (
  question: string,
  mode: AskMode,
  more?: {
    engine?: string
    roleEngines?: RoleEngineChoice
    roleMemory?: MemoryChoice
    writesFiles?: boolean
    template?: ReportTemplate
    scope?: SessionScope
  } & Partial<Work>,
) => Promise<boolean> {
  const { attempt } = useNotices()
  const dispatch = useWindowDispatch()
  return (question, mode, more) =>
    attempt(async () => {
      const { sessionId } = await quarry.sessionStart({ question, mode, ...more })
      dispatch({ type: 'openSession', sessionId })
    })
}

/** All roles as they are shown: what the project has otherwise does not come through. */
const asChosen = (chosen: MemoryChoice): MemoryChoice =>
  roleMemory.parse(Object.fromEntries(memoryRoles.map((role) => [role, memoryOfRole(role, chosen)])))

/** Where a question is written. */
export function Composer() {
  const { t } = useTranslation()
  const start = useStartSession()
  const [question, setQuestion] = useState('')
  const [starting, setStarting] = useState(false)
  const [template, setTemplate] = useState<ReportTemplate>('report')
  const { sampleAdded } = useWindowState()
  const engines = useEngines()
  const offersModel = engines.length > 0
  const [mode, setMode] = useAskMode(offersModel)
  const settings = useTopicValue('settings')
  /** For this question alone; else the project's. */
  const [chosen, setChosen] = useState<string>()
  const [roles, setRoles] = useState<RoleEngineChoice>()
  const [memory, setMemory] = useState<MemoryChoice>()
  const [writes, setWrites] = useState<boolean>()
  const [work, setWork] = useState<Partial<Work>>({})
  const [only, setOnly] = useState<readonly ScopeItem[]>([])
  const scope = scopeOf(only)
  const engine = chosen ?? settings?.engine
  // Who chooses an engine here wants that one in all roles that are not chosen here, too.
  const shownRoles = roles ?? (chosen === undefined ? settings?.roleEngines : undefined) ?? {}
  const isAlone = mode === 'modelOnly'
  const lacksModel = isAlone && engine !== undefined && !isWrittenByModel(engine, shownRoles)
  const submit = async (): Promise<void> => {
    setStarting(true)
    const isUsual = engine === undefined || (chosen === undefined && roles === undefined)
    await start(question.trim(), mode, {
      ...(mode === 'research' && { template }),
      ...(scope !== null && !isAlone && { scope }),
      ...(writes !== undefined && { writesFiles: writes }),
      ...(memory !== undefined && { roleMemory: asChosen(memory) }),
      ...(mode === 'research' && work),
      ...(isUsual ? {} : { engine, roleEngines: shownRoles }),
    })
    setStarting(false)
  }
  return (
    <>
      <QuestionBox
        id="question"
        first
        label={t('welcome.question')}
        maxLength={20_000}
        value={question}
        placeholder={t(isAlone ? 'welcome.modelPlaceholder' : 'welcome.placeholder')}
        hint={t(lacksModel ? 'mode.modelOnlyNeedsModel' : `mode.${mode}Hint`)}
        submit={starting ? t('welcome.starting') : t(`mode.${mode}Start`)}
        ready={question.trim() !== '' && !starting && !lacksModel}
        beside={
          <>
            <ModeChoice mode={mode} offersModel={offersModel} onChange={setMode} />
            {mode === 'research' && <TemplateChoice template={template} onChange={setTemplate} />}
            {engine !== undefined && engines.length > 0 && (
              <EngineChoice engines={engines} value={engine} onChange={setChosen} />
            )}
          </>
        }
        onChange={setQuestion}
        onSubmit={() => void submit()}
      />
      <div className="mt-1.5 px-1">
        {!isAlone && <ScopeLine items={only} onChoose={setOnly} />}
        {engine !== undefined && (
          <SentElsewhere engines={engines} engine={engine} roles={shownRoles} isQuestionAlone={isAlone} />
        )}
      </div>
      {settings && mode === 'research' && (
        <div className="mt-2 px-1">
          <WorkSwitches
            help={t('roles.helpHere')}
            work={workOf(work, settings)}
            hasModel={offersModel}
            onChange={(change) => setWork({ ...work, ...change })}
          />
        </div>
      )}
      {engine !== undefined && engines.length > 0 && mode === 'research' && (
        <div className="mt-2 space-y-2 px-1">
          <RoleEngines
            engines={engines}
            help={t('roles.helpHere')}
            engine={engine}
            chosen={shownRoles}
            onChange={setRoles}
          />
          <RoleMemory help={t('roles.helpHere')} chosen={memory ?? settings?.roleMemory ?? {}} onChange={setMemory} />
          <Toggle
            label={t('welcome.writesFiles')}
            help={t('welcome.writesFilesHelp')}
            checked={writes ?? settings?.writesFiles ?? false}
            onChange={setWrites}
          />
        </div>
      )}
      {sampleAdded && (
        <div className="mt-2">
          <Samples
            id="sample-questions"
            title={t('welcome.sampleQuestions')}
            samples={[t('welcome.sample1'), t('welcome.sample2'), t('welcome.sample3')]}
            onChoose={(sample) => {
              setQuestion(sample)
              document.getElementById('question')?.focus()
            }}
          />
        </div>
      )}
    </>
  )
}
