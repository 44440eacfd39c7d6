import { ZoomIn, ZoomOut } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/button'

const zoomStep = 1.5
const maxZoom = zoomStep ** 3

/** Makes a page or picture smaller, down to the width of its pane (1), and larger. */
export function ZoomButtons({ zoom, onZoom }: { zoom: number; onZoom(zoom: number): void }) {
  const { t } = useTranslation()
  return (
    <>
      <IconButton
        size="small"
        icon={ZoomOut}
        label={t('source.zoomOut')}
        disabled={zoom <= 1}
        onClick={() => onZoom(zoom / zoomStep)}
      />
      <IconButton
        size="small"
        icon={ZoomIn}
        label={t('source.zoomIn')}
        disabled={zoom >= maxZoom}
        onClick={() => onZoom(zoom * zoomStep)}
      />
    </>
  )
}
