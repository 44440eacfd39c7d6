import { QuarryError } from '../../../contract/errors'

const unreachableCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'EPIPE',
  'ENOENT',
  'EACCES',
  'PROTOCOL_CONNECTION_LOST',
  'PROTOCOL_SEQUENCE_TIMEOUT',
  'ERR_STREAM_DESTROYED',
])

/**
 * What goes wrong on the way to a server, whichever engine it is. Null where the server itself answered with an error.
 * Of the driver's message nothing is kept: it may quote what it was given.
 */
export function wayError(error: unknown): QuarryError | null {
  if (error instanceof QuarryError) return error
  const { code, message } = error as { code?: unknown; message?: unknown }
  const isTimeout = /timeout/i.test(String(message))
  const isWay = unreachableCodes.has(String(code)) || isTimeout || /terminated|closed|ended/i.test(String(message))
  if (!isWay) return null
  const reason = typeof code === 'string' && unreachableCodes.has(code) ? ` (${code})` : isTimeout ? ' in time' : ''
  return new QuarryError('resource.unreachable', `The server is not responding${reason}.`, {
    remedy: 'runsAndHostAndPort',
    context: { retryable: true },
    cause: error,
  })
}

/** What goes wrong with the encryption of the way, by the codes of Node and MySQL's driver. Null where it is not that. */
export function tlsError(error: unknown): QuarryError | null {
  const { code, message } = error as { code?: unknown; message?: unknown }
  const text = `${String(code)} ${String(message)}`
  if (/HANDSHAKE_NO_SSL_SUPPORT|does not support SSL/i.test(text)) {
    return new QuarryError('resource.unreachable', 'The server does not encrypt its connections.', {
      remedy: 'withoutSslmode',
      cause: error,
    })
  }
  if (!/CERT|SELF_SIGNED|HANDSHAKE_SSL|ERR_TLS|ERR_SSL|EPROTO/.test(text)) return null
  return new QuarryError('resource.unreachable', "The server's certificate could not be verified.", {
    remedy: 'certificateName',
    cause: error,
  })
}

export const needsPassword = (wasGiven: boolean, cause?: unknown): QuarryError =>
  new QuarryError(
    'resource.needsSecret',
    wasGiven ? 'The server takes no such user and password.' : 'The server asks for a password.',
    { remedy: 'passwordOfUser', ...(cause === undefined ? {} : { cause }) },
  )
