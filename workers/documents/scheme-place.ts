import type { SecurityScheme } from '../../contract/resources/secret-place'
import { cleanText } from './clean'

type Place = SecurityScheme['place']

/** Where an API key goes; one without a name, or in a place that no request has, cannot be sent. */
export function keyPlace(givenIn: unknown, givenName: unknown): Place {
  const [place, name] = [cleanText(givenIn, 20).toLowerCase(), cleanText(givenName, 80)]
  const isSendable = place === 'header' || place === 'query' || place === 'cookie'
  return isSendable && name !== '' ? { kind: 'key', in: place, name } : { kind: 'unsupported', scheme: 'API key' }
}

/** @param scheme of HTTP authentication (RFC 9110), as `basic`, in any case */
export function httpPlace(scheme: string): Place {
  const known = scheme.toLowerCase()
  return known === 'basic' || known === 'bearer'
    ? { kind: known }
    : { kind: 'unsupported', scheme: `HTTP ${scheme}`.trim() }
}

/** A scheme as matching and models read it. */
export function schemeText(place: Place): string {
  switch (place.kind) {
    case 'key':
      return `API key in ${place.in} ${place.name}`
    case 'basic':
    case 'bearer':
      return `HTTP ${place.kind}`
    default:
      return place.scheme
  }
}
