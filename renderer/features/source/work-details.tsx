import { BookMarked } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type SourceWork, type Work, workTypes } from '../../../contract/report/bibliography'
import { quarry, useCall } from '../../bridge'
import { Button, IconButton } from '../../ui/button'
import { Dialog, DialogActions } from '../../ui/dialog'
import { inputClass, TextField } from '../../ui/field'
import { Failure, Loading } from '../../ui/states'
import { useNotices } from '../../window/notices'
import { draftOfWork, textFields, toldWork, type WorkDraft, workOfDraft } from './work-form'

/** What a source is as a work, and how often a person changed that. */
export function useWork(sourceId: string) {
  const [changes, setChanges] = useState(0)
  const asked = useCall(`${sourceId}:${changes}`, () => quarry.libraryWork({ sourceId }))
  return { asked, onChanged: () => setChanges((count) => count + 1) }
}

/** Who wrote a source, when and where: a line below its title. */
export function WorkLine({ work }: { work: Work }) {
  const { t } = useTranslation()
  const told = toldWork(work, (name) => t('work.andOthers', { name }))
  if (told === '') return null
  return (
    <p className="line-clamp-2 text-xs text-dim" data-testid="work-line">
      {told}
    </p>
  )
}

/** Opens what is known of a source as a work, to be read and corrected. */
export function WorkButton({ sourceId, ...work }: { sourceId: string } & ReturnType<typeof useWork>) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconButton size="small" icon={BookMarked} label={t('work.title')} onClick={() => setOpen(true)} />
      {isOpen && <WorkDialog sourceId={sourceId} {...work} onClose={() => setOpen(false)} />}
    </>
  )
}

interface WorkDialogProps extends ReturnType<typeof useWork> {
  sourceId: string
  onClose(): void
}

function WorkDialog({ sourceId, asked, onChanged, onClose }: WorkDialogProps) {
  const { t } = useTranslation()
  const { attempt } = useNotices()
  const keep = async (work: Work | null): Promise<void> => {
    if (!(await attempt(() => quarry.libraryDescribeWork({ sourceId, work })))) return
    onChanged()
    onClose()
  }
  return (
    <Dialog title={t('work.title')} description={t('work.help')} onClose={onClose} wide testId="work">
      {asked.status === 'failed' ? (
        <Failure error={asked.error} />
      ) : asked.value === null ? (
        <Loading />
      ) : (
        <WorkForm known={asked.value} onKeep={keep} onClose={onClose} />
      )}
    </Dialog>
  )
}

interface WorkFormProps {
  known: SourceWork
  /** Null forgets what a person said. */
  onKeep(work: Work | null): Promise<void>
  onClose(): void
}

function WorkForm({ known: { work, origin }, onKeep, onClose }: WorkFormProps) {
  const { t } = useTranslation()
  const id = useId()
  const [draft, setDraft] = useState(() => draftOfWork(work))
  const [sending, setSending] = useState(false)
  const made = workOfDraft(draft, work)
  const set = (field: keyof WorkDraft) => (event: { target: { value: string } }) =>
    setDraft({ ...draft, [field]: event.target.value })
  const send = (kept: Work | null): void => {
    setSending(true)
    void onKeep(kept).finally(() => setSending(false))
  }
  const types = workTypes.some((type) => type === draft.type) ? workTypes : [draft.type, ...workTypes]
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (made !== null && !sending) send(made)
      }}
    >
      <div className="grid grid-cols-6 gap-3">
        <p className="col-span-6 text-xs text-faint" data-testid="work-origin">
          {origin.kind === 'list' ? t('work.fromList', { name: origin.name }) : t(`work.from.${origin.kind}`)}
        </p>
        <TextField className="col-span-6" label={t('work.field.title')} value={draft.title} onChange={set('title')} />
        {(['authors', 'editors'] as const).map((field) => (
          <div key={field} className="col-span-6 sm:col-span-3">
            <label htmlFor={`${id}-${field}`} className="text-sm font-medium">
              {t(`work.field.${field}`)}
            </label>
            <textarea
              id={`${id}-${field}`}
              aria-describedby={`${id}-names`}
              rows={3}
              value={draft[field]}
              onChange={set(field)}
              className={`${inputClass} mt-1 max-h-40 resize-none [field-sizing:content]`}
            />
          </div>
        ))}
        <p id={`${id}-names`} className="col-span-6 -mt-2 text-xs text-faint">
          {t('work.namesHelp')}
        </p>
        <div className="col-span-3">
          <label htmlFor={`${id}-type`} className="text-sm font-medium">
            {t('work.field.type')}
          </label>
          <select id={`${id}-type`} value={draft.type} onChange={set('type')} className={`${inputClass} mt-1`}>
            {types.map((type) => (
              <option key={type} value={type}>
                {t(`work.type.${type}`, { defaultValue: type })}
              </option>
            ))}
          </select>
        </div>
        <TextField
          className="col-span-3"
          label={t('work.field.issued')}
          placeholder="2026-01-31"
          error={made === null ? t('work.noDate') : null}
          value={draft.issued}
          onChange={set('issued')}
        />
        {textFields
          .filter((field) => field !== 'title')
          .map((field) => (
            <TextField
              key={field}
              className={['volume', 'issue', 'page'].includes(field) ? 'col-span-2' : 'col-span-6 sm:col-span-3'}
              label={t(`work.field.${field}`)}
              value={draft[field]}
              onChange={set(field)}
            />
          ))}
      </div>
      <DialogActions>
        {origin.kind === 'person' && (
          <Button tone="quiet" disabled={sending} onClick={() => send(null)}>
            {t('work.forget')}
          </Button>
        )}
        <Button onClick={onClose}>{t('app.cancel')}</Button>
        <Button type="submit" tone="primary" disabled={made === null || sending}>
          {t('edit.save')}
        </Button>
      </DialogActions>
    </form>
  )
}
