import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { PlanInput } from '../../../main/reasoning/port'
import { readEvidence } from '../../../main/research/repository/observations'
import { plannedStep, scriptedEngine } from './scripted-engine'
import { addSource, clearRows, openFreshStore, openSetting, type Store } from './setting'

describe('evidence of a session', () => {
  let store: Store
  beforeAll(async () => {
    store = await openFreshStore()
  })
  afterAll(() => store.close())
  beforeEach(async () => {
    await clearRows(store.database)
    await addSource(store.database)
  })

  it('comes by step in the order of the plan, with why it was found', async () => {
    const steps = [plannedStep('z'), plannedStep('a', ['z'])]
    const { research, close } = await openSetting(store.database, scriptedEngine({ steps }))
    const id = await research.start({ question: 'Drag?', settings: { clarify: false, autoAccept: true } })
    const view = await research.whenSettled(id)
    expect(view.evidence.map(({ stepId, sentence }) => [stepId, sentence])).toEqual([
      ['z', 'Found in z.'],
      ['a', 'Found in a.'],
    ])
    // The passage that the script names is not in the library.
    expect(view.evidence[0]).toMatchObject({
      place: { passageId: null, sourceName: 'paper.md' },
      reason: { dense: 0.9 },
    })
    await close()
  })

  it('is named by step for each citation, of the version that is asked about', async () => {
    const plan = ({ inquiry }: PlanInput) => [plannedStep(inquiry.earlier?.length ? 'f' : 'a')]
    const { research, close } = await openSetting(store.database, scriptedEngine({ plan }))
    const id = await research.start({ question: 'Drag?', settings: { clarify: false, autoAccept: true } })
    await research.whenSettled(id)
    await research.followUp(id, { question: 'How does a thin wing behave?', mode: 'research' })
    await research.whenSettled(id)
    const by = { step: 1, found: 5, kept: 1, rank: 1, score: 0.9, reason: expect.objectContaining({ dense: 0.9 }) }
    expect(await research.origins(id, 1)).toEqual([{ n: 1, found: [{ ...by, title: 'Step a', query: 'query of a' }] }])
    expect(await research.origins(id, 2)).toEqual([{ n: 1, found: [{ ...by, title: 'Step f', query: 'query of f' }] }])
    await store.database.query('delete from observations where session_id = $1', [id])
    expect(await research.origins(id, 2)).toEqual([{ n: 1, found: [] }])
    await expect(research.origins('nobody', 1)).rejects.toMatchObject({ code: 'session.notFound' })
    await close()
  })

  it('leaves no step without where there is more than fits', async () => {
    const steps = [plannedStep('a'), plannedStep('b')]
    const { research, close } = await openSetting(store.database, scriptedEngine({ steps }))
    const id = await research.start({ question: 'Drag?', settings: { clarify: false, autoAccept: true } })
    await research.whenSettled(id)
    const [plan] = await store.database.query<{ plan_id: string }>('select plan_id from plans where session_id = $1', [
      id,
    ])
    await store.database.query(
      `insert into observations (plan_id, step_id, ordinal, session_id, project_id, sentence, place, score)
       select plan_id, step_id, n, session_id, project_id, sentence, place, score from observations, generate_series(1, 20) n
       where session_id = $1 and step_id = 'a'`,
      [id],
    )
    const evidence = await readEvidence(store.database, plan?.plan_id ?? '', 5)
    expect(evidence.map(({ stepId }) => stepId)).toEqual(['a', 'a', 'a', 'a', 'b'])
    await close()
  })
})
