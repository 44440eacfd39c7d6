/** How long ago something was, in whole seconds (as ms), at least one: an age is read, not measured. */
export function ageMs(nowMs: number, since: string): number {
  return Math.max(1000, Math.floor((nowMs - Date.parse(since)) / 1000) * 1000)
}
