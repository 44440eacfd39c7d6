import type { SecurityScheme } from '../../contract/resources/secret-place'
import { isSecretName } from '../secrets/secret-values'
import { cleanProse, cleanText } from './clean'
import { leftOutOf } from './left-out'
import { type Dialect, operationsOf } from './operations'
import { publicAddress } from './public-address'
import type { ReadApi } from './read-api'
import { httpPlace, keyPlace } from './scheme-place'
import { entriesOf, isMapping, listOf, own, References } from './tree'

const openApi3: Dialect = {
  parameterSchema: (parameter) => own(parameter, 'schema') ?? contentOf(parameter)?.schema,
  parameterStyle(parameter) {
    const style = cleanText(own(parameter, 'style'), 20)
    const explode = own(parameter, 'explode')
    return { ...(style === '' ? {} : { style }), ...(typeof explode === 'boolean' ? { explode } : {}) }
  },
  body: () => null,
  answerSchema: (response) => contentOf(response)?.schema,
}

/** An OpenAPI 3.0 or 3.1 document; null where it is none. Takes what is usable of a document that is slightly wrong. */
export function describeOpenApi(root: unknown): ReadApi | null {
  const version = cleanText(own(root, 'openapi'), 20)
  if (!/^3(\.|$)/.test(version)) return null
  const references = new References(root)
  const dialect: Dialect = { ...openApi3, body: (operation) => bodyOf(operation, references) }
  const { operations, total } = operationsOf(root, references, dialect)
  const info = own(root, 'info')
  const webhooks = entriesOf(own(root, 'webhooks')).length
  return {
    format: 'openapi3',
    version,
    title: cleanText(own(info, 'title'), 200),
    description: cleanProse(own(info, 'description') ?? own(info, 'summary'), 2000),
    servers: serversOf(own(root, 'servers')),
    auth: entriesOf(own(own(root, 'components'), 'securitySchemes'))
      .slice(0, 50)
      .map(([name, scheme]) => ({ name: cleanText(name, 100), place: placeOf(references.resolve(scheme)) }))
      .filter(({ name }) => name !== ''),
    tags: tagsOf(root),
    operations,
    operationsTotal: total,
    leftOut: leftOutOf(references, webhooks > 0 ? [`Its ${webhooks} webhooks are not listed.`] : []),
    secrets: {},
  }
}

/** Tags with their descriptions, as both versions have them. */
export function tagsOf(root: unknown): { name: string; description: string }[] {
  return listOf(own(root, 'tags'))
    .slice(0, 200)
    .map((tag) => ({ name: cleanText(own(tag, 'name'), 80), description: cleanProse(own(tag, 'description'), 200) }))
    .filter(({ name }) => name !== '')
}

/** JSON before everything else. */
function contentOf(holder: unknown): { readonly schema: unknown; readonly mediaType: string } | null {
  const entries = entriesOf(own(holder, 'content'))
  const [mediaType, media] = entries.find(([type]) => /json/i.test(type)) ?? entries[0] ?? []
  return mediaType === undefined ? null : { schema: own(media, 'schema'), mediaType: cleanText(mediaType, 80) }
}

function bodyOf(operation: unknown, references: References): ReturnType<Dialect['body']> {
  const body = references.resolve(own(operation, 'requestBody'))
  if (!isMapping(body)) return null
  const content = contentOf(body)
  return {
    schema: content?.schema,
    mediaType: content?.mediaType ?? '',
    required: own(body, 'required') === true,
    description: cleanProse(own(body, 'description'), 300),
  }
}

/** Variables of an address take their default; credentials in it go. */
function serversOf(servers: unknown): string[] {
  return listOf(servers)
    .slice(0, 20)
    .map((server) => {
      const variables = own(server, 'variables')
      const address = cleanText(own(server, 'url'), 500).replace(/\{([^{}]{1,100})\}/g, (whole, name: string) => {
        return (!isSecretName(name) && cleanText(own(own(variables, name), 'default'), 200)) || whole
      })
      return publicAddress(address)
    })
    .filter((address) => address !== '')
}

function placeOf(scheme: unknown): SecurityScheme['place'] {
  const type = cleanText(own(scheme, 'type'), 40)
  switch (type) {
    case 'apiKey':
      return keyPlace(own(scheme, 'in'), own(scheme, 'name'))
    case 'http':
      return httpPlace(cleanText(own(scheme, 'scheme'), 40))
    case 'oauth2': {
      const flows = entriesOf(own(scheme, 'flows')).map(([flow]) => cleanText(flow, 40))
      const told = flows.length === 0 ? '' : ` (${flows.slice(0, 4).join(', ')})`
      return { kind: 'accessToken', scheme: `OAuth 2${told}` }
    }
    case 'openIdConnect':
      return { kind: 'accessToken', scheme: 'OpenID Connect' }
    default:
      return { kind: 'unsupported', scheme: type || 'unknown' }
  }
}
