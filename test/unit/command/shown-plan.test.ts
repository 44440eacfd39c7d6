import { expect, it } from 'vitest'
import type { PlanView } from '../../../contract/session/session'
import { showPlan } from '../../../main/command/sessions/shown-plan'
import { en } from '../../../main/command/words/en'
import { zhCN } from '../../../main/command/words/zh-CN'
import { speechIn } from '../../../wording'

it('a plan in the terminal names the resources of each step, how surely each was chosen and why', () => {
  const need = { type: 'database', capability: 'sql_query', level: 1, resourceId: 'database:a' } as const
  const byWords = { kind: 'onlyOne', values: { type: 'database' } } as const
  const byPerson = { kind: 'chosenByPerson', values: {} } as const
  const alike = [1, 2, 3, 4, 5].map((n) => ({ resourceId: `database:${n}`, name: `sales ${n}` }))
  const undecided = { kind: 'tooManyAlike', values: { alike, sureness: 1 } } as const
  const steps = [
    {
      title: 'Sales',
      doneWhen: '',
      requirements: [
        { ...need, choice: { name: 'sales\u001b[31m', sureness: 0.92, reasons: [byWords] } },
        { ...need, choice: { name: 'shop', sureness: 1, reasons: [byPerson] } },
      ],
    },
    { title: 'Older', doneWhen: 'A row is\u001b[31m kept.', requirements: [need, { ...need, resourceId: null }] },
    {
      title: 'Open',
      type: 'processing',
      doneWhen: '',
      requirements: [{ ...need, choice: { name: null, sureness: null, reasons: [undecided] } }],
    },
  ] as unknown as PlanView['steps']
  const lines = showPlan({ steps }, speechIn('en'), en.plan).split('\n')
  expect(lines).toEqual([
    '  1. Sales',
    expect.stringMatching(/^ {5}sales.* · 92% · the only database available$/),
    '     shop · chosen by you',
    '  2. Older',
    expect.stringMatching(/^ {5}Done when: A row is.* kept\.$/),
    '  3. Open (processing)',
    '     5 fit equally well: choose which to ask, otherwise none is asked',
  ])
  expect(lines.join()).not.toContain('\u001b')
  expect(showPlan({ steps }, speechIn('zh-CN'), zhCN.plan)).toContain('shop · 由你选择')
})
