import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button'
import { Dialog, DialogActions } from '../ui/dialog'
import { TextField } from '../ui/field'
import { useNotices } from './notices'

interface NameDialogProps {
  title: string
  label: string
  save: string
  name: string
  maxLength: number
  onSave(name: string): Promise<unknown>
  onClose(): void
  testId: string
}

/** Asks for a name, which must not be empty, and stays open where it could not be saved. */
export function NameDialog(props: NameDialogProps) {
  const { title, label, save, name: given, maxLength, onSave, onClose, testId } = props
  const { t } = useTranslation()
  const { attempt } = useNotices()
  const [name, setName] = useState(given)
  const trimmed = name.trim()
  return (
    <Dialog title={title} onClose={onClose} testId={testId}>
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (trimmed !== '') void attempt(() => onSave(trimmed)).then((done) => done && onClose())
        }}
      >
        <TextField
          label={label}
          value={name}
          maxLength={maxLength}
          onFocus={(event) => event.target.select()}
          onChange={(event) => setName(event.target.value)}
        />
        <DialogActions>
          <Button onClick={onClose}>{t('app.cancel')}</Button>
          <Button type="submit" tone="primary" disabled={trimmed === ''}>
            {save}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
