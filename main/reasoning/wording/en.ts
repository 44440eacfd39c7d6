import type { Wording } from './wording'

function list(names: readonly string[]): string {
  if (names.length < 2) return names[0] ?? ''
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

const quoted = (terms: readonly string[]): string => list(terms.map((term) => `“${term}”`))

export const english: Wording = {
  inShort: 'In short',
  notFound: 'What was not found',
  sources: 'Sources',
  ask: {
    nothingSuggestions: [
      'Drop a folder of papers on the window, then go on',
      'Add a single document, then go on',
      'Paste a text as a note, then go on',
    ],
    onTheme: [
      (theme) => `What do the sources say about “${theme}”?`,
      (theme) => `Which findings are reported on “${theme}”?`,
      (theme) => `How is “${theme}” explained?`,
      (theme) => `Where do the sources differ on “${theme}”?`,
    ],
    narrowed: [
      (subject, theme) => `${subject}: ${theme}`,
      (subject, theme) => `How is “${subject}” connected with “${theme}”?`,
      (subject, theme) => `What is reported on “${theme}” in ${subject}?`,
      (subject, theme) => `${subject} with regard to ${theme}`,
    ],
  },
  plan: {
    direct: 'The answer in detail',
    background: (subject) => `Background: ${subject}`,
    compare: 'Where the sources differ',
    wider: (title) => `${title} (wider search)`,
    join: list,
  },
  report: {
    noAnswer: 'No sentence in the material was found that bears on this question.',
    nothingMore: (titles) => `Nothing beyond what stands above on ${quoted(titles)}.`,
    noDisagreement: 'No contradiction between the sources cited.',
    opposed: (left, right) => `These two point in opposite directions: “${left}” against “${right}”.`,
    figuresDiffer: (left, right) =>
      `These two give different figures for what reads like the same thing: ${left} against ${right}.`,
    denied: 'Of these two, one denies what the other states.',
    termsMissing: (terms) => `No cited sentence mentions ${quoted(terms)}.`,
    stepEmpty: (title, passages) =>
      passages === 0
        ? `“${title}”: no passage of the material matched.`
        : `“${title}”: ${passages} passages were looked at, and none holds a sentence that answers it.`,
    stepSkipped: (title) => `“${title}” was skipped, so nothing was looked for there.`,
    stepUnfinished: (title) => `“${title}” was not carried out to its end, so what it would have found is missing.`,
    partial: 'The session was stopped before all of its steps had run. This report holds what had been found by then.',
    nothingMissing: 'Nothing: each part of the question found sentences to cite.',
    source: (title, name) => `${title} (${name})`,
  },
  verdict: {
    found: 'The source was reopened and the sentence stands there letter by letter.',
    sourceGone: 'The source is gone, so the sentence cannot be checked.',
    sourceChanged: 'The source has changed, and the sentence no longer stands in it.',
    movedInSource: 'The sentence stands in the source, but at another place than the one cited.',
    textDiffers: 'The cited place of the source says something else.',
    noSuchCitation: (n) => `There is no citation [${n}].`,
    numbers: (numbers) => `Not in what is cited: ${list(numbers)}.`,
    names: (names) => `Not named in what is cited: ${list(names)}.`,
    negation: 'One of the two denies what the other states.',
    overlap: 'Too little of the sentence is in what it cites.',
    rulesPassed: 'Its numbers, names and negations agree with what it cites.',
    uncited: 'The sentence cites nothing.',
    answerAltered: 'The stored answer is not the one that was cited.',
    answerFound: 'The stored answer was reopened and holds these values.',
    notInAnswer: 'No value of the stored answer is in the sentence.',
  },
}
