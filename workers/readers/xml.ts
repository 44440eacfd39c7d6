import { Parser } from 'htmlparser2'
import { decodeText } from './encoding'

export interface XmlHandlers {
  /** Names of elements come without their prefix, names of attributes with it. */
  readonly open: (name: string, attributes: Readonly<Record<string, string>>) => void
  readonly close?: (name: string) => void
  readonly text?: (text: string) => void
}

/** Characters that are parsed at once. */
const sliceLength = 1_000_000

/**
 * Walks an XML document in order, without a tree of it. Entities that a document declares are not expanded and nothing outside is
 * opened; what is not well-formed is read as far as it goes.
 */
export function scanXml(bytes: Uint8Array, { open, close, text }: XmlHandlers): void {
  const parser = new Parser(
    {
      onopentag: (name, attributes) => open(localName(name), attributes),
      onclosetag: (name) => close?.(localName(name)),
      ontext: (part) => text?.(part),
    },
    { xmlMode: true, decodeEntities: true },
  )
  const source = decodeText(bytes).text
  for (let at = 0; at < source.length; at += sliceLength) parser.write(source.slice(at, at + sliceLength))
  parser.end()
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)
