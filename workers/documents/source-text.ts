import type { DocumentTask } from '../../contract/documents'
import { QuarryError } from '../../contract/errors'
import { decodeText } from '../readers/encoding'
import { OpenFile } from '../readers/open-file'

const asResource: Readonly<Record<string, 'resource.notFound' | 'resource.tooLarge' | 'resource.unsupported'>> = {
  'read.notFound': 'resource.notFound',
  'read.tooLarge': 'resource.tooLarge',
  'read.unsupported': 'resource.unsupported',
}

/** The text of a task's file in whatever encoding, or the text that it brings. Throws `resource.*`. */
export function sourceText({ source }: DocumentTask): string {
  if (source.kind === 'text') return source.text.replace(/^\ufeff/, '')
  try {
    const file = OpenFile.open(source.path, source.maxBytes)
    try {
      return decodeText(file.bytes(new Uint8Array(0))).text
    } finally {
      file.close()
    }
  } catch (error) {
    if (!(error instanceof QuarryError)) throw error
    throw new QuarryError(asResource[error.code] ?? 'resource.corrupt', error.message, {
      ...(error.remedy === undefined ? {} : { remedy: error.remedy }),
      ...(error.context === undefined ? {} : { context: error.context }),
      cause: error,
    })
  }
}
