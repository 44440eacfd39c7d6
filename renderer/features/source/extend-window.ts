export interface HeldText {
  /** Where the text begins in the whole, in UTF-16 code units. */
  offset: number
  text: string
}

/** Joins a part that overlaps or touches what is held; a part apart from it leaves it as it is. */
export function extendWindow(held: HeldText, part: HeldText): HeldText {
  const heldEnd = held.offset + held.text.length
  const partEnd = part.offset + part.text.length
  if (partEnd < held.offset || part.offset > heldEnd) return held
  const before = part.offset < held.offset ? part.text.slice(0, held.offset - part.offset) : ''
  const after = partEnd > heldEnd ? part.text.slice(heldEnd - part.offset) : ''
  return { offset: Math.min(held.offset, part.offset), text: before + held.text + after }
}
