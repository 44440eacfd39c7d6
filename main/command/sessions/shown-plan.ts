import { isChosenByPerson } from '../../../contract/session/resource-choice'
import type { PlanView, StepRequirement } from '../../../contract/session/session'
import { shownLine } from '../../../contract/shown-text'
import { inWords, type Speech } from '../../../wording'
import type { TerminalWords } from '../words/en'

/** How the resource of a need was chosen, in a line: its name, how surely, why. */
function shownChoice({ choice }: StepRequirement, speech: Speech): string[] {
  if (choice === undefined) return []
  const { name, sureness, reasons } = choice
  const figure = sureness === null || isChosenByPerson(choice) ? [] : [speech.format.percent(sureness)]
  const parts = [...(name === null ? [] : [name]), ...figure, ...reasons.map(speech.fact)]
  return [`     ${shownLine(parts.join(' · '))}`]
}

/** The steps of a plan, each with when it is done and the resources that it will ask. */
export const showPlan = ({ steps }: Pick<PlanView, 'steps'>, speech: Speech, words: TerminalWords['plan']): string =>
  steps
    .flatMap(({ title, type, doneWhen, requirements }, index) => [
      `  ${index + 1}. ${shownLine(title)}${type === 'processing' ? words.processing : ''}`,
      ...(doneWhen === '' ? [] : [`     ${words.doneWhen(shownLine(inWords(doneWhen, speech)))}`]),
      ...requirements.flatMap((need) => shownChoice(need, speech)),
    ])
    .join('\n')
