import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { CitationView } from '../../../contract/report/report'
import { IconButton } from '../../ui/button'
import { type OpenPlace, placeOf, useWindowDispatch } from '../../window/window-state'

/** To the report's citation before and after the open one. */
export function StepThroughCitations({ open, citations }: { open: OpenPlace; citations: readonly CitationView[] }) {
  const { t } = useTranslation()
  const dispatch = useWindowDispatch()
  const at = citations.findIndex((other) => other.n === open.citation?.n)
  if (at < 0 || citations.length < 2) return null
  const go = (by: number): void => {
    const next = citations[(at + by + citations.length) % citations.length]
    if (!next || !open.citation) return
    dispatch({
      type: 'openPlace',
      place: placeOf(next.place, { ...open.citation, n: next.n }),
    })
  }
  return (
    <>
      <IconButton size="small" icon={ChevronLeft} label={t('source.previousCitation')} onClick={() => go(-1)} />
      <IconButton size="small" icon={ChevronRight} label={t('source.nextCitation')} onClick={() => go(1)} />
    </>
  )
}
