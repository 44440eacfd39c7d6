import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
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

function WriteNote({ text: dropped, onClose }: { text: string; onClose(): void }) {
  const { t } = useTranslation()
  const { attempt } = useNotices()
  const id = useId()
  const [title, setTitle] = useState('')
  const [text, setText] = useState(dropped)
  const save = (): void =>
    void attempt(() => quarry.libraryAddNote({ text, ...(title.trim() ? { title: title.trim() } : {}) })).then(
      (done) => done && onClose(),
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
