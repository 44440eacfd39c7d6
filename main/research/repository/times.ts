/** ISO form of a time as the driver gives it. */
export function isoTime(time: string | Date): string {
  return new Date(time).toISOString()
}

export function isoTimeOrNull(time: string | Date | null): string | null {
  return time === null ? null : isoTime(time)
}
