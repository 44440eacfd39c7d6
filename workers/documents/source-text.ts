import iconv from 'iconv-lite'
import type { DocumentTask } from '../../contract/documents'
import { QuarryError } from '../../contract/errors'
import { encodingOf } from '../readers/encoding'
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
      return decoded(file.bytes(new Uint8Array(0)))
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

/** Line ends stay as they are: both grammars know them all, and replacing millions of them takes memory without end. */
function decoded(bytes: Uint8Array): string {
  const encoding = encodingOf(bytes)
  const isUtf8 = encoding === 'utf-8'
  const text = isUtf8 ? new TextDecoder().decode(bytes) : iconv.decode(Buffer.from(bytes), encoding)
  return text.replace(/^\ufeff/, '')
}
