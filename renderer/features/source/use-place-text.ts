import { useTranslation } from 'react-i18next'
import type { Place } from '../../../contract/place'
import type { Locator } from '../../../contract/source'
import { useFormat } from '../../window/use-format'

/** A place in a source, and the headings over it where they are known. */
export interface HeadedPlace
  extends Pick<Locator, 'page' | 'start' | 'end'>,
    Partial<Pick<Locator, 'lineStart' | 'lineEnd'>> {
  headingPath?: readonly string[]
}

interface PlaceText {
  /** `§ 9.4 Garbage Written Into Files, page 12`; of a query its row, of a call its operation. */
  text(place: HeadedPlace | Place): string
  /** Character numbers, for a tooltip; undefined of an answer. */
  characters(place: HeadedPlace | Place): string | undefined
}

/** Places in words, as a person looks them up. */
export function usePlaceText(): PlaceText {
  const { t } = useTranslation()
  const { number } = useFormat()
  const inSource = ({ headingPath, page, lineStart, lineEnd }: HeadedPlace): string => {
    const heading = headingPath?.at(-1)
    const where =
      page !== null
        ? t('report.page', { page: number(page) })
        : lineStart === undefined || lineEnd === undefined
          ? null
          : lineStart === lineEnd
            ? t('report.line', { line: number(lineStart) })
            : t('report.lines', { from: number(lineStart), to: number(lineEnd) })
    return [heading && `§ ${heading}`, where].filter(Boolean).join(t('app.listed'))
  }
  return {
    text(place) {
      if (!('kind' in place) || place.kind === 'source') return inSource(place)
      if (place.kind === 'call') return place.operation
      const { row, totalRows } = place
      return row === null
        ? t('answer.rows', { count: totalRows, total: number(totalRows) })
        : t('answer.row', { row: number(row + 1) })
    },
    characters: (place) =>
      'start' in place ? t('source.place', { from: number(place.start), to: number(place.end) }) : undefined,
  }
}
