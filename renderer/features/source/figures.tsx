import { Locate, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PageArea, SourceFigure } from '../../../contract/library/source'
import { quarry, useCall } from '../../bridge'
import { IconButton } from '../../ui/button'
import { Failure } from '../../ui/states'
import { useFormat } from '../../window/use-format'
import type { OpenSource } from '../../window/window-state'
import { FigureImages } from './figure-images'
import { FigurePicture } from './figure-picture'

/** A figure that is shown on its page in place of the passage that names it. */
export interface FigureOnPage {
  readonly figure: SourceFigure
  /** Where it was found; null where only its caption was. */
  readonly area: PageArea | null
}

/** The figure that the pane turned to, until another place is opened. */
export function useFigureOnPage(place: OpenSource) {
  const [chosen, choose] = useState<{ place: OpenSource; shown: FigureOnPage } | null>(null)
  const shown = chosen?.place === place ? chosen.shown : null
  return {
    shown,
    show: (figure: FigureOnPage | null) => choose(figure === null ? null : { place, shown: figure }),
  }
}

interface FiguresProps {
  sourceId: string
  range: { start: number; end: number }
  shown: FigureOnPage | null
  onShow(figure: FigureOnPage | null): void
}

/** The figures that a passage names, or whose captions it has, each with its caption. */
export function Figures({ sourceId, range: { start, end }, shown, onShow }: FiguresProps) {
  const asked = useCall(`${sourceId}:${start}:${end}`, () => quarry.libraryFigures({ sourceId, start, end }), false)
  if (asked.status === 'failed') return <Failure error={asked.error} />
  return (asked.value ?? []).map((figure) => (
    <Figure
      key={`${start}:${figure.start}`}
      sourceId={sourceId}
      figure={figure}
      isOnPage={shown?.figure.start === figure.start}
      onShow={onShow}
    />
  ))
}

interface FigureProps {
  sourceId: string
  figure: SourceFigure
  isOnPage: boolean
  onShow(figure: FigureOnPage | null): void
}

function Figure({ sourceId, figure, isOnPage, onShow }: FigureProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const [area, setArea] = useState<PageArea | null>(null)
  const page = area?.page ?? figure.page
  return (
    <figure className="mb-3" data-testid="figure">
      {page === null ? (
        <FigureImages sourceId={sourceId} figure={figure} />
      ) : (
        <FigurePicture sourceId={sourceId} figure={figure} onFound={setArea} />
      )}
      <figcaption className="mt-1 flex items-start gap-1">
        <span className="line-clamp-4 min-w-0 flex-1 font-serif text-[14px] leading-snug text-ink">
          {figure.caption}
        </span>
        {page !== null && (
          <IconButton
            size="small"
            icon={isOnPage ? Undo2 : Locate}
            label={
              isOnPage
                ? t('source.backToPassage')
                : t('source.figureOnPage', { figure: figure.label, page: format.number(page) })
            }
            onClick={() => onShow(isOnPage ? null : { figure, area })}
          />
        )}
      </figcaption>
    </figure>
  )
}
