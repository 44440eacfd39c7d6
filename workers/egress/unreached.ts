import { QuarryError } from '../../contract/errors'

/** What Node says of a certificate that it cannot verify (https://nodejs.org/api/tls.html, X509 certificate error codes). */
const untrusted =
  /^(?:UNABLE_TO_(?:GET_ISSUER_CERT(?:_LOCALLY)?|VERIFY_LEAF_SIGNATURE)|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|CERT_(?:NOT_YET_VALID|HAS_EXPIRED|REVOKED|REJECTED|UNTRUSTED|CHAIN_TOO_LONG)|INVALID_CA|INVALID_PURPOSE|HOSTNAME_MISMATCH|ERR_TLS_CERT_ALTNAME_INVALID)$/

/** A server that was not reached, or whose certificate is not trusted: `fetch` tells why in the cause of its error. */
export function unreached(host: string, cause: unknown): QuarryError {
  const said = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause
  const reason = said instanceof Error ? said.message : String(said)
  const code = said instanceof Error && 'code' in said ? String(said.code) : ''
  return untrusted.test(code)
    ? new QuarryError('resource.unreachable', `The certificate of ${host} is not trusted: ${reason}`, {
        remedy: 'trustCertificate',
        context: { host },
        cause,
      })
    : new QuarryError('resource.unreachable', `${host} does not answer: ${reason}`, { context: { host }, cause })
}

/** Whether the same request may reach it a moment later. */
export const isPassing = ({ remedy }: QuarryError): boolean => remedy?.kind !== 'trustCertificate'
