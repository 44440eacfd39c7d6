/**
 * The Porter stemmer (M. F. Porter, "An algorithm for suffix stripping", Program 14(3), 1980), steps 1a to 5b.
 * Words of the question and of a sentence meet on their stems, as they do in the keyword index.
 */
const consonant = '[^aeiou]'
const vowel = '[aeiouy]'
const consonants = `${consonant}[^aeiouy]*`
const vowels = `${vowel}[aeiou]*`
const hasMeasure0 = new RegExp(`^(${consonants})?${vowels}${consonants}`)
const hasMeasure1 = new RegExp(`^(${consonants})?${vowels}${consonants}(${vowels})?$`)
const hasMeasureAbove1 = new RegExp(`^(${consonants})?${vowels}${consonants}${vowels}${consonants}`)
const hasVowel = new RegExp(`^(${consonants})?${vowel}`)
const endsShort = new RegExp(`^${consonants}${vowel}[^aeiouwxy]$`)

const step2: readonly (readonly [string, string])[] = [
  ['ational', 'ate'],
  ['tional', 'tion'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['izer', 'ize'],
  ['bli', 'ble'],
  ['alli', 'al'],
  ['entli', 'ent'],
  ['eli', 'e'],
  ['ousli', 'ous'],
  ['ization', 'ize'],
  ['ation', 'ate'],
  ['ator', 'ate'],
  ['alism', 'al'],
  ['iveness', 'ive'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['aliti', 'al'],
  ['iviti', 'ive'],
  ['biliti', 'ble'],
  ['logi', 'log'],
]
const step3: readonly (readonly [string, string])[] = [
  ['icate', 'ic'],
  ['ative', ''],
  ['alize', 'al'],
  ['iciti', 'ic'],
  ['ical', 'ic'],
  ['ful', ''],
  ['ness', ''],
]
const step4 = /^(.+?)(al|ance|ence|er|ic|able|ible|ant|ement|ment|ent|ou|ism|ate|iti|ous|ive|ize)$/
const step4ion = /^(.+?[st])(ion)$/

function stripPlural(word: string): string {
  if (/(ss|i)es$/.test(word)) return word.slice(0, -2)
  return /[^s]s$/.test(word) ? word.slice(0, -1) : word
}

function stripPast(word: string): string {
  if (word.endsWith('eed')) return hasMeasure0.test(word.slice(0, -3)) ? word.slice(0, -1) : word
  const match = /^(.+)(ed|ing)$/.exec(word)
  const stem = match?.[1]
  if (stem === undefined || !hasVowel.test(stem)) return word
  if (/(at|bl|iz)$/.test(stem)) return `${stem}e`
  if (/([^aeiouylsz])\1$/.test(stem)) return stem.slice(0, -1)
  return endsShort.test(stem) ? `${stem}e` : stem
}

function replaceSuffix(word: string, table: readonly (readonly [string, string])[]): string {
  for (const [suffix, replacement] of table) {
    if (!word.endsWith(suffix)) continue
    const stem = word.slice(0, -suffix.length)
    return hasMeasure0.test(stem) ? stem + replacement : word
  }
  return word
}

function stripLong(word: string): string {
  const stem = step4.exec(word)?.[1] ?? step4ion.exec(word)?.[1]
  return stem !== undefined && hasMeasureAbove1.test(stem) ? stem : word
}

function stripFinalE(word: string): string {
  let answer = word
  if (answer.endsWith('e')) {
    const stem = answer.slice(0, -1)
    if (hasMeasureAbove1.test(stem) || (hasMeasure1.test(stem) && !endsShort.test(stem))) answer = stem
  }
  return answer.endsWith('ll') && hasMeasureAbove1.test(answer) ? answer.slice(0, -1) : answer
}

/** The stem of a lower-case English word; words of one or two letters are their own stem. */
export function porterStem(word: string): string {
  if (word.length < 3 || !/^[a-z]+$/.test(word)) return word
  let stem = stripPast(stripPlural(word))
  if (/y$/.test(stem) && hasVowel.test(stem.slice(0, -1))) stem = `${stem.slice(0, -1)}i`
  stem = replaceSuffix(replaceSuffix(stem, step2), step3)
  return stripFinalE(stripLong(stem))
}
