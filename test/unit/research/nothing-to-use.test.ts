import { expect, it } from 'vitest'
import { QuarryError, toErrorShape } from '../../../contract/errors'
import type { UniversalResource } from '../../../contract/resources/resource'
import { nothingToUse } from '../../../main/research/roles/coordinator'
import { speechIn } from '../../../wording'

const summary = { byState: {}, passages: 0 } as unknown as Parameters<typeof nothingToUse>[1]
const scope = { folders: [], sourceIds: [], resourceIds: ['bank', 'gone', 'weather'] } as unknown as Parameters<
  typeof nothingToUse
>[2]
const readResource = async (resourceId: string): Promise<UniversalResource> => {
  if (resourceId === 'gone') throw new QuarryError('resource.notFound', 'Gone.')
  return {
    name: resourceId === 'bank' ? 'Bank API' : 'Weather',
    status: resourceId === 'bank' ? 'needsSecret' : 'ready',
  } as UniversalResource
}

it('names what a scope cannot use before it has its key', async () => {
  const error = await nothingToUse({ readResource }, summary, scope)
  expect(error).toMatchObject({ code: 'index.empty', context: { isScoped: true, locked: 'Bank API' } })
  expect(speechIn('en').error(toErrorShape(error))).toBe(
    '“Bank API” needs a password or key before this session can use it. Add it under Resources.',
  )
  expect(speechIn('zh-CN').error(toErrorShape(error))).toBe(
    '“Bank API”需要密码或密钥才能用于本会话。请在“资源”中填写。',
  )
  expect((await nothingToUse({ readResource }, summary, undefined)).context?.locked).toBeUndefined()
})
