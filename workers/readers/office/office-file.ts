import { QuarryError } from '../../../contract/errors'
import { comparableDoi } from '../../../contract/report/bibliography'
import { wordTable } from '../../../contract/word-table'
import type { WorkFields } from '../bibliography/own-work'
import { tidy } from '../text-builder'
import { scanXml } from '../xml'

/** Characters of a field that are kept. */
const maxFieldLength = 2000

/** Throws where an Office document is an OLE file: one under a password holds an encrypted package, and old ones are OLE too. */
export function refuseCompound(bytes: Uint8Array): void {
  if (bytes[0] !== 0xd0 || bytes[1] !== 0xcf) return
  const name = Buffer.from('EncryptedPackage', 'utf16le')
  if (Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(name)) {
    throw new QuarryError('read.encrypted', 'It is protected by a password.', { remedy: 'saveWithoutPassword' })
  }
  throw new QuarryError('read.unsupported', 'It is an old Office document.', { remedy: 'saveAsDocx' })
}

/** Elements of Dublin Core that say what a work is, and Office's for its date; the first of each, but for authors. */
const fieldOf = wordTable<'title' | 'author' | 'date' | 'publisher' | 'identifier'>({
  title: 'title',
  creator: 'author',
  date: 'date',
  created: 'date',
  'creation-date': 'date',
  publisher: 'publisher',
  identifier: 'identifier',
})

/** What Office, OpenDocument and EPUB say of a work in the names of Dublin Core, which they share. */
export function coreProperties(xml: Uint8Array | undefined): {
  title?: string
  author?: string
  fields?: WorkFields
} {
  if (xml === undefined) return {}
  const found: { [field in 'title' | 'author' | 'date' | 'publisher' | 'identifier']?: string[] } = {}
  let text: string | null = null
  scanXml(xml, {
    open: (name) => {
      text = fieldOf[name] === undefined ? null : ''
    },
    text: (part) => {
      if (text !== null && text.length < maxFieldLength) text += part
    },
    close: (name) => {
      const field = fieldOf[name]
      const value = tidy(text ?? '')
      text = null
      if (field !== undefined && value !== '') found[field] = [...(found[field] ?? []), value]
    },
  })
  const { title, author, date, publisher, identifier = [] } = found
  const doi = identifier.find((one) => comparableDoi(one) !== null)
  const isbn = identifier.map((one) => one.replace(/^urn:isbn:/i, '')).find((one) => /^[\d-]{9,16}[\dX]$/.test(one))
  return {
    ...(title === undefined ? {} : { title: title[0]! }),
    ...(author === undefined ? {} : { author: author[0]! }),
    fields: {
      ...(author === undefined ? {} : { authors: author.slice(0, 200) }),
      ...(date === undefined ? {} : { date: date[0]! }),
      ...(publisher === undefined ? {} : { publisher: publisher[0]! }),
      ...(doi === undefined ? {} : { doi }),
      ...(isbn === undefined ? {} : { isbn }),
    },
  }
}
