import { appendFile, cp } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { example, patience, pluginsOfFile } from './open-quarry'

const openProject = pluginsOfFile()

it('a plugin is off until its hash is approved, then its tool is called through the gate and cited', async () => {
  const { call, work, add, approve, ask } = await openProject()
  const folder = join(work, 'unit-conversion')
  await cp(example('unit-conversion'), folder, { recursive: true })
  const added = await add(folder)
  expect(added).toMatchObject({ type: 'tool', name: 'Unit conversion', isActive: false, status: 'disabled' })
  const { resourceId } = added
  const question = 'Unit conversion: what are 5 miles in metric units?'

  await expect(call('resources.setActive', { resourceId, active: true })).rejects.toMatchObject({
    code: 'plugin.changed',
  })
  await expect(
    call('resources.setActive', { resourceId, active: true, approved: '0'.repeat(64) }),
  ).rejects.toMatchObject({ code: 'plugin.changed' })

  await approve(resourceId)
  const answered = await ask(question)
  const report = await call('session.report', { sessionId: answered.sessionId, version: 1 })
  expect(report.citations.map(({ place }) => place)).toContainEqual(
    expect.objectContaining({
      kind: 'call',
      resourceName: 'Unit conversion',
      operation: 'to_metric',
      arguments: { value: 5, unit: 'miles' },
      value: { value: 5, unit: 'miles', result: 8.0467, resultUnit: 'kilometres' },
    }),
  )
  const { calls } = await call('calls.list', { filter: {}, offset: 0, limit: 5 })
  expect(calls).toContainEqual(expect.objectContaining({ tool: 'to_metric', state: 'done', decidedBy: 'gate' }))

  // Another file is another plugin: it is off until it is approved again.
  await appendFile(join(folder, 'plugin.js'), '\n// changed\n')
  await call('resources.refresh', { resourceId })
  await vi.waitUntil(async () => !(await call('resources.get', { resourceId })).isActive, patience)
})
