import type { SecurityScheme } from '../../contract/resources/secret-place'
import { cleanProse, cleanText } from './clean'
import { leftOutOf } from './left-out'
import { tagsOf } from './openapi'
import { type DescribedBody, operationsOf } from './operations'
import { publicAddress, publicPath } from './public-address'
import type { ReadApi } from './read-api'
import { httpPlace, keyPlace } from './scheme-place'
import { entriesOf, isMapping, listOf, own, References } from './tree'

/** How lists are written, in the words of OpenAPI 3. */
const listStyles: Readonly<Record<string, { readonly style?: string; readonly explode: boolean }>> = {
  csv: { explode: false },
  multi: { explode: true },
  ssv: { style: 'spaceDelimited', explode: false },
  pipes: { style: 'pipeDelimited', explode: false },
}

/** A Swagger 2 document; null where it is none. */
export function describeSwagger(root: unknown): ReadApi | null {
  const version = cleanText(own(root, 'swagger'), 20)
  if (!/^2(\.|$)/.test(version)) return null
  const references = new References(root)
  const { operations, total } = operationsOf(root, references, {
    parameterSchema: (parameter) => parameter,
    parameterStyle: (parameter) => listStyles[cleanText(own(parameter, 'collectionFormat'), 10)] ?? listStyles.csv!,
    body: (operation, parameters) => bodyOf(root, operation, parameters),
    answerSchema: (response) => own(response, 'schema'),
  })
  const info = own(root, 'info')
  return {
    format: 'swagger2',
    version,
    title: cleanText(own(info, 'title'), 200),
    description: cleanProse(own(info, 'description'), 2000),
    servers: serversOf(root),
    auth: entriesOf(own(root, 'securityDefinitions'))
      .slice(0, 50)
      .map(([name, scheme]) => ({ name: cleanText(name, 100), place: placeOf(references.resolve(scheme)) }))
      .filter(({ name }) => name !== ''),
    tags: tagsOf(root),
    operations,
    operationsTotal: total,
    leftOut: leftOutOf(references),
    secrets: {},
  }
}

/** One parameter `in: body`, or those `in: formData` as the fields of an object. */
function bodyOf(root: unknown, operation: unknown, parameters: readonly unknown[]): DescribedBody | null {
  const mediaType = cleanText(listOf(own(operation, 'consumes') ?? own(root, 'consumes'))[0], 80)
  const body = parameters.find((parameter) => own(parameter, 'in') === 'body')
  if (isMapping(body)) {
    return {
      schema: own(body, 'schema'),
      mediaType,
      required: own(body, 'required') === true,
      description: cleanProse(own(body, 'description'), 300),
    }
  }
  const fields = parameters.filter((parameter) => own(parameter, 'in') === 'formData')
  if (fields.length === 0) return null
  const names = fields.map((field) => cleanText(own(field, 'name'), 200))
  const isRequired = fields.map((field) => own(field, 'required') === true)
  return {
    schema: {
      properties: Object.fromEntries(fields.map((field, index) => [names[index], field])),
      required: names.filter((_, index) => isRequired[index]),
    },
    mediaType: mediaType || 'application/x-www-form-urlencoded',
    required: isRequired.includes(true),
    description: '',
  }
}

function serversOf(root: unknown): string[] {
  const host = cleanText(own(root, 'host'), 300)
  const basePath = publicPath(cleanText(own(root, 'basePath'), 300))
  if (host === '') return basePath === '' ? [] : [basePath]
  const schemes = listOf(own(root, 'schemes'))
    .slice(0, 4)
    .map((scheme) => cleanText(scheme, 10))
    .filter((scheme) => scheme !== '')
  const path = basePath === '/' ? '' : basePath
  return (schemes.length === 0 ? ['https'] : schemes).map((scheme) => publicAddress(`${scheme}://${host}${path}`))
}

function placeOf(scheme: unknown): SecurityScheme['place'] {
  const type = cleanText(own(scheme, 'type'), 40)
  if (type === 'apiKey') return keyPlace(own(scheme, 'in'), own(scheme, 'name'))
  if (type === 'basic') return httpPlace(type)
  if (type !== 'oauth2') return { kind: 'unsupported', scheme: type || 'unknown' }
  const flow = cleanText(own(scheme, 'flow'), 40)
  return { kind: 'accessToken', scheme: `OAuth 2${flow === '' ? '' : ` (${flow})`}` }
}
