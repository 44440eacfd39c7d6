/** Marks of a cell that has no value. */
const none = /^(?:[-–—·.…*]|n\.?\s?a\.?|nan|none|nil|\/)$/iu

/** True of a cell that is a number with its sign, unit, stars or error: “−0.37”, “12 %”, “[6.82]”, “< 0.0001”, “0.91–1.00”. */
export function isFigure(text: string): boolean {
  if (text.length > 28 || !/\d/u.test(text)) return false
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  return letters <= 3 && letters < (text.match(/\d/gu)?.length ?? 0) + 2 && !/^\p{L}[\p{L}\d.]/u.test(text)
}

/** True of a cell that holds a value and no name: a figure, or a sign as √, × or –. */
export function isValue(text: string): boolean {
  return isFigure(text) || (!/[\p{L}\p{N}%#$€£¥°]/u.test(text) && text !== '')
}

export function isNone(text: string): boolean {
  return none.test(text)
}

/** True of a figure in brackets: the error of the one above it. */
export function isBracketed(text: string): boolean {
  return /^[([].*[)\]]$/u.test(text) && isFigure(text)
}
