import { useTranslation } from 'react-i18next'
import type { Locator } from '../../../contract/source'
import { useFormat } from '../../window/use-format'

/** A place in words: the page of what has pages, else the lines. */
export function useLocatorText(): (locator: Locator) => string {
  const { t } = useTranslation()
  const format = useFormat()
  return ({ page, lineStart, lineEnd }) =>
    page !== null
      ? t('report.page', { page: format.number(page) })
      : lineStart === lineEnd
        ? t('report.line', { line: format.number(lineStart) })
        : t('report.lines', { from: format.number(lineStart), to: format.number(lineEnd) })
}
