import type { ClarificationFact, SessionEventFact } from '../../contract/session/session-facts'
import type { StepCriterion } from '../../contract/session/step-criterion'
import type { Words } from '../words'
import { listNeeds } from './pool'

export const clarifications: Omit<Words<ClarificationFact>, 'told'> = {
  askQuestion: () => 'What would you like to find out?',
  questionNamesNothing: () => 'The question contains nothing to search for. These are themes of your material.',
  askNarrower: ({ subject }) => `Which aspect of “${subject}” do you mean?`,
  questionTooBroad: ({ subject, passages, sources }, { format }) =>
    `“${subject}” appears throughout your material (${format.number(passages)} passages in ${format.number(sources)} ${sources === 1 ? 'source' : 'sources'} at first glance). A report on all of it would stay superficial.`,
  modelAsks: ({ text }) => text,
  modelIsUnsure: ({ model }) => `“${model}” asks this: it reads the question in more than one way.`,
  askForMaterial: () => 'Nothing is indexed yet. Which files should Quarry search?',
  nothingToCite: ({ underWay }, { format }) =>
    underWay === 0
      ? 'There are no passages to cite. Add files or a folder, then continue.'
      : `No passage is ready to be cited: Quarry is still reading ${underWay === 1 ? '1 file' : `${format.number(underWay)} files`}. Wait for them, then continue.`,
}

export const events: Omit<Words<SessionEventFact>, 'told'> = {
  inOwnWords: ({ text }) => text,
  asked: ({ prompt }, { fact }) => fact(prompt),
  themesFound: ({ count }, { format }) => (count === 1 ? '1 theme' : `${format.number(count)} themes`),
  gapsFound: ({ gaps }) => `Missing: ${gaps.join('; ')}`,
  stepsPlanned: ({ count }, { format }) => (count === 1 ? '1 step' : `${format.number(count)} steps`),
  plannedByRules: ({ model, error }, { errorPhrase }) => `“${model}” made no plan: ${errorPhrase(error)}`,
  workedByRules: ({ role, about, model, error }, { errorPhrase }) => {
    const failed = {
      clarify: `“${model}” did not look at the question`,
      research: `“${model}” did not finish its search for “${about}”`,
      verify: `“${model}” did not check every sentence`,
    }[role]
    return `${failed}: ${errorPhrase(error)}`
  },
  approvedAutomatically: () => 'automatically',
  approvedWithEdits: () => 'with your changes',
  stepSkipped: ({ title }) => `${title}: skipped`,
  stepRequires: ({ title, needed }, speech) => `${title}: previously required ${listNeeds(needed, speech)}`,
  branchedAt: ({ title, checkpoint }, { fact }) => `“${title}”, ${fact(checkpoint)}`,
  citationsMade: ({ count }, { format }) => (count === 1 ? '1 citation' : `${format.number(count)} citations`),
  sentencesChecked: ({ supported, claims }, { format }) =>
    `${format.number(supported)} of ${format.number(claims)} supported`,
  nothingToCheck: () => 'nothing to check: written without the library',
  pluginNoted: ({ plugin, note }) => `“${plugin}”: ${note}`,
  pluginChangedPlan: ({ plugin, added, dropped }) =>
    [
      `Changed by the plugin “${plugin}”`,
      ...added.map((title) => `added “${title}”`),
      ...dropped.map((title) => `dropped “${title}”`),
    ].join('; '),
  pluginChangedMemory: ({ plugin, given, of }, { format }) =>
    `Changed by the plugin “${plugin}”: ${format.number(given)} of ${format.number(of)} memories given`,
  pluginFailed: ({ plugin, hook, error }, { errorPhrase }) =>
    `“${plugin}” (${hook}) was left out: ${errorPhrase(error)}`,
  endedBy: ({ error }, { error: say }) => say(error),
  blockedOn: ({ wait }, { fact }) => fact(wait),
}

/** When a step is done. */
export const criteria: Words<StepCriterion> = {
  keepsEvidence: () => 'At least one sentence of the sources is kept as evidence.',
  bringsAnswer: () => 'What it asks answers with at least one row or value.',
  calculatesFigure: () => 'The figure is calculated from what the earlier steps found.',
}
