import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { ErrorShape } from '../../contract/errors'

/** A wording by itself: those that usually follow a name or a colon begin with a small letter. */
export const asSentence = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1)

/** Words an error by its code in the window's language; `internal` and vague ones add main's own message. */
export function useErrorText(): (error: ErrorShape) => string {
  const { t } = useTranslation()
  return useCallback(
    (error) => {
      const worded = t(`error.${error.code}`)
      const vague = error.code === 'internal' || error.code === 'input.invalid' || error.code === 'plan.invalid'
      return vague ? `${worded} ${error.message}` : worded
    },
    [t],
  )
}
