import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProjectFacts } from '../../../contract/library/project-facts'
import { quarry } from '../../bridge'
import { Button } from '../../ui/button'
import { inputClass, TextField } from '../../ui/field'
import { useNotices } from '../../window/notices'

/** What a person writes of a project; what they empty, or leave as it was found, is found again. */
export function FactsForm({ facts, onClose }: { facts: ProjectFacts; onClose(isChanged: boolean): void }) {
  const { t } = useTranslation()
  const { attempt } = useNotices()
  const [name, setName] = useState(facts.name)
  const [description, setDescription] = useState(facts.description)
  const [notes, setNotes] = useState(facts.notes)
  const save = async (): Promise<void> => {
    const changed = (was: string, is: string) => (is.trim() === was ? undefined : is)
    const written = {
      name: changed(facts.name, name),
      description: changed(facts.description, description),
      notes: changed(facts.notes, notes),
    }
    if (await attempt(() => quarry.projectEditFacts(written))) onClose(true)
  }
  return (
    <form
      data-testid="facts-form"
      className="mt-3 shrink-0 rounded-lg border border-edge bg-panel px-3.5 py-3"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose(false)
      }}
    >
      <TextField
        autoFocus
        label={t('facts.name')}
        help={t('facts.help')}
        value={name}
        maxLength={120}
        onChange={(event) => setName(event.target.value)}
      />
      <Area label={t('facts.description')} value={description} maxLength={1000} onChange={setDescription} />
      <Area label={t('facts.notes')} value={notes} maxLength={2000} onChange={setNotes} />
      <div className="mt-3 flex justify-end gap-2">
        <Button onClick={() => onClose(false)}>{t('app.cancel')}</Button>
        <Button type="submit" tone="primary">
          {t('domains.save')}
        </Button>
      </div>
    </form>
  )
}

interface AreaProps {
  readonly label: string
  readonly value: string
  readonly maxLength: number
  onChange(value: string): void
}

function Area({ label, value, maxLength, onChange }: AreaProps) {
  const id = useId()
  return (
    <>
      <label htmlFor={id} className="mt-2 block text-sm font-medium">
        {label}
      </label>
      <textarea
        id={id}
        rows={2}
        maxLength={maxLength}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={`${inputClass} mt-1`}
      />
    </>
  )
}
