import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Claim, claimsIn } from '../../../contract/report/report'
import { quarry, useTopicValue } from '../../bridge'
import { Button } from '../../ui/button'
import { Dialog, DialogActions } from '../../ui/dialog'
import { inputClass } from '../../ui/field'
import { Loading } from '../../ui/states'
import { useNotices } from '../../window/notices'
import { useShownReport } from '../../window/shown-report'
import { useWindowDispatch } from '../../window/window-state'

interface EditSentenceProps {
  sessionId: string
  /** Of the report. */
  version: number
  sentenceId: string
  onClose(): void
}

/** Has a person write a sentence of a report anew. */
export function EditSentenceDialog({ sessionId, version, sentenceId, onClose }: EditSentenceProps) {
  const { t } = useTranslation()
  const { attempt } = useNotices()
  const session = useTopicValue('session', sessionId)
  const report = useShownReport(session, version)?.report
  const claim = report && claimsIn(report.sections).find(({ id }) => id === sentenceId)
  const save = async (text: string): Promise<void> => {
    const edit = { kind: 'sentence', sentenceId, text } as const
    const isSaved = await attempt(() =>
      quarry.sessionEditReport({ sessionId, version, edits: report?.edits ?? 0, edit }),
    )
    if (isSaved) onClose()
  }
  return (
    <Dialog
      title={t('edit.sentence')}
      description={t(claim?.method === 'unaided' ? 'edit.sentenceUnaidedHelp' : 'edit.sentenceHelp')}
      onClose={onClose}
      wide
      testId="edit-sentence"
    >
      {claim === undefined ? <Loading /> : <Rewriting claim={claim} onSave={save} onClose={onClose} />}
    </Dialog>
  )
}

function Rewriting({ claim, onSave, onClose }: { claim: Claim; onSave(text: string): Promise<void>; onClose(): void }) {
  const { t } = useTranslation()
  const [text, setText] = useState(claim.text)
  return (
    <TextForm
      label={t('edit.sentence')}
      text={text}
      submit={t('edit.save')}
      ready={text.trim() !== '' && text.trim() !== claim.text}
      onChange={setText}
      onSubmit={() => onSave(text.trim())}
      onClose={onClose}
    />
  )
}

interface RedoSectionProps {
  sessionId: string
  heading: string
  step: { stepId: string; query: string }
  onClose(): void
}

/** Has the step of a section search again, in other words: the next version of the report has what it finds. */
export function RedoSectionDialog({ sessionId, heading, step, onClose }: RedoSectionProps) {
  const { t } = useTranslation()
  const { attempt } = useNotices()
  const dispatch = useWindowDispatch()
  const [query, setQuery] = useState(step.query)
  const redo = async (): Promise<void> => {
    const asked = { sessionId, redo: { stepId: step.stepId, query: query.trim() } }
    if (!(await attempt(() => quarry.sessionUpdate(asked)))) return
    dispatch({ type: 'showReport', version: null })
    onClose()
  }
  return (
    <Dialog
      title={t('edit.redoTitle', { heading })}
      description={t('edit.redoHelp')}
      onClose={onClose}
      testId="redo-section"
    >
      <TextForm
        label={t('edit.query')}
        text={query}
        submit={t('edit.redo')}
        ready={query.trim() !== ''}
        onChange={setQuery}
        onSubmit={redo}
        onClose={onClose}
      />
    </Dialog>
  )
}

interface TextFormProps {
  label: string
  text: string
  submit: string
  ready: boolean
  onChange(text: string): void
  onSubmit(): Promise<void>
  onClose(): void
}

function TextForm({ label, text, submit, ready, onChange, onSubmit, onClose }: TextFormProps) {
  const { t } = useTranslation()
  const id = useId()
  const [sending, setSending] = useState(false)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!ready || sending) return
        setSending(true)
        void onSubmit().finally(() => setSending(false))
      }}
    >
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <textarea
        id={id}
        rows={3}
        value={text}
        onChange={(event) => onChange(event.target.value)}
        className={`${inputClass} mt-1 resize-none font-serif text-[16px] leading-relaxed [field-sizing:content]`}
      />
      <DialogActions>
        <Button onClick={onClose}>{t('app.cancel')}</Button>
        <Button type="submit" tone="primary" disabled={!ready || sending}>
          {submit}
        </Button>
      </DialogActions>
    </form>
  )
}
