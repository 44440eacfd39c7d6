import type { InterpolationOptions } from 'i18next'
import { useTranslation } from 'react-i18next'
import { createFormat, type Format } from '../../wording'

/** Every row of every list formats something, and what the platform needs for a language is dear to make. */
const formats = new Map<string, Format>()

export const useFormat = (): Format => formatIn(useTranslation().i18n.language)

/** Counts as the language writes them (`107,964 passages`); other values are words already, or written by `useFormat`. */
export function formatCount(
  value: unknown,
  _format: string | undefined,
  language: string | undefined,
  options: InterpolationOptions & { readonly interpolationkey?: string } = {},
): string {
  const isCount = options.interpolationkey === 'count' && typeof value === 'number'
  return isCount ? formatIn(language ?? 'en').number(value) : (value as string)
}

function formatIn(language: string): Format {
  const known = formats.get(language)
  if (known) return known
  const made = createFormat(language)
  formats.set(language, made)
  return made
}
