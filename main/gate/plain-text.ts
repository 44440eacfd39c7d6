/** A list of words, with blanks or line breaks between them. */
export const wordSet = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/))

/** Letters of other scripts that look like Latin ones, and those. */
const lookalikes = new Map(
  'аa еe оo рp сc уy хx іi јj ѕs ԁd ԛq ԝw һh ӏl вb кk мm нh тt пn ьb αa οo ρp νv ιi κk υu τt ηn χx γy ɡg ɑa ıi ʟl ᴅd ᴇe ᴏo ʀr ꜱs ᴛt ᴜu'
    .split(' ')
    .map((pair) => [pair.slice(0, 1), pair.slice(1)] as const),
)

const invisible =
  /\u034f|[\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\u3164\ufeff\uffa0]|[\ufe00-\ufe0f]|[\u{e0000}-\u{e007f}]|[\u{e0100}-\u{e01ef}]/gu

/** What a text looks like to the eye: compatible forms, without what cannot be seen, lookalikes as Latin, small. */
export function plainText(text: string): string {
  const small = text.normalize('NFKC').replace(invisible, '').toLowerCase()
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a text of ASCII alone has no lookalikes.
  if (/^[\x00-\x7f]*$/.test(small)) return small
  return small.replace(/[\p{L}\p{N}_]+/gu, (word) =>
    /[a-z]/.test(word) || [...word].every((letter) => lookalikes.has(letter))
      ? [...word].map((letter) => lookalikes.get(letter) ?? letter).join('')
      : word,
  )
}

const deceives =
  /[\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]|[A-Za-z0-9][\u00ad\u200b-\u200f\u2060-\u2064\ufeff]+[A-Za-z0-9]|[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]{4}/u

/** Whether a text hides something from the eye. Emoji, and scripts that need joiners, do not. */
export const hidesText = (text: string): boolean => deceives.test(text)

/** Whether a name that machines compare is written to look like another one. */
export const isLookalike = (name: string): boolean =>
  name !== name.replace(invisible, '') ||
  [...name.matchAll(/[\p{L}\p{N}_]+/gu)].some(
    ([word]) =>
      /[\uff01-\uff5e\u{1d400}-\u{1d7ff}]/u.test(word) ||
      (/[a-z]/i.test(word) && plainText(word) !== word.normalize('NFKC').toLowerCase()),
  )

const stopWords = wordSet(
  'the a an of in on at to for and or is are was were be been do does did how what which who whom when where why with from by as it its this that these those i me my we our you your he she they their there then than has have had can could will would should may might about into over not no all any each per',
)

/** The words of a text that say something: of Chinese text each pair of signs. */
export function contentWords(text: string): Set<string> {
  const words = new Set<string>()
  for (const [run] of withoutAccents(plainText(text)).matchAll(/\p{Script=Han}+|[\p{L}\p{N}]+/gu)) {
    if (/\p{Script=Han}/u.test(run))
      for (let at = 0; at < Math.max(1, run.length - 1); at++) words.add(run.slice(at, at + 2))
    else if (run.length > 1 && !stopWords.has(run)) words.add(stemOf(run))
  }
  return words
}

/** `notaría` and `notaria` are one word; marks of other scripts make other letters. */
const withoutAccents = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a text of ASCII alone has none.
  /^[\x00-\x7f]*$/.test(text)
    ? text
    : text
        .normalize('NFD')
        .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
        .normalize('NFC')

/** Words that differ by an English ending are one. */
function stemOf(word: string): string {
  if (word.length < 5) return word.length === 4 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, 3) : word
  return word.replace(/(?:ies|ied)$/, 'y').replace(/(?:ing|ed|es|s|e)$/, '')
}
