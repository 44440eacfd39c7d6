import { isPlaceholder } from '../secrets/secret-values'
import { cleanText } from './clean'
import { entriesOf, listOf, own } from './tree'

export interface PostmanAuth {
  readonly name: string
  readonly scheme: string
  /** The credential that stood there; null where there is none, or a variable stands for it. */
  readonly secret: string | null
}

const words: Readonly<Record<string, string>> = {
  apikey: 'API key',
  basic: 'HTTP basic',
  bearer: 'HTTP bearer',
  digest: 'HTTP digest',
  oauth1: 'OAuth 1',
  oauth2: 'OAuth 2',
  awsv4: 'AWS signature',
}

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
  const place =
    type === 'apikey' ? ` in ${cleanText(values.get('in'), 20) || 'header'} ${cleanText(values.get('key'), 80)}` : ''
  return {
    name: type,
    scheme: `${words[type] ?? type}${place}`.trim(),
    secret: secret === undefined || isPlaceholder(found ?? '') ? null : secret,
  }
}
