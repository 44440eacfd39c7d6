import { describe, expect, it } from 'vitest'
import type { InvestigationView } from '../../../../contract/session/session'
import { createBackground } from '../../../../main/language/text/background'
import { planSteps, quickSteps } from '../../../../main/reasoning/extractive/plan'
import type { EngineStep } from '../../../../main/reasoning/port'
import { slabs } from '../documents'

const theme = (name: string) => ({ name, phrases: [name.toLowerCase()], passages: 5, sources: 3 })
const investigation: InvestigationView = {
  themes: [theme('Contact resistance'), theme('Finite differences'), theme('Periodic temperature'), theme('Shields')],
  hits: [],
  passagesSearched: 100,
}
const background = createBackground(slabs.map((document) => document.text))
const plan = (question: string, previous: EngineStep[] | null = null, remark: string | null = null) =>
  planSteps({
    inquiry: { question, clarifications: [] },
    investigation,
    previous,
    remark,
    gaps: [],
    finished: [],
    background,
  })

const question = 'what problems of heat conduction in composite slabs have been solved so far .'

describe('quickSteps', () => {
  it('searches for each part of the question, and for nothing around it', () => {
    const queries = (asked: string) =>
      quickSteps({ inquiry: { question: asked, clarifications: [] } }).map(({ query }) => query)
    expect(queries('How does a heat pump move heat?')).toEqual(['How does a heat pump move heat?'])
    const parts = queries('How does a heat pump move heat, and what limits its efficiency?')
    expect(parts).toEqual(['How does a heat pump move heat', expect.stringContaining('what limits its efficiency')])
    // What sets the two apart is asked for, too.
    expect(queries('What is the difference between lead and zinc?')).toEqual([
      'lead',
      'zinc',
      'What is the difference between lead and zinc',
    ])
  })
})

describe('a library that holds nothing', () => {
  it('is searched neither for background nor for what differs: what else answers is all that there is', () => {
    const steps = planSteps({
      inquiry: { question: 'What is the status of parcel 42?', clarifications: [] },
      investigation: { themes: [], hits: [], passagesSearched: 0 },
      previous: null,
      remark: null,
      gaps: [],
      finished: [],
      background: createBackground([]),
    })
    expect(steps.map(({ query }) => query)).toEqual(['What is the status of parcel 42?'])
  })
})

describe('a figure that no query gives', () => {
  const median = 'What is the median price of the products?'
  const planned = (asked: string, change: Partial<Parameters<typeof planSteps>[0]> = {}) =>
    planSteps({
      inquiry: { question: asked, clarifications: [] },
      investigation: null,
      previous: null,
      remark: null,
      gaps: [],
      finished: [],
      asksDatabase: true,
      background,
      ...change,
    })

  it('is calculated by a step that waits for the one that asks the database', () => {
    const steps = planned(median)
    expect(steps.at(-1)).toMatchObject({
      title: 'Calculation',
      query: median,
      type: 'processing',
      dependsOn: [steps[0]!.id],
      doneWhen: { kind: 'calculatesFigure', values: {} },
    })
    expect(planned('产品价格的中位数是多少？').at(-1)).toMatchObject({ title: '计算', type: 'processing' })
    expect(steps.slice(0, -1).every(({ type }) => type === 'research')).toBe(true)
  })

  it('needs a database that is asked, and a question for one', () => {
    const types = (...given: Parameters<typeof planned>) => planned(...given).map(({ type }) => type)
    expect(types(median, { asksDatabase: false })).not.toContain('processing')
    expect(types('What is the price of the products?')).not.toContain('processing')
  })

  it('stays in a plan that was sent back, unless the person wants it gone', () => {
    const previous = planned(median)
    const sentBack = (remark: string) =>
      planned(median, { previous, remark, asksDatabase: false }).map(({ title }) => title)
    expect(sentBack('Add stock levels')).toContain('Calculation')
    expect(sentBack('Add stock levels')).toContain('Stock levels')
    const many = planned(median, {
      previous,
      remark: 'Add stock levels, add suppliers, add discounts, add warehouses, add returns',
    })
    expect(new Set(many.map(({ id }) => id)).size).toBe(many.length)
    expect(many.every(({ id }) => id !== '')).toBe(true)
    expect(sentBack('Drop the calculation')).not.toContain('Calculation')
  })
})

describe('planSteps', () => {
  it('plans three to six distinct steps, the last one comparing what the others found', () => {
    const steps = plan(question)
    expect(steps.length).toBeGreaterThanOrEqual(3)
    expect(steps.length).toBeLessThanOrEqual(6)
    expect(new Set(steps.map((step) => step.title)).size).toBe(steps.length)
    expect(steps.at(-1)?.dependsOn).toEqual(steps.slice(0, -1).map((step) => step.id))
    expect(steps[0]?.origin).toBe('question')
    expect(steps[1]?.origin).toBe('theme')
  })
  it('searches a theme within the question', () => {
    expect(plan(question)[1]?.query).toMatch(/^Contact resistance, (?!contact).*heat conduction.*composite slabs/)
  })
  it('gives each aspect of the question its own step', () => {
    const titles = plan('What causes separation, and how can it be delayed?').map((step) => step.title)
    expect(titles.slice(0, 2)).toEqual(['What causes separation?', 'How can it be delayed?'])
  })
  it('plans something even where the look around found nothing', () => {
    const steps = planSteps({
      inquiry: { question: '东关街在哪里？', clarifications: [] },
      investigation: { themes: [], hits: [], passagesSearched: 0 },
      previous: null,
      remark: null,
      gaps: [],
      finished: [],
      background,
    })
    expect(steps.length).toBeGreaterThanOrEqual(3)
  })
  it('changes the plan that was sent back as the remark says, and leaves the rest', () => {
    const first = plan(question)
    const changed = plan(question, first, 'Drop finite differences and add cost of insulation')
    const titles = changed.map((step) => step.title)
    expect(titles).not.toContain('Finite differences')
    expect(titles).toContain('Cost of insulation')
    expect(titles).toContain('Contact resistance')
    expect(changed.find((step) => step.title === 'Cost of insulation')?.origin).toBe('person')
    expect(changed.at(-1)?.dependsOn).toEqual(changed.slice(0, -1).map((step) => step.id))
  })
  it('puts what to focus on first', () => {
    const changed = plan(question, plan(question), 'focus on measurements of shields')
    expect(changed[0]?.title).toBe('Measurements of shields')
    expect(changed.map((step) => step.title)).not.toContain('Periodic temperature')
  })
  it('keeps titles that the person had edited', () => {
    const edited = plan(question).map((step, at) => (at === 0 ? { ...step, title: 'My own title' } : step))
    expect(plan(question, edited, 'add costs')[0]?.title).toBe('My own title')
  })
})
