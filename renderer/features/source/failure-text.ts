import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { toShape } from '../../bridge'
import { asSentence, useErrorText } from '../../ui/error-text'

/** Why a page could not be drawn: in words where main refused the file, as a quotation where the drawing itself failed. */
export function useFailureText(): (error: unknown) => string {
  const { t } = useTranslation()
  const errorText = useErrorText()
  return useCallback(
    (error) => {
      const shape = toShape(error)
      const worded = t('source.pageFailed')
      if (shape.code === 'internal') return t('error.said', { worded, message: shape.message })
      return t('app.sentences', { first: worded, second: asSentence(errorText(shape)) })
    },
    [t, errorText],
  )
}
