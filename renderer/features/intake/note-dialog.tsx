import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SourceView } from '../../../contract/library/source'
import { quarry } from '../../bridge'
import { Button } from '../../ui/button'
import { Dialog, DialogActions } from '../../ui/dialog'
import { inputClass, TextField } from '../../ui/field'
import { useNotices } from '../../window/notices'
import { PastedText } from './pasted-text'

/** A note, written here or dropped as a selection of text. */
export function NoteDialog({ text: dropped, onClose }: { text: string; onClose(): void }) {
  const [asNote, setAsNote] = useState(dropped.trim() === '')
  if (!asNote) return <PastedText text={dropped} onNote={() => setAsNote(true)} onClose={onClose} />
  return <WriteNote text={dropped} onClose={onClose} />
}

/** Of a note that was kept without its secrets nothing else has them: the text is here until this closes. */
function WriteNote({ text: dropped, onClose }: { text: string; onClose(): void }) {
  const { t } = useTranslation()
  const { attempt } = useNotices()
  const id = useId()
  const [title, setTitle] = useState('')
  const [text, setText] = useState(dropped)
  const [redacted, setRedacted] = useState<SourceView | null>(null)
  const save = (notSecretsOf?: string): void =>
    void attempt(async () => {
      const note = await quarry.libraryAddNote({ text, title: title.trim() || undefined, notSecretsOf })
      if (note.redacted === undefined || notSecretsOf !== undefined) onClose()
      else setRedacted(note)
    })
  if (redacted !== null)
    return (
      <Dialog
        title={t('note.redacted', { count: redacted.redacted ?? 0 })}
        description={t('note.redactedHelp')}
        onClose={onClose}
        testId="note-redacted"
      >
        <DialogActions>
          <Button onClick={() => save(redacted.id)}>{t('note.notSecrets')}</Button>
          <Button tone="primary" autoFocus onClick={onClose}>
            {t('note.keepRedacted')}
          </Button>
        </DialogActions>
      </Dialog>
    )
  return (
    <Dialog title={t('note.title')} description={t('note.help')} onClose={onClose} wide testId="note">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (text.trim() !== '') save()
        }}
      >
        <TextField
          label={t('note.titleLabel')}
          value={title}
          maxLength={300}
          onChange={(event) => setTitle(event.target.value)}
        />
        <label htmlFor={id} className="mt-3 block text-sm font-medium">
          {t('note.textLabel')}
        </label>
        <textarea
          id={id}
          rows={10}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
            event.preventDefault()
            event.currentTarget.form?.requestSubmit()
          }}
          className={`${inputClass} mt-1 font-serif`}
        />
        <DialogActions>
          <Button onClick={onClose}>{t('app.cancel')}</Button>
          <Button type="submit" tone="primary" disabled={text.trim() === ''}>
            {t('note.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
