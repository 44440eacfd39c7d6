import type { ErrorShape } from '../../contract/error-shape'
import type { RecallNote, RecallPath } from '../../contract/recall/recall'
import type { OriginFact } from '../../contract/report/citation-origin'
import type { RemarkFact, SectionFact, VerdictReason } from '../../contract/report/report-facts'
import type { RerunObstacle } from '../../contract/report/rerun'
import type { Speech, Words } from '../words'

const quoted = (names: readonly string[], { format }: Speech): string => format.list(names.map((name) => `“${name}”`))

export const sections: Words<SectionFact> = {
  summary: () => 'In short',
  changes: () => 'What changed',
  differing: () => 'Where the sources differ',
  pinned: () => 'Pinned evidence',
  nearby: () => 'Nearest passages',
  remembered: () => 'From what you told Quarry before',
  answered: () => 'Similar questions answered before',
  notFound: () => 'What is uncertain or was not found',
  sources: () => 'Sources',
}

/** What Quarry itself says in a report. */
export const remarks: Omit<Words<RemarkFact>, 'told'> = {
  nothingAnswers: () => 'Quarry found nothing in your material that clearly answers this question.',
  holdsNearby: ({ titles }, speech) => `Closest sources: ${quoted(titles, speech)}.`,
  mayNotAnswer: () =>
    'These come nearest to the question in words and meaning. Quarry cannot tell whether they answer it.',
  nothingMissing: () => 'Every part of the question has cited sentences.',
  nothingMore: ({ titles }, speech) => `Nothing more was found on ${quoted(titles, speech)}.`,
  termsMissing: ({ terms }, speech) => `No cited sentence mentions ${quoted(terms, speech)}.`,
  noDisagreement: () => 'No contradiction between the sources cited.',
  directionsDiffer: ({ left, right }) => `These two point in opposite directions: “${left}” against “${right}”.`,
  figuresDiffer: ({ left, right }) =>
    `These two give different figures for what reads like the same thing: ${left} against ${right}.`,
  sourceDated: ({ title, kind, date, version }, { format }) => {
    const day = date.length === 10 ? format.day(date) : date
    const of = version === undefined ? '' : ` (version ${version})`
    return {
      issued: `“${title}”${of} is from ${day}.`,
      fileChanged: `“${title}”${of} gives no date; its file was last changed on ${day}.`,
      added: `“${title}”${of} gives no date; it was added on ${day}.`,
    }[kind]
  },
  restsOnOne: ({ title }) => `All of this rests on one source, “${title}”.`,
  sourcesDisagree: ({ count }, { format }) =>
    count === 1
      ? 'The sources disagree on one point (see above).'
      : `The sources disagree on ${format.number(count)} points (see above).`,
  oneDeniesOther: () => 'One of these two denies what the other states.',
  stepEmpty: ({ title, passages }, { format }) => {
    if (passages === 0) return `“${title}”: no passage matched.`
    if (passages === 1) return `“${title}”: Quarry read 1 passage. It has no sentence that answers this.`
    return `“${title}”: Quarry read ${format.number(passages)} passages. None has a sentence that answers this.`
  },
  nothingCalculated: ({ title }) => `“${title}”: nothing could be calculated from what the earlier steps found.`,
  stepLeftOut: ({ title }) => `“${title}” was skipped.`,
  stepUnfinished: ({ title }) => `“${title}” did not finish. Its findings are missing.`,
  resourceUnused: ({ name, why, rule, error }, speech) => {
    const reason = {
      notAsked: 'no step found a question for it',
      declined: 'the question could not be turned into a query for certain',
      deniedByPerson: 'you denied it',
      deniedByRule: rule === null ? 'a rule denies it' : `the rule “${rule}” denies it`,
      failed: error === null ? 'the call failed' : speech.errorPhrase(error),
    }[why]
    const was = why === 'failed' ? 'could not be queried' : 'was not queried'
    return `“${name}” was reserved and ${was}: ${reason.replace(/\.$/, '')}.${remedyOf(error, speech)}`
  },
  toldBefore: ({ text, at }, { format }) => `On ${format.day(at.slice(0, 10))} you told Quarry: “${text}”`,
  answeredBefore: ({ question, at, version }, { format }) =>
    `“${question}” was answered on ${format.day(at.slice(0, 10))}${version === 1 ? '' : `, in version ${format.number(version)} of its report`}. Its sources still say the same.`,
  learnedBefore: ({ question, at }, { format }) =>
    `“${question}” was answered in the background on ${format.day(at.slice(0, 10))}. Its sources still say the same.`,
  stoppedEarly: () => 'The session was stopped before all steps had run. This report has what was found until then.',
  sentencesChanged: ({ since, added, gone }, { format }) => {
    if (added + gone === 0) return `Nothing: this says the same as version ${format.number(since)}.`
    const are = (count: number): string => (count === 1 ? '1 sentence is' : `${format.number(count)} sentences are`)
    return `Since version ${format.number(since)} ${are(added)} new and ${are(gone)} gone.`
  },
  sentenceGone: ({ text }) => `Gone: “${text}”`,
  chartDrawn: ({ chart, label, value, points, lowest, highest }, { format }) =>
    `${chart === 'bars' ? 'Bar' : 'Line'} chart of ${value} by ${label}, ${format.number(points)} values: lowest ${format.number(lowest.value)} (${lowest.label}), highest ${format.number(highest.value)} (${highest.label}). The table has all of them.`,
  timelineDrawn: ({ timeline, entries, first, last }, { format }) =>
    `Timeline of ${format.number(entries)} ${timeline}, from ${first} to ${last}. The list has all of them.`,
  sourcesUndated: ({ titles }, { format }) => `Without a known date of publication: ${format.list(titles)}.`,
  writtenByModel: ({ model, sentences, unsupported, isMarked }, { format }) => {
    const wrote = `“${model}” wrote ${sentences === 1 ? '1 sentence' : `${format.number(sentences)} sentences`} from the cited passages.`
    if (unsupported === 0) return wrote
    const were = unsupported === 1 ? '1 is' : `${format.number(unsupported)} are`
    return `${wrote} ${were} not supported by what ${unsupported === 1 ? 'it cites' : 'they cite'} and ${unsupported === 1 ? 'was' : 'were'} ${isMarked ? 'marked' : 'left out'}.`
  },
  writtenUnaided: ({ model, hasEarlier }) =>
    hasEarlier
      ? `“${model}” wrote this without your library, from what it knows itself and what this session answered before. It cites nothing, and nothing in it was checked.`
      : `“${model}” wrote this without your library, from what it knows itself. It cites nothing, and nothing in it was checked.`,
  modelFellShort: ({ model, wrote, error }, { errorPhrase }) => {
    const because = errorPhrase(error).replace(/\.$/, '')
    return wrote
      ? `“${model}” wrote only part of this report (${because}). The rest is quoted from the sources.`
      : `“${model}” did not write this report (${because}). It is quoted from the sources instead.`
  },
  resourceUnasked: ({ name, part, reason, tool, about, error, declined }, speech) => {
    const reasons: Record<typeof reason, string> = {
      noTool: 'it offers nothing that fits the question',
      unsure: 'more than one of its operations fits the question',
      missing: `${tool ?? 'its operation'} also needs ${speech.format.list(about)}`,
      nothingFound: `${tool ?? 'its operation'} found nothing`,
      rowsUnsure: `${tool ?? 'its operation'} brought rows, but how the question is to be counted or ranked over them is not certain`,
      changes: `${tool ?? 'its operation'} would change something`,
      failed: error === null ? 'the call failed' : speech.errorPhrase(error).replace(/\.$/, ''),
      declined:
        declined === undefined
          ? 'the question is not certain to be a query'
          : speech.fact({ kind: 'questionDeclined', values: declined }),
    }
    if (reason === 'nothingFound' || reason === 'rowsUnsure') return `“${name}” was asked: ${reasons[reason]}.`
    const said =
      part === undefined
        ? `was reserved and not ${reason === 'declined' ? 'queried' : 'used'}`
        : `did not answer “${part}”`
    return `“${name}” ${said}: ${reasons[reason]}.${remedyOf(error, speech)}`
  },
  databasePassedOver: ({ name, error }, speech) =>
    `“${name}” was not considered: ${speech.errorPhrase(error).replace(/\.$/, '')}.${remedyOf(error, speech)}`,
  databaseNear: ({ name, declined }, speech) =>
    `“${name}” was not queried: ${speech.fact({ kind: 'questionDeclined', values: declined })}.`,
  originCited: ({ title, name }) => (name === null ? title : `${title} (${name})`),
}

