import { RefreshCw, Telescope } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isWrittenByModel, rolesOf } from '../../../contract/session/engine'
import type { AskMode, SessionView } from '../../../contract/session/session'
import { quarry, useCall, useTopicValue } from '../../bridge'
import { Button } from '../../ui/button'
import { TextField, Toggle } from '../../ui/field'
import { QuestionBox } from '../../ui/question-box'
import { ModeChoice, useAskMode } from '../../window/mode-choice'
import { useNotices } from '../../window/notices'
import { useFormat } from '../../window/use-format'
import { useRested } from '../../window/use-rested'
import { useWindowDispatch } from '../../window/window-state'

/**
 * Under a finished report: asks more, and shows the version that answers it as soon as it is written.
 * @param onAsked called once a question was asked
 */
export function FollowUp({ session, onAsked }: { session: SessionView; onAsked(): void }) {
  const { t } = useTranslation()
  const { attempt } = useNotices()
  const dispatch = useWindowDispatch()
  const format = useFormat()
  const offersModel = isWrittenByModel(session.engine, session.settings.roleEngines)
  const [mode, setMode] = useAskMode(offersModel)
  const [typed, setTyped] = useState('')
  /** How the question is to be read, where a person wrote it; else as Quarry reads it. */
  const [reading, setReading] = useState<string | null>(null)
  const [asking, setAsking] = useState(false)
  const sessionId = session.id
  const question = typed.trim()
  const rested = useRested(question)
  const read = useCall(
    rested === '' ? null : rested,
    () => quarry.sessionUnderstand({ sessionId, question: rested }),
    false,
  )
  const understood = rested !== question || rested === '' ? null : (read.value?.question ?? null)
  const isFilled = understood !== null && understood !== question
  const begin = async (asking: () => Promise<void>): Promise<void> => {
    setAsking(true)
    const isAsked = await attempt(asking)
    setAsking(false)
    if (!isAsked) return
    dispatch({ type: 'showReport', version: null })
    onAsked()
  }
  const ask = (asked: { question: string; mode: AskMode; typed?: string }): Promise<void> =>
    begin(() => quarry.sessionFollowUp({ sessionId, ...asked }))
  const { sourcesSince } = session
  const last = session.asked.at(-1)
  /** A language model answered: there are no steps to run again. */
  const isAlone = last?.mode === 'modelOnly'
  const settings = useTopicValue('settings')
  const writer = rolesOf(session.engine, session.settings.roleEngines).some(([role]) => role === 'research')
  return (
    <div className="mt-8 border-t border-line pt-4" data-testid="follow-up">
      {(last?.mode === 'quick' || isAlone) && (
        <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <Button
            icon={Telescope}
            disabled={asking}
            onClick={() => void ask({ question: last.text, mode: 'research' })}
          >
            {t('followUp.research')}
          </Button>
          <p className="text-xs text-faint">{t('followUp.researchHelp')}</p>
        </div>
      )}
      {!isAlone && (
        <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <Button
            icon={RefreshCw}
            tone={sourcesSince > 0 ? 'primary' : 'plain'}
            disabled={asking}
            onClick={() => void begin(() => quarry.sessionUpdate({ sessionId }))}
          >
            {t('followUp.update')}
          </Button>
          <p className="text-xs text-faint">
            {sourcesSince > 0
              ? t('followUp.updateSince', { count: sourcesSince, sources: format.number(sourcesSince) })
              : t('followUp.updateHelp')}
          </p>
        </div>
      )}
      <QuestionBox
        id="follow-up"
        label={t('followUp.label')}
        maxLength={20_000}
        value={typed}
        placeholder={t('followUp.placeholder')}
        hint={t(mode === 'modelOnly' ? 'followUp.modelOnlyHint' : 'followUp.hint')}
        submit={t('followUp.submit')}
        ready={question !== '' && reading?.trim() !== '' && !asking}
        beside={<ModeChoice mode={mode} offersModel={offersModel} onChange={setMode} />}
        onChange={(text) => {
          setTyped(text)
          setReading(null)
        }}
        onSubmit={() =>
          void ask(reading === null ? { question, mode } : { question: reading.trim(), typed: question, mode })
        }
      />
      {writer && mode !== 'modelOnly' && (
        <div className="mt-2 px-1">
          <Toggle
            label={t('welcome.writesFiles')}
            help={t('followUp.writesFilesHelp')}
            checked={session.settings.writesFiles ?? settings?.writesFiles ?? false}
            onChange={(writesFiles) => void attempt(() => quarry.sessionSetWritesFiles({ sessionId, writesFiles }))}
          />
        </div>
      )}
      {reading !== null ? (
        <TextField
          className="mt-2"
          label={t('followUp.readAs')}
          value={reading}
          maxLength={20_000}
          autoFocus
          onChange={(event) => setReading(event.target.value)}
        />
      ) : (
        isFilled && (
          <p className="mt-2 text-sm text-dim wrap-anywhere" data-testid="understood" role="status">
            {t('followUp.understood', { question: understood })}
            <Button tone="quiet" className="ml-1 h-6 px-2 text-xs" onClick={() => setReading(understood)}>
              {t('followUp.edit')}
            </Button>
          </p>
        )
      )}
    </div>
  )
}
