import { describe, expect, it } from 'vitest'
import { capabilityOf, subjectsOf, verbOf, wordsOf } from '../../../../workers/documents/operation-words'

const operation = (method: string, path: string, id = '', summary = '') => ({
  method,
  path,
  id,
  summary,
  tags: ['pet store'],
})

describe('the words for an operation', () => {
  it.each([
    ['GET', '/pets', 'list'],
    ['GET', '/pets/{petId}', 'get'],
    ['GET', '/users/:id', 'get'],
    ['POST', '/pets', 'create'],
    ['PATCH', '/pets/{id}', 'update'],
    ['DELETE', '/pets/search', 'delete'],
    ['GET', '/search/issues', 'search'],
    ['POST', '/texts/translate', 'translate'],
    ['OPTIONS', '/pets', 'call'],
  ])('%s %s is to %s', (method, path, verb) => expect(verbOf(operation(method, path))).toBe(verb))

  it('are about the nouns of its path', () => {
    expect(subjectsOf(operation('GET', '/api/v1/users/{id}/pullRequests'))).toEqual(['pull requests', 'users'])
    expect(subjectsOf(operation('GET', '/'))).toEqual(['pet store'])
  })

  it('come from names that programs give', () => {
    expect(wordsOf('get_pet-by.id')).toBe('get pet by id')
    expect(wordsOf('HTTPServerError')).toBe('HTTP Server Error')
  })

  it('have the form of the vocabulary where they can', () => {
    expect(capabilityOf('list', 'user accounts')).toBe('list_user_accounts')
    expect(capabilityOf('list', '用户')).toBe('list 用户')
    expect(capabilityOf('list', '')).toBe('')
  })
})
