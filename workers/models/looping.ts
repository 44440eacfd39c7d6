/** Characters at the end that are looked for in what was said before them, and in how much of that. */
const tailLength = 50
const windowLength = 3000
/** A refrain of so many times is no style. */
const mostOften = 8

/** Whether a text ends in a loop: models that are small, or run cold, repeat themselves without end. */
export function isLooping(text: string): boolean {
  if (text.length < tailLength * mostOften) return false
  const before = text.slice(-windowLength)
  const tail = before.slice(-tailLength)
  return before.split(tail).length > mostOften
}
