import { expect, it } from 'vitest'
import type { PoolMemberView, PoolView } from '../../../../contract/pool/pool'
import { poolOfProject } from '../../../../renderer/window/use-project-pool'

it('a project sees the staff and the slots of its own resources', () => {
  const members = [null, 'one', 'other'].map((projectId) => ({ id: String(projectId), projectId }) as PoolMemberView)
  const seen = poolOfProject({ members } as unknown as PoolView, 'one')
  expect(seen.members.map(({ id }) => id)).toEqual(['null', 'one'])
})
