import { cleanProse } from './clean'
import { own } from './tree'

/** What a manifest says under a key, in at most `maxLength` UTF-16 code units; empty where that is no text. */
export function textOf(of: unknown, key: string, maxLength: number): string {
  const value = own(of, key)
  return typeof value === 'string' ? cleanProse(value, maxLength) : ''
}
