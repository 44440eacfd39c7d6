import type { i18n as Catalogues, TFunction } from 'i18next'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { ErrorShape } from '../../contract/errors'
import { remedyKey } from '../../contract/remedies'

/** A wording by itself: those that usually follow a name or a colon begin with a small letter. */
export const asSentence = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1)

interface Words {
  readonly t: TFunction
  readonly language: string
  exists(key: string): boolean
}

/** Whether main's own sentences are in the language of the window. */
const isOwnLanguage = ({ language }: Pick<Words, 'language'>): boolean => language === 'en'

/** What an input or a plan was refused for, where the error tells it; null where it does not. */
function problemWords({ code, context }: ErrorShape, { exists, t }: Words): string | null {
  const key = `error.problem.${context?.problem}`
  if ((code !== 'input.invalid' && code !== 'plan.invalid') || !exists(key)) return null
  const field = `error.field.${context?.field}`
  return t(key as 'error.problem.input', {
    ...context,
    field: exists(field) ? t(field as 'error.field.title') : String(context?.field ?? ''),
  })
}

/**
 * An error in the window's language, by its code, and what is wrong with an input or a plan. Main's own sentence, which
 * is English, follows where nothing better is known: as it is in the English window; elsewhere only of `internal`, as a
 * quotation, since nobody foresaw it.
 */
export function errorWords(error: ErrorShape, words: Words): string {
  const worded = words.t(`error.${error.code}`)
  const { code, message } = error
  const first = `error.${error.context?.code}`
  if (code === 'session.failed' && words.exists(first)) {
    return words.t('error.everyStepFailed', { first: asSentence(words.t(first as 'error.cancelled')) })
  }
  if (code === 'internal') return words.t('error.said', { worded, message })
  if (code !== 'input.invalid' && code !== 'plan.invalid') return worded
  const problem = problemWords(error, words)
  if (problem !== null) return `${worded}${problem}`
  return isOwnLanguage(words) ? `${worded} ${message}` : worded
}

/** A remedy in the window's language; null where only another version of Quarry would know the words. */
export function remedyWords(remedy: string | undefined, words: Words): string | null {
  if (remedy === undefined) return null
  const key = remedyKey(remedy)
  if (key !== null) return words.t(`remedy.${key}`)
  return isOwnLanguage(words) ? remedy : null
}

/** Words an error by its code in the window's language. */
export function useErrorText(): (error: ErrorShape) => string {
  const { t, i18n } = useTranslation()
  return useCallback((error) => errorWords(error, wordsOf(t, i18n)), [t, i18n])
}

/** Words what a person can do about an error, in the window's language. */
export function useRemedyText(): (remedy: string | undefined) => string | null {
  const { t, i18n } = useTranslation()
  return useCallback((remedy) => remedyWords(remedy, wordsOf(t, i18n)), [t, i18n])
}

const wordsOf = (t: TFunction, i18n: Catalogues): Words => ({
  t,
  language: i18n.language,
  exists: (key: string) => i18n.exists(key),
})
