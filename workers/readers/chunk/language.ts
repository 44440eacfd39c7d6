/** Scripts that name their language well enough, first match with a share of the letters wins. */
const scripts: readonly (readonly [string, RegExp])[] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['zh', /\p{Script=Han}/gu],
  ['ru', /\p{Script=Cyrillic}/gu],
  ['el', /\p{Script=Greek}/gu],
  ['ar', /\p{Script=Arabic}/gu],
  ['he', /\p{Script=Hebrew}/gu],
  ['hi', /\p{Script=Devanagari}/gu],
  ['th', /\p{Script=Thai}/gu],
]

const stopWords: Readonly<Record<string, ReadonlySet<string>>> = {
  en: new Set(
    'the of and to in is that for it was on are with as by this be from or an which at were not have'.split(' '),
  ),
  de: new Set(
    'der die und das ist nicht ein eine mit von den im auf für sich dem des wird auch werden als oder sind'.split(' '),
  ),
  fr: new Set(
    'le la les des et est une dans que pour qui sur pas au avec ce sont du par plus cette ou être'.split(' '),
  ),
  es: new Set('el la los las de que y en un una es por con para del se no como más su al lo son'.split(' ')),
  it: new Set('il lo gli di che è e un una per non con sono del della nel alla si come più le anche'.split(' ')),
  pt: new Set('o os as de que e em um uma é por com para do da no na se não como mais ao são'.split(' ')),
  nl: new Set('de het een en van is dat op te zijn met voor niet aan er die ook als door naar bij wordt'.split(' ')),
}

/** Characters looked at: a passage has fewer, a document says what it is in them. */
const sampleLength = 4000

/**
 * The language of a text, ISO 639-1: by script, within Latin script by stop words (English where they say nothing),
 * null where there are no letters.
 */
export function languageOf(text: string): string | null {
  const sample = text.slice(0, sampleLength)
  // None of the scripts below is in ASCII.
  if (!beyondAscii.test(sample)) return /[A-Za-z]/.test(sample) ? latinLanguage(sample, /[a-z]+/g) : null
  const letters = sample.match(/\p{L}/gu)?.length ?? 0
  if (letters === 0) return null
  for (const [language, script] of scripts) {
    const share = (sample.match(script)?.length ?? 0) / letters
    // Kana among Han make Japanese already at a tenth; a Greek letter in an English text makes nothing. East Asian
    // characters say more each than letters do, so that a mixed passage counts as theirs earlier.
    const least = language === 'ja' ? 0.1 : language === 'zh' || language === 'ko' ? 0.25 : 0.4
    if (share >= least) return language
  }
  return latinLanguage(sample, /\p{L}+/gu)
}

const beyondAscii = /[^\0-\x7f]/

/** Languages of Latin script in the order in which they are asked: English first. */
const latinLanguages = Object.keys(stopWords)

/** Places in `latinLanguages` of those that have a word as a stop word. */
const languagesOfWord = new Map<string, number[]>()
for (const [place, language] of latinLanguages.entries()) {
  for (const word of stopWords[language] ?? []) {
    languagesOfWord.set(word, [...(languagesOfWord.get(word) ?? []), place])
  }
}

function latinLanguage(sample: string, word: RegExp): string {
  const counts = latinLanguages.map(() => 0)
  for (const found of sample.toLowerCase().match(word) ?? []) {
    for (const place of languagesOfWord.get(found) ?? []) counts[place] = counts[place]! + 1
  }
  let best = 'en'
  let bestCount = 0
  for (const [place, language] of latinLanguages.entries()) {
    // English first in the table: another language must be clearly ahead.
    if (counts[place]! > bestCount * (best === 'en' ? 1.3 : 1)) {
      best = language
      bestCount = counts[place]!
    }
  }
  return bestCount >= 2 ? best : 'en'
}
