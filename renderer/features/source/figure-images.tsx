import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SourceFigure } from '../../../contract/library/source'
import { quarry, useCall } from '../../bridge'
import { Loading } from '../../ui/states'
import { useFailureText } from './use-failure-text'

interface FigureImagesProps {
  sourceId: string
  figure: SourceFigure
}

/** The pictures of a figure in a Word document, book or web page, or why there are none. */
export function FigureImages({ sourceId, figure: { start, caption } }: FigureImagesProps) {
  const { t } = useTranslation()
  const failureText = useFailureText()
  const asked = useCall(`${sourceId}:${start}`, () => quarry.libraryFigurePictures({ sourceId, start }), false)
  const urls = useUrls(asked.value?.pictures ?? null)
  const [isBroken, setIsBroken] = useState(false)
  const unshown = isBroken ? 'format' : asked.value?.unshown
  if (asked.status === 'failed') return <WhyUnshown>{failureText(asked.error)}</WhyUnshown>
  if (urls === null) return <Loading />
  return (
    <>
      {urls.map((url) => (
        <img
          key={url}
          src={url}
          alt={caption}
          className="mb-1 block max-h-[20vh] w-full rounded-md border border-line bg-[#fff] object-scale-down"
          onError={(event) => {
            event.currentTarget.hidden = true
            setIsBroken(true)
          }}
        />
      ))}
      {unshown && <WhyUnshown>{t(`source.figureUnshown.${unshown}`)}</WhyUnshown>}
    </>
  )
}

function WhyUnshown({ children }: { children: string }) {
  return <p className="rounded-md border border-line bg-bg px-3 py-2 text-xs text-dim">{children}</p>
}

/** Addresses of files in memory, as long as they are shown; null until they are there. */
function useUrls(files: readonly Uint8Array[] | null): readonly string[] | null {
  const [urls, setUrls] = useState<readonly string[] | null>(null)
  useEffect(() => {
    if (files === null) return
    const made = files.map((bytes) => URL.createObjectURL(new Blob([bytes.slice()])))
    setUrls(made)
    return () => {
      setUrls(null)
      for (const url of made) URL.revokeObjectURL(url)
    }
  }, [files])
  return urls
}
