import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type AskedField,
  type FieldEntry,
  type FieldProblem,
  valuesOfEntries,
} from '../../../contract/calls/asked-field'
import { inputClass } from '../../ui/field'
import { useFormat } from '../../window/use-format'

export type Entries = Readonly<Record<string, FieldEntry>>

/** What a form begins with: what the service proposes. */
const proposedEntries = (fields: readonly AskedField[]): Entries =>
  Object.fromEntries(fields.map(({ name, form, proposed }) => [name, proposed ?? (isMany(form) ? [] : '')]))

const isMany = (form: AskedField['form']): boolean => form.kind === 'choice' && form.isMany

/** What was entered when it was last checked, and what of it does not fit. */
interface CheckedEntries {
  readonly entries: Entries
  readonly problems: Readonly<Record<string, FieldProblem>>
}

/** What a person enters in the fields. */
export function useAskedEntries(fields: readonly AskedField[]) {
  const [entries, setEntries] = useState<Entries>(() => proposedEntries(fields))
  const [checked, setChecked] = useState<CheckedEntries | null>(null)
  return {
    entries,
    checked,
    enter: (name: string, entry: FieldEntry): void => setEntries({ ...entries, [name]: entry }),
    /** The values; null where something does not fit, which is shown from then on until it is edited. */
    check() {
      const { values, problems } = valuesOfEntries(fields, entries)
      setChecked({ entries, problems })
      return Object.keys(problems).length > 0 ? null : values
    },
  }
}

/** What does not fit in a field, as long as it holds what was checked. */
export const problemIn = (
  name: string,
  { entries, checked }: Pick<AskedFormProps, 'entries' | 'checked'>,
): FieldProblem | undefined => (checked?.entries[name] === entries[name] ? checked?.problems[name] : undefined)

interface AskedFormProps {
  fields: readonly AskedField[]
  entries: Entries
  checked: CheckedEntries | null
  onEntered(name: string, entry: FieldEntry): void
}

/** What a service asks a person for, each value in a field of its kind. Its words are shown as data. */
export function AskedForm({ fields, entries, checked, onEntered }: AskedFormProps) {
  const { t } = useTranslation()
  const id = useId()
  const boundsOf = useBounds()
  const form = useRef<HTMLDivElement>(null)
  // What does not fit may be out of sight.
  useEffect(() => {
    if (checked !== null) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [checked])
  return (
    <div ref={form} className="mt-3 grid gap-3">
      {fields.map((field, at) => {
        const problem = problemIn(field.name, { entries, checked })
        const own = `${id}-${at}`
        const help = [field.description, boundsOf(field.form)].filter((text) => text !== '').join(' · ')
        return (
          <div key={field.name} data-testid="asked-field">
            <Named id={own} form={field.form}>
              <bdi className="wrap-anywhere">{field.title}</bdi>
              {!field.isRequired && <span className="font-normal text-faint"> {t('askedField.optional')}</span>}
            </Named>
            <Entered
              id={own}
              field={field}
              entry={entries[field.name] ?? ''}
              isWrong={problem !== undefined}
              onEntered={(entry) => onEntered(field.name, entry)}
            />
            <div id={`${own}-help`} className="text-xs wrap-anywhere">
              {help !== '' && <p className="mt-1 text-faint">{help}</p>}
              {problem !== undefined && (
                <p role="alert" className="mt-1 text-error">
                  {t(`askedField.problem.${problem}`)}
                </p>
              )}
            </div>
          </div>
        )
      })}
    </div>
  )
}

/** The name of a field: of boxes to tick that of their group. */
function Named({ id, form, children }: { id: string; form: AskedField['form']; children: ReactNode }) {
  if (isMany(form))
    return (
      <span id={`${id}-name`} className="block text-sm font-medium">
        {children}
      </span>
    )
  return (
    <label htmlFor={id} className="block text-sm font-medium">
      {children}
    </label>
  )
}

interface EnteredProps {
  id: string
  field: AskedField
  entry: FieldEntry
  isWrong: boolean
  onEntered(entry: FieldEntry): void
}

const inputTypes = { email: 'email', uri: 'url', date: 'date', 'date-time': 'datetime-local' } as const

function Entered({ id, field: { form }, entry, isWrong, onEntered }: EnteredProps) {
  const { t } = useTranslation()
  const shared = {
    id,
    'aria-invalid': isWrong ? true : undefined,
    'aria-describedby': `${id}-help`,
    className: `${inputClass} mt-1`,
  } as const
  const text = typeof entry === 'string' ? entry : ''
  if (form.kind === 'choice' && form.isMany) {
    const chosen = typeof entry === 'string' ? [] : entry
    return (
      <fieldset
        aria-labelledby={`${id}-name`}
        className="mt-1 flex max-h-40 flex-wrap gap-x-4 gap-y-1 overflow-auto text-sm"
      >
        {form.options.map(({ value, title }) => {
          const key = String(value)
          return (
            <label key={key} className="flex items-center gap-1.5">
              <input
                type="checkbox"
                checked={chosen.includes(key)}
                onChange={({ target }) =>
                  onEntered(target.checked ? [...chosen, key] : chosen.filter((one) => one !== key))
                }
              />
              <bdi className="wrap-anywhere">{title}</bdi>
            </label>
          )
        })}
      </fieldset>
    )
  }
  if (form.kind === 'choice' || form.kind === 'boolean') {
    const options =
      form.kind === 'choice'
        ? form.options.map(({ value, title }) => [String(value), title] as const)
        : ([
            ['true', t('askedField.yes')],
            ['false', t('askedField.no')],
          ] as const)
    return (
      <select {...shared} value={text} onChange={({ target }) => onEntered(target.value)}>
        <option value="">{t('askedField.choose')}</option>
        {options.map(([value, title]) => (
          <option key={value} value={value}>
            {title}
          </option>
        ))}
      </select>
    )
  }
  return (
    <input
      {...shared}
      value={text}
      type={form.kind === 'text' && form.format !== null ? inputTypes[form.format] : 'text'}
      inputMode={form.kind === 'number' ? (form.isInteger ? 'numeric' : 'decimal') : undefined}
      autoComplete="off"
      spellCheck={false}
      onChange={({ target }) => onEntered(target.value)}
    />
  )
}

/** What a number must be, where the service says. */
function useBounds(): (form: AskedField['form']) => string {
  const { t } = useTranslation()
  const { number } = useFormat()
  return (form) => {
    if (form.kind !== 'number') return ''
    const { isInteger } = form
    const minimum = form.minimum === null ? null : number(form.minimum)
    const maximum = form.maximum === null ? null : number(form.maximum)
    if (minimum !== null && maximum !== null) return t('askedField.between', { minimum, maximum })
    if (minimum !== null) return t('askedField.atLeast', { minimum })
    if (maximum !== null) return t('askedField.atMost', { maximum })
    return isInteger ? t('askedField.whole') : ''
  }
}
