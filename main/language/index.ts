export { identifiersIn } from './intent/identifiers'
export { namesIn } from './intent/names'
export { quotedIn } from './intent/quoted'
export { readIntent } from './intent/read-intent'
export { aspectsOf, refersBack, standsByItself } from './question/aspects'
export { type AskedFigure, figureAsked } from './question/figures'
export { focusPhrases } from './question/focus'
export { standAlone, understoodInPart } from './question/follow-up/stand-alone'
export { answerForm } from './question/form'
export { listedNoun, type QuestionKind, questionKind } from './question/kind'
export { isNamed, meaningsIn, withMeanings } from './question/meanings'
export { asksOverRows } from './question/over-rows'
export { parseRemark } from './question/remark'
export { isPartOf } from './question/subject'
export { isAskingVerb } from './text/asking-verbs'
export { type Background, createBackground } from './text/background'
export { capitalise } from './text/capitalise'
export { displayText } from './text/display'
export { type Figure, figuresOf } from './text/figures'
export { groupBy } from './text/group-by'
export { isNaming, type PhraseUse, phraseUses } from './text/key-phrases'
export { hanShare, languageOf } from './text/language'
export { monthNames } from './text/month-names'
export { negationsIn, oppositeWords } from './text/polarity'
export { porterStem } from './text/porter-stem'
export { containment, cosine, createNoveltyCheck, isNearDuplicate, wordOverlap } from './text/similarity'
export { functionWords, vagueWords } from './text/stop-words'
export { synonymShare, synonymsOf } from './text/synonyms'
export {
  contentStems,
  contentWords,
  occurrence,
  profileText,
  type TextProfile,
  type Word,
  withIdentifiersParted,
  wordsOf,
} from './text/words'
