import { basename } from 'node:path'
import { QuarryError } from '../../../contract/errors'
import { type Detection, detectionBytes, detectMediaType } from '../../../contract/library/media-type-detection'
import type { RecognitionLanguage } from '../../../contract/library/recognition'
import type { MediaType } from '../../../contract/library/source'
import { isCredentialFile } from '../../../contract/resources/credential-files'
import { openRegular } from '../../system'

export interface DetectedFile extends Detection {
  readonly mediaType: MediaType
  readonly sizeBytes: number
}

/**
 * Says what a file is from its name and its first 4 KiB, cheaply enough for thousands. Never hangs on a FIFO or a
 * device. Throws `read.unsupported` where no reader reads it, `read.noText` for an image where no language is recognised, `input.empty` for an empty file, `read.credentials` for a file of credentials by its name; errors of the file
 * system (ENOENT, EACCES …) go through as they are.
 */
export async function detect(
  { path, name }: { path: string; name?: string },
  recognise: readonly RecognitionLanguage[] = [],
): Promise<DetectedFile> {
  if (isCredentialFile(name ?? basename(path))) {
    throw new QuarryError('read.credentials', 'It holds credentials, so it is not read.')
  }
  const file = await openRegular(path)
  if (file === null) throw new QuarryError('read.unsupported', 'This is not a regular file.', { context: { path } })
  try {
    const stats = await file.stat()
    if (stats.size === 0) throw new QuarryError('input.empty', 'It is empty.', { context: { path } })
    const buffer = Buffer.alloc(Math.min(detectionBytes, stats.size))
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0)
    const detection = detectMediaType(buffer.subarray(0, bytesRead), name ?? basename(path))
    const { mediaType } = detection
    if (mediaType === null) {
      throw new QuarryError('read.unsupported', `Unsupported file type: ${detection.kind}.`, { context: { path } })
    }
    if (mediaType === 'image' && recognise.length === 0) {
      throw new QuarryError('read.noText', 'It is an image, and text recognition is off.', {
        remedy: 'runOcr',
        context: { path, isImage: true },
      })
    }
    return { ...detection, mediaType, sizeBytes: stats.size }
  } finally {
    await file.close()
  }
}
