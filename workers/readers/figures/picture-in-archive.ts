import type { OpenPicture } from '../draft'
import { unpackEntries } from '../zip-entries'
import { hasScheme, pictureInData } from './picture-in-data'
import { mostPictureBytes } from './shown-picture'

/** Pictures of a document that is an archive, by the names of their entries. */
export function pictureInArchive(archive: Uint8Array): OpenPicture {
  return (reference) => {
    if (hasScheme(reference)) return pictureInData(reference) ?? 'elsewhere'
    let isTooLarge = false
    const found = unpackEntries(archive, (name, size) => {
      if (name !== reference) return false
      isTooLarge = size > mostPictureBytes
      return !isTooLarge
    })
    return isTooLarge ? 'tooLarge' : (found[reference] ?? 'absent')
  }
}
