import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { example, pluginsOfFile } from './open-quarry'

const openProject = pluginsOfFile()

const leaves = '# Leaves\n\nLeaves fall in autumn because the tree seals their stalks with cork.\n'
const question = 'Why do leaves fall in autumn?'

it('the counter-evidence plugin adds a step to the plan, which a person still reviews, and the activity says so', async () => {
  const { call, add, approve, addDocument, ask, pluginEvents } = await openProject()
  await addDocument('leaves.md', leaves)
  const before = await ask(question)
  expect(before.plan?.steps.map(({ title }) => title)).not.toContain('What speaks against it')

  await approve((await add(example('counter-evidence'))).resourceId)
  const after = await ask(question)
  expect(after.state).toBe('done')
  expect(after.plan?.steps).toContainEqual(
    expect.objectContaining({ title: 'What speaks against it', origin: 'plugin' }),
  )
  const events = await pluginEvents(after.sessionId)
  expect(events).toContainEqual({
    type: 'plugin.changed',
    kind: 'pluginChangedPlan',
    values: { plugin: 'Counter-evidence', added: ['What speaks against it'], dropped: [] },
  })
  expect(events).toContainEqual(expect.objectContaining({ type: 'plugin.noted' }))
  // Each hook was a call that the gate decided on.
  const { calls } = await call('calls.list', { filter: {}, offset: 0, limit: 20 })
  expect(calls).toContainEqual(expect.objectContaining({ tool: 'workflow.after', state: 'done', decidedBy: 'gate' }))
})

it('plugins that veto, break a plan, fail or return the wrong shape cost what they may, and are told of', async () => {
  const { call, write, add, approve, addDocument, ask, pluginEvents } = await openProject()
  await addDocument('leaves.md', leaves)
  const provides = { workflow: ['beforeReply', 'afterReply'] }
  const on = async (name: string, code: string) => {
    const { resourceId } = await add(await write(name, provides, code))
    await approve(resourceId)
    return { resourceId, off: () => call('resources.setActive', { resourceId, active: false }) }
  }

  const veto = await on(
    'Veto',
    `export const workflow = {
       beforeReply: ({ role }) => (role === 'planner' ? { veto: 'Not on Mondays.' } : undefined),
       afterReply: () => undefined,
     }`,
  )
  const vetoed = await ask(question)
  expect(vetoed).toMatchObject({
    state: 'failed',
    error: { code: 'plugin.vetoed', context: { plugin: 'Veto', reason: 'Not on Mondays.' } },
  })
  await veto.off()
  await call('session.retry', { sessionId: vetoed.sessionId })
  await vi.waitUntil(async () => (await call('session.view', { sessionId: vetoed.sessionId })).state === 'done', {
    timeout: 60_000,
  })

  // Each breaks another rule; none of it reaches the plan.
  await on(
    'A circle',
    `export const workflow = {
       beforeReply: () => { throw new Error('no') },
       afterReply: ({ role, reply }) => role === 'planner'
         ? { steps: reply.steps.map((step) => ({ ...step, dependsOn: [step.id] })) } : undefined,
     }`,
  )
  await on('Wrong shape', 'export const workflow = { beforeReply: () => 7, afterReply: () => ({ reply: "mine" }) }')
  const asked = await ask(question)
  expect(asked.state).toBe('done')
  const failures = (await pluginEvents(asked.sessionId)).flatMap((event) =>
    'kind' in event && event.kind === 'pluginFailed' ? [event.values] : [],
  )
  expect(failures).toContainEqual(
    expect.objectContaining({ plugin: 'A circle', error: expect.objectContaining({ code: 'plan.invalid' }) }),
  )
  expect(failures).toContainEqual(
    expect.objectContaining({
      plugin: 'Wrong shape',
      hook: 'workflow.beforeReply',
      error: expect.objectContaining({ code: 'plugin.failed' }),
    }),
  )

  // What fails five times in a row is off, and asked no more.
  await ask(question)
  const { resources } = await call('resources.list', { type: 'tool', text: 'Wrong shape', offset: 0, limit: 5 })
  expect(resources[0]).toMatchObject({ isActive: false })
  expect(await pluginEvents((await ask(question)).sessionId)).not.toContainEqual(
    expect.objectContaining({ values: expect.objectContaining({ plugin: 'Wrong shape' }) }),
  )
})

it('stands around the replies of every role, with what each was given and said', async () => {
  const { write, add, approve, addDocument, ask, pluginEvents } = await openProject()
  await addDocument('leaves.md', leaves)
  const code = `export const workflow = {
    beforeReply: ({ role, question }) => ({ notes: ['before ' + role + ': ' + question] }),
    afterReply: ({ role, reply }) => ({ notes: ['after ' + role + ': ' + Object.keys(reply).sort().join(', ')] }),
  }`
  const { resourceId } = await add(await write('Witness', { workflow: ['beforeReply', 'afterReply'] }, code))
  await approve(resourceId)
  const { sessionId } = await ask(question, { clarify: true })
  const notes = (await pluginEvents(sessionId)).flatMap((event) =>
    'kind' in event && event.kind === 'pluginNoted' ? [event.values.note] : [],
  )
  const replies = {
    coordinator: 'asks, suggestions',
    investigator: 'passagesSearched, themes',
    planner: 'steps',
    researcher: 'evidence, step',
    reporter: 'sentences',
    verifier: 'sentences',
  }
  expect([...new Set(notes)]).toEqual(
    Object.entries(replies).flatMap(([role, reply]) => [`before ${role}: ${question}`, `after ${role}: ${reply}`]),
  )
})

it('a rule that denies a hook holds, and the session goes on without it', async () => {
  const { root, projectId, add, approve, addDocument, ask, pluginEvents } = await openProject()
  await addDocument('leaves.md', leaves)
  await approve((await add(example('counter-evidence'))).resourceId)
  await mkdir(join(root, 'data', 'rules'), { recursive: true })
  await writeFile(
    join(root, 'data', 'rules', `${projectId}.json`),
    JSON.stringify({ version: 1, rules: [{ decide: 'deny', tool: 'workflow.*' }] }),
  )
  const asked = await ask(question)
  expect(asked.state).toBe('done')
  expect(asked.plan?.steps.map(({ title }) => title)).not.toContain('What speaks against it')
  expect(await pluginEvents(asked.sessionId)).toContainEqual(
    expect.objectContaining({
      kind: 'pluginFailed',
      values: expect.objectContaining({ error: expect.objectContaining({ code: 'tool.denied' }) }),
    }),
  )
})
