import { useTranslation } from 'react-i18next'
import { createFormat, type Format } from '../../wording'

/** Every row of every list formats something, and what the platform needs for a language is dear to make. */
const formats = new Map<string, Format>()

export function useFormat(): Format {
  const { language } = useTranslation().i18n
  const known = formats.get(language)
  if (known) return known
  const made = createFormat(language)
  formats.set(language, made)
  return made
}
