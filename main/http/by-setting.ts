import type { ErrorShape } from '../../contract/error-shape'
import { toErrorShape } from '../../contract/errors'
import type { Settings } from '../settings'
import { createMutex } from '../threads'
import type { HttpServer } from './server'

/** The server that the settings ask for. */
export interface HttpBySetting {
  /** Its address while it serves, and what hindered it where it should. */
  status(): { readonly url: string | null; readonly error: ErrorShape | null }
  close(): Promise<void>
}

/** Serves on the settings' port while they say so. One that failed is tried again once either of them changes. */
export function serveBySetting(
  settings: Pick<Settings, 'get' | 'subscribe'>,
  serve: (port: number) => Promise<HttpServer>,
): HttpBySetting {
  const changing = createMutex()
  /** The port that is wanted; null: none. */
  let wanted: number | null = null
  let server: HttpServer | null = null
  let error: ErrorShape | null = null

  const want = (port: number | null): Promise<void> => {
    if (port === wanted) return changing.idle()
    wanted = port
    return changing.run(async () => {
      try {
        error = null
        await server?.close()
        server = null
        // Changed again meanwhile: the next in line sees to it.
        if (port !== null && port === wanted) server = await serve(port)
      } catch (cause) {
        error = toErrorShape(cause)
      }
    })
  }
  const follow = (): void => {
    const { httpApi, httpPort } = settings.get()
    void want(httpApi ? httpPort : null)
  }
  const stopFollowing = settings.subscribe(follow)
  follow()
  return {
    status: () => ({ url: server?.url ?? null, error }),
    close() {
      stopFollowing()
      return want(null)
    },
  }
}
