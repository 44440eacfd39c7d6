import { useTranslation } from 'react-i18next'
import type { Place } from '../../../contract/report/place'
import { type HeadedPlace, wordsOfPlace } from '../../../wording'
import { useSpeech } from '../../ui/use-speech'
import { useFormat } from '../../window/use-format'

/** A place with its characters. */
type RangedPlace = HeadedPlace & { start: number; end: number }

interface PlaceText {
  /** `§ 9.4 Garbage Written Into Files, page 12`; of a query its row, of a call its operation. */
  text(place: RangedPlace | Place): string
  /** Character numbers, for a tooltip; undefined of an answer. */
  characters(place: RangedPlace | Place): string | undefined
}

/** Places in words, as a person looks them up. */
export function usePlaceText(): PlaceText {
  const { t } = useTranslation()
  const { number, list } = useFormat()
  const speech = useSpeech()
  return {
    text(place) {
      if (!('kind' in place) || place.kind === 'source') return wordsOfPlace(place, speech).join(t('app.listed'))
      if (place.kind === 'call') {
        const { operation, models } = place
        return models === undefined ? operation : t('answer.withModel', { operation, models: list(models) })
      }
      const { row, totalRows } = place
      return row === null
        ? t('answer.rows', { count: totalRows, total: number(totalRows) })
        : t('answer.row', { row: number(row + 1) })
    },
    characters: (place) =>
      'start' in place ? t('source.place', { from: number(place.start), to: number(place.end) }) : undefined,
  }
}
