import { QuarryError } from '../../../contract/errors'
import { tidy } from '../text-builder'
import { scanXml } from '../xml'

/** Throws where an Office document is an OLE file: one under a password holds an encrypted package, and old ones are OLE too. */
export function refuseCompound(bytes: Uint8Array): void {
  if (bytes[0] !== 0xd0 || bytes[1] !== 0xcf) return
  const name = Buffer.from('EncryptedPackage', 'utf16le')
  if (Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(name)) {
    throw new QuarryError('read.encrypted', 'It is protected by a password.', { remedy: 'saveWithoutPassword' })
  }
  throw new QuarryError('read.unsupported', 'It is an old Office document.', { remedy: 'saveAsDocx' })
}

/** Title and author by the names of Dublin Core, which Office, OpenDocument and EPUB share; the first of each. */
export function coreProperties(xml: Uint8Array | undefined): { title?: string; author?: string } {
  const found: { title?: string; author?: string } = {}
  if (xml === undefined) return found
  let text: string | null = null
  scanXml(xml, {
    open: (name) => {
      text = name === 'title' || name === 'creator' ? '' : null
    },
    text: (part) => {
      if (text !== null) text += part
    },
    close: (name) => {
      const value = tidy(text ?? '')
      text = null
      if (value === '') return
      if (name === 'title') found.title ??= value
      else found.author ??= value
    },
  })
  return found
}