const remedyOf = (error: ErrorShape | null, speech: Speech): string =>
  error?.remedy === undefined ? '' : ` ${speech.fact(error.remedy)}`

export const verdicts: Omit<Words<VerdictReason>, 'told'> = {
  numbersNotCited: ({ numbers }, { format }) => `Not in what is cited: ${format.list(numbers)}.`,
  namesNotCited: ({ names }, { format }) => `Not named in what is cited: ${format.list(names)}.`,
  denied: () => 'One of the two denies what the other states.',
  wordsNotCited: () => 'Too little of the sentence is in what it cites.',
  modelAgrees: ({ model }) => `The rules accept it, and the second judge “${model}” agrees.`,
  modelObjects: ({ model, isContradicted }) =>
    isContradicted
      ? `The rules accept it, but the second judge “${model}” finds that what it cites says something else.`
      : `The rules accept it, but the second judge “${model}” finds that it says more than what it cites.`,
  rulesPassed: () => 'Its numbers, names and negations agree with what it cites.',
  nothingCited: () => 'The sentence cites nothing.',
  citationUnknown: ({ n }) => `There is no citation [${n}].`,
  declarationFound: () => 'The source was reopened, and the symbol is declared on these lines.',
  foundVerbatim: () => 'The source was reopened. It has this sentence word for word.',
  sourceGone: () => 'The source is gone, so the sentence cannot be checked.',
  sourceChanged: () => 'The source has changed and no longer has this sentence.',
  movedInSource: () => 'The source has this sentence, but not at the cited place.',
  textDiffers: ({ objection }, speech) =>
    `The cited place of the source says something else.${objection === null ? '' : ` ${speech.fact(objection)}`}`,
  answerAltered: () => 'The stored answer is not the one that was cited.',
  answerFound: () => 'The stored answer was reopened and holds these values.',
  notInAnswer: () => 'No value of the stored answer is in the sentence.',
}

