import type { PicturesTask } from '../../../contract/library/extract'
import type { FigurePictures, UnshownPicture } from '../../../contract/library/source'
import { figureOfCaption } from '../../../contract/report/figures'
import type { Draft } from '../draft'
import type { Progress } from '../progress'
import { readDraft } from '../read'
import { pictureBeside } from './picture-beside'
import { picturesOfCaption } from './pictures-of-caption'
import { isIcon, mostPictureBytes, whyUnshown } from './shown-picture'

/** Pictures of one figure, and their bytes in all. */
const mostPictures = 12
const mostBytes = 2 * mostPictureBytes

/**
 * Reads a file again for the pictures of one figure. Where it is not the file that was read, or no longer has the caption there,
 * none is shown: it may be another figure's. Throws QuarryErrors `read.*`.
 */
export async function readPictures(task: PicturesTask, progress: Progress): Promise<FigurePictures> {
  const { path, name, mediaType, contentHash, caption, maxFileBytes, maxTextLength } = task
  const { draft, file } = await readDraft(
    {
      source: { kind: 'file', path },
      name,
      mediaTypeHint: mediaType,
      scripts: [],
      recognise: [],
      notSecrets: [],
      maxFileBytes,
      maxTextLength,
    },
    progress,
  )
  const isSame = file.contentHash === contentHash && labelAt(draft, caption.start) === caption.label
  if (!isSame) return { pictures: [], unshown: 'changed' }
  const found = picturesOfCaption(draft, caption.start)
  if (found.length === 0) return { pictures: [], unshown: 'absent' }
  const pictures: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  let unshown: UnshownPicture | null = found.length > mostPictures ? 'tooLarge' : null
  for (const { reference } of found.slice(0, mostPictures)) {
    const opened = draft.openPicture?.(reference) ?? pictureBeside(reference, task)
    if (typeof opened === 'string') {
      unshown = opened
      continue
    }
    if (isIcon(opened)) continue
    bytes += opened.length
    const why = bytes > mostBytes ? 'tooLarge' : whyUnshown(opened)
    if (why === null) pictures.push(Uint8Array.from(opened))
    else unshown = why
  }
  return { pictures, unshown: pictures.length === 0 && unshown === null ? 'absent' : unshown }
}

function labelAt({ text, blocks }: Draft, start: number): string | null {
  const block = blocks.find((one) => one.start === start)
  return block === undefined ? null : (figureOfCaption(text.slice(block.start, block.end))?.label ?? null)
}
