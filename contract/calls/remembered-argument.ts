import type { AppSettings } from '../app/app'

const flag = '--quarry-remembered='

/** How main hands the last known settings to a window that opens before the library does. */
export const toRememberedArgument = (settings: AppSettings): string =>
  `${flag}${encodeURIComponent(JSON.stringify(settings))}`

/** The settings among a process's arguments, as main wrote them; null where there are none. */
export function rememberedOf(argv: readonly string[]): AppSettings | null {
  const argument = argv.find((other) => other.startsWith(flag))
  return argument === undefined ? null : (JSON.parse(decodeURIComponent(argument.slice(flag.length))) as AppSettings)
}
