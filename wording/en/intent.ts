import type { IntentAction, IntentFact, IntentPart } from '../../contract/recall/intent'
import { isPhrase } from '../../contract/recall/intent'
import type { Words } from '../words'

const actions: Readonly<Record<IntentAction, readonly [name: string, meaning: string]>> = {
  find: ['find', 'You are looking for a fact or a place.'],
  compare: ['compare', 'You want things compared.'],
  explain: ['explain', 'You want something explained.'],
  howTo: ['how to', 'You want to know how to do something.'],
  count: ['count', 'You want a number counted or computed.'],
  list: ['list', 'You want everything of a kind listed.'],
  summarize: ['summarize', 'You want a summary.'],
  verify: ['check', 'You want to know whether something is so.'],
  addFeature: ['add a feature', 'You want something new built. Quarry finds what is relevant; it changes no files.'],
  fix: ['fix', 'You want an error fixed. Quarry finds what is relevant; it changes no files.'],
  change: ['change', 'You want something changed. Quarry finds what is relevant; it changes no files.'],
}

const parts: Readonly<Record<IntentPart, (text: string) => string>> = {
  domains: (text) => `Domain of the library: ${text}`,
  phrases: (text) => (isPhrase(text) ? `Exact phrase: passages with “${text}” come first.` : `Quoted word: “${text}”`),
  files: (text) => `File: passages of ${text} come first.`,
  identifiers: (text) => `Name in code: ${text} is found in every spelling, such as fooBar and foo_bar.`,
  years: (text) => `Year: passages that mention ${text} rank higher.`,
  numbers: (text) => `Number: ${text}`,
  names: (text) => `Name: ${text}`,
  keywords: (text) => `Keywords: ${text}`,
}

export const intents: Words<IntentFact> = {
  intendedAction: ({ action }) => actions[action][0],
  actionExplained: ({ action }) => actions[action][1],
  partExplained: ({ part, text }) => parts[part](text),
}