/** How much a score of 0..1 says, in words. */
const strength = (score: number | null): string =>
  score === null || score <= 0 ? 'not at all' : score < 0.35 ? 'weakly' : score < 0.65 ? 'fairly well' : 'strongly'

export const origins: Words<OriginFact> = {
  foundByStep: ({ step, title, query, found, kept, rank, reason }, { format }) => {
    const { number, score } = format
    const asked = `Step ${number(step)}, “${title}”, searched for “${query}”.`
    if (reason === null) return `${asked} This is the answer it got.`
    const from = found === null ? '' : ` of ${found === 1 ? '1 passage' : `${number(found)} passages`}`
    const ranked = `It kept ${kept === 1 ? '1 sentence' : `${number(kept)} sentences`}${from}; this is number ${number(rank)}.`
    const shown = (value: number | null): string => (value === null ? '' : ` (${score(value)})`)
    const matched = `By meaning its passage matches ${strength(reason.dense)}${shown(reason.dense)}, by words ${strength(reason.keyword)}${shown(reason.keyword)}.`
    return `${asked} ${ranked} ${matched}`
  },
}

export const reruns: Words<RerunObstacle> = {
  argumentsMasked: ({ operation }) =>
    `Quarry cannot run “${operation}” again: one of its arguments was a secret, which is not stored.`,
  mayChange: ({ operation }) => `Quarry does not run “${operation}” again, because it may change something.`,
  resourceOff: ({ name }) => `“${name}” is turned off.`,
  answerTooLong: ({ rows, limit }, { format }) =>
    `The answer has ${format.number(rows)} rows. Quarry compares ${format.number(limit)} rows at most.`,
  rerunFailed: ({ error }, speech) => `It could not be run again: ${speech.errorPhrase(error)}`,
}

const recallPathNames: Readonly<Record<RecallPath, string>> = {
  keyword: 'keywords',
  dense: 'meaning',
  feedback: 'shared words',
  section: 'sections',
  neighbours: 'similar texts',
  named: 'names',
}

export const recallNotes: Words<RecallNote> = {
  scriptNotCovered: () => 'The embedding model doesn’t cover the script of this query, so only keywords were searched.',
  bilingualTerms: ({ terms }, { format }) =>
    `In your library ${format.list(terms.map(({ term, translation }) => `“${term}” is also called “${translation}”`))}. Search for that to find passages in the other language.`,
  formerModelAnswered: () => 'The library is being embedded with another model. Until then the previous model answers.',
  embeddedPartly: () => 'Some passages are still being embedded. Until then, they are found by keyword only.',
  rerankedPartly: ({ model, count, of }, { format }) =>
    `“${model}” read ${format.number(count)} of ${format.number(of)} hits in its time; the others follow below.`,
  pathLeftOut: ({ path, error }, { errorPhrase }) =>
    `The search went on without ${recallPathNames[path]}: ${errorPhrase(error)}`,
  notReranked: ({ model, error }, { errorPhrase }) => `“${model}” did not rerank the hits: ${errorPhrase(error)}`,
}
