import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { QuarryError, toErrorShape } from '../../contract/errors'
import type { Dispatch } from '../api'

/** Far more than a window ever shows; the oldest are forgotten. */
const maxTokens = 50_000

/** The paths that a person gave to the window, by tokens that nobody can guess. */
export interface GivenPaths {
  /** The tokens of paths that main itself was given: by its dialog or its arguments. */
  give(paths: readonly string[]): string[]
  /** Takes a token that the preload issued. */
  take(token: unknown, path: unknown): void
  /**
   * The window's way to `dispatch`: calls that name files name them by tokens here, in their answers too. A token that
   * was not issued is answered with `ipc.notGiven`, and nothing is looked at.
   */
  guard(dispatch: Dispatch): Dispatch
}

/** Channels whose `paths` Quarry opens. All others know files by the ids of what was taken in. */
const openingChannels = new Set(['library.inspect', 'library.add'])

const named = z.object({ paths: z.array(z.string()) })
const answered = z.array(
  z.looseObject({ path: z.string().nullable(), linksOut: z.array(z.looseObject({ path: z.string() })) }),
)
const issued = z.tuple([z.string().max(64), z.string().min(1).max(8192)])

export function createGivenPaths(): GivenPaths {
  const paths = new Map<string, string>()
  const keep = (token: string, path: string): void => {
    paths.set(token, path)
    for (const oldest of paths.keys()) {
      if (paths.size <= maxTokens) break
      paths.delete(oldest)
    }
  }
  const give = (given: readonly string[]): string[] =>
    given.map((path) => {
      const token = randomUUID()
      keep(token, path)
      return token
    })
  return {
    give,
    take(token, path) {
      const parsed = issued.safeParse([token, path])
      if (parsed.success) keep(...parsed.data)
    },
    guard: (dispatch) => async (channel, envelope) => {
      if (!openingChannels.has(channel)) return dispatch(channel, envelope)
      const tokens = named.safeParse(envelope.input).data?.paths ?? []
      const tokenOf = new Map(tokens.map((token) => [paths.get(token), token]))
      if (tokenOf.size === 0 || tokenOf.has(undefined)) return { ok: false, error: notGiven() }
      const result = await dispatch(channel, { ...envelope, input: { paths: [...tokenOf.keys()] } })
      if (!result.ok || channel !== 'library.inspect') return result
      // A person sees where links of a folder lead, and may add that.
      const value = answered.parse(result.value).map((item) => ({
        ...item,
        path: tokenOf.get(item.path ?? undefined) ?? null,
        linksOut: item.linksOut.map((link) => ({ ...link, path: give([link.path])[0] })),
      }))
      return { ok: true, value }
    },
  }
}

const notGiven = (): ReturnType<typeof toErrorShape> =>
  toErrorShape(new QuarryError('ipc.notGiven', 'Nobody gave this file to the window.'))
