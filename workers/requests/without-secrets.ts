import type { ApiCredential } from '../../contract/api-call'

/** Shorter ones would be found in words that have nothing to do with them. */
const shortest = 6

/** Masks credentials that a server says again, in whatever form they were sent, before an answer is read. */
export function withoutSecrets(credentials: readonly ApiCredential[]): (text: string) => string {
  const sent = credentials.flatMap(({ kind, value }) =>
    kind === 'basic' ? [value, Buffer.from(value).toString('base64'), value.slice(value.indexOf(':') + 1)] : [value],
  )
  const forms = new Set(
    sent.filter(({ length }) => length >= shortest).flatMap((value) => [value, encodeURIComponent(value)]),
  )
  const longestFirst = [...forms].sort((one, other) => other.length - one.length)
  return (text) => longestFirst.reduce((all, form) => all.replaceAll(form, '••••••••'), text)
}
