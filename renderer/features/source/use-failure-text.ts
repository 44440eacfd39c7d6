import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { toShape } from '../../bridge'
import { useSpeech } from '../../ui/use-speech'

/** Why a page could not be drawn: in words where main refused the file, as a quotation where the drawing itself failed. */
export function useFailureText(): (error: unknown) => string {
  const { t } = useTranslation()
  const speech = useSpeech()
  return useCallback(
    (error) => {
      const shape = toShape(error)
      const worded = t('source.pageFailed')
      if (shape.code === 'internal') return t('error.said', { worded, message: shape.message })
      return t('app.sentences', { first: worded, second: speech.error(shape) })
    },
    [t, speech],
  )
}
