import type { SecurityScheme } from '../../contract/resources/secret-place'
import { isPlaceholder } from '../secrets/secret-values'
import { cleanText } from './clean'
import { httpPlace, keyPlace } from './scheme-place'
import { entriesOf, listOf, own } from './tree'

export interface PostmanAuth {
  readonly name: string
  readonly place: SecurityScheme['place']
  /** The credential that stood there; null where there is none, or a variable stands for it. */
  readonly secret: string | null
}

/** Schemes that Quarry does not speak, as the field calls them. */
const unspoken: Readonly<Record<string, string>> = { digest: 'HTTP digest', oauth1: 'OAuth 1', awsv4: 'AWS signature' }

/** What of each kind of authentication is secret. */
const secretKeys = [
  'token',
  'value',
  'password',
  'accessToken',
  'secretKey',
  'clientSecret',
  'tokenSecret',
  'consumerSecret',
]

/** The authentication of a collection, folder or request; null where it has none. */
export function postmanAuth(auth: unknown): PostmanAuth | null {
  const type = cleanText(own(auth, 'type'), 40)
  if (type === '' || type === 'noauth') return null
  const values = new Map<string, string>()
  const attributes = own(auth, type)
  // Format 2.1 lists keys and values, 2.0 has an object.
  for (const attribute of listOf(attributes).slice(0, 50)) {
    const value = own(attribute, 'value')
    if (typeof value === 'string') values.set(cleanText(own(attribute, 'key'), 100), value)
  }
  for (const [key, value] of entriesOf(attributes).slice(0, 50)) if (typeof value === 'string') values.set(key, value)
  const found = secretKeys.map((key) => values.get(key)).find((value) => value !== undefined && value !== '')
  const user = values.get('username') ?? ''
  // Sent together with its user; one without the other is asked for.
  const secret = type !== 'basic' ? found : user === '' || isPlaceholder(user) ? undefined : `${user}:${found ?? ''}`
  return {
    name: type,
    place: placeOf(type, values),
    secret: secret === undefined || isPlaceholder(found ?? '') ? null : secret,
  }
}

function placeOf(type: string, values: ReadonlyMap<string, string>): PostmanAuth['place'] {
  if (type === 'apikey') return keyPlace(values.get('in') || 'header', values.get('key'))
  if (type === 'basic' || type === 'bearer') return httpPlace(type)
  return type === 'oauth2'
    ? { kind: 'accessToken', scheme: 'OAuth 2' }
    : { kind: 'unsupported', scheme: unspoken[type] ?? type }
}
