import type { DescribedApi, DescribedOperation } from '../../contract/documents'
import { apiWords, operationWords } from './api-words'
import { maxDescribedCharacters } from './limits'
import type { ReadApi, ReadOperation } from './read-api'

/** Operations in one portion: a millisecond's work for whoever takes it in. */
const portionSize = 25

/** The API with the words for it and its operations, which are made here as they take a while for thousands. */
export function describedApi(api: ReadApi): DescribedApi {
  const { format, version, title, servers, auth, secrets, operationsTotal } = api
  const name = title || 'API'
  const portions: string[] = []
  let listed = 0
  for (let length = 0; listed < api.operations.length && length < maxDescribedCharacters; ) {
    const operations = api.operations.slice(listed, listed + portionSize)
    const portion = JSON.stringify(operations.map((operation) => describedOperation(operation, api, name)))
    length += portion.length
    listed += operations.length
    portions.push(portion)
  }
  const cut = `Only the first ${listed} of its ${operationsTotal} operations are listed.`
  const words = apiWords({ ...api, leftOut: listed < operationsTotal ? [cut, ...api.leftOut] : api.leftOut }, name)
  return { kind: 'api', format, version, title, words, servers, auth, portions, operationsTotal, secrets }
}

function describedOperation(operation: ReadOperation, api: ReadApi, apiName: string): DescribedOperation {
  const { description: _, tags: __, answers: ___, deprecated: ____, authAlternatives, ...described } = operation
  return { words: operationWords(operation, api, apiName), operation: described, authAlternatives }
}
