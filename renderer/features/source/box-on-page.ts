import type { PageBoxes } from '../../../contract/library/source'

/** A box as shares (0..1) of the page as it is drawn. */
export interface DrawnBox {
  left: number
  top: number
  width: number
  height: number
}

/** Turns a box of the unrotated page (PDF points, from the top left) the way in which the page is drawn. */
export function boxOnPage(
  box: PageBoxes['boxes'][number],
  page: { widthPoints: number; heightPoints: number },
  rotation: number,
): DrawnBox {
  const left = box.x / page.widthPoints
  const top = box.y / page.heightPoints
  const width = box.width / page.widthPoints
  const height = box.height / page.heightPoints
  switch (((rotation % 360) + 360) % 360) {
    case 90:
      return { left: 1 - top - height, top: left, width: height, height: width }
    case 180:
      return { left: 1 - left - width, top: 1 - top - height, width, height }
    case 270:
      return { left: top, top: 1 - left - width, width: height, height: width }
    default:
      return { left, top, width, height }
  }
}
