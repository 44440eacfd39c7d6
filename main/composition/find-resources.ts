import type { ChoiceReason } from '../../contract/resource-choice'
import type { StepRequirement } from '../../contract/session'
import type { ResearchOptions } from '../research'
import type { DatabaseQuestions } from '../text2sql'
import type { ServiceQuestions } from './service-questions'

const databaseNeed = { type: 'database', capability: 'sql_query', level: 1 } as const
const apiNeed = { type: 'api', capability: 'api_call', level: 1 } as const
const toolNeed = { type: 'tool', capability: 'tool_call', level: 1 } as const

/**
 * What a step that asks the question needs: the databases that it reads as a query of, else the service that it reads as a
 * call of, each with why. Where more databases answer alike than are asked, a need that waits for a person's choice.
 */
export function createFindResources(
  questions: Pick<DatabaseQuestions, 'find'>,
  services: Pick<ServiceQuestions, 'find'>,
): NonNullable<ResearchOptions['findResources']> {
  return async (question, signal, among) => {
    const { askable, tooManyAlike } = await questions.find(question, signal, among)
    const others = askable.length - 1
    if (askable.length > 0) {
      return askable.map(({ resourceId, name, sureness, reading }): StepRequirement => {
        const alike: ChoiceReason[] = others > 0 ? [{ kind: 'answersAlike', values: { others } }] : []
        const reasons: ChoiceReason[] = [{ kind: 'readsAsQuery', values: { reading } }, ...alike]
        return { ...databaseNeed, resourceId, choice: { name, sureness, reasons } }
      })
    }
    const [first] = tooManyAlike
    const alike = tooManyAlike.map(({ resourceId, name }) => ({ resourceId, name }))
    const undecided: StepRequirement[] =
      first === undefined
        ? []
        : [
            {
              ...databaseNeed,
              resourceId: null,
              choice: {
                name: null,
                sureness: null,
                reasons: [{ kind: 'tooManyAlike', values: { alike, sureness: first.sureness } }],
              },
            },
          ]
    const found = await services.find(question, signal, among)
    if (found === null) return undecided
    const { resource, operation, sureness, isNamed } = found
    const named: ChoiceReason[] = isNamed ? [{ kind: 'namedInQuestion', values: {} }] : []
    const reasons: ChoiceReason[] = [{ kind: 'readsAsCall', values: { operation } }, ...named]
    const need = resource.type === 'api' ? apiNeed : toolNeed
    return [
      ...undecided,
      { ...need, resourceId: resource.resourceId, choice: { name: resource.name, sureness, reasons } },
    ]
  }
}
