import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TextField } from '../ui/field'
import { useFormat } from './use-format'

interface WholeNumberProps {
  label: string
  help: string
  value: number | null
  from: number
  to: number
  optional?: boolean
  placeholder?: string
  onChange(value: number | null): void
}

/** A whole number within bounds; written when the field is left, and only if it fits. */
export function WholeNumber({
  label,
  help,
  value,
  from,
  to,
  optional = false,
  placeholder,
  onChange,
}: WholeNumberProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const [text, setText] = useState(value === null ? '' : String(value))
  const parsed = text.trim() === '' ? null : Number(text)
  const fits = parsed === null ? optional : Number.isInteger(parsed) && parsed >= from && parsed <= to
  return (
    <TextField
      label={label}
      help={help}
      error={fits ? null : t('settings.outOfRange', { from: format.number(from), to: format.number(to) })}
      inputMode="numeric"
      value={text}
      placeholder={placeholder}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => {
        if (fits && parsed !== value) onChange(parsed)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && fits && parsed !== value) onChange(parsed)
      }}
    />
  )
}
