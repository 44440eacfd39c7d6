/**
 * What TeX's encodings of fonts (OT1 and T1) have where text has control characters. Fonts that TeX drew as pictures do
 * not say what their characters are. OT1 has ff, fi and fl where text has white space: see `LostLigatures`.
 */
const texCharacters: Readonly<Record<string, string>> = {
  '\u000e': 'ffi',
  '\u000f': 'ffl',
  '\u0010': '“',
  '\u0011': '”',
  '\u0015': '–',
  '\u0016': '—',
  '\u001b': 'ff',
  '\u001c': 'fi',
  '\u001d': 'fl',
  '\u001e': 'ffi',
  '\u001f': 'ffl',
}

/** Where OT1 has other characters than their codes say. `"` is how it closes quotes. */
const ot1Punctuation: Readonly<Record<string, string>> = { '\\': '“', '"': '”', '{': '–', '|': '—' }

/** The codes of ffi and ffl alone are no part of a word: fonts of symbols have these there, at a line's start and else. */
const lone: ReadonlyMap<string, readonly [bullet: string, letter: string]> = new Map([
  ['\u000e', ['◦', 'δ']],
  ['\u000f', ['•', 'ε']],
])

/** What a font of TeX's shows as control characters, as text. `isOt1`: the font is known to be one of text, in OT1. */
export function texText(raw: string, isOt1 = false, beginsLine = false): string {
  const single = isOt1 ? undefined : lone.get(raw.trim())
  if (single !== undefined) return single[beginsLine ? 0 : 1]
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the control characters are what is replaced
  const text = raw.replace(/[\u000e-\u0011\u0015\u0016\u001b-\u001f]/g, (code) => texCharacters[code] ?? code)
  return isOt1 ? text.replace(/[\\"{|]/g, (code) => ot1Punctuation[code] ?? code) : text
}

/**
 * pdfTeX calls the letters of fonts drawn as pictures `a1` to `a255`, by their codes, and Zapf Dingbats has letters of the same
 * names, by which files with `glyphtounicode` say what they are: “❛” is `a97` and stands for a. The names from 1 on.
 */
const dingbats =
  '✁✂✄☎✆✝✞✟✠✡☛☞✌✍✎✏✑✒✓✔✕✖✗✘✙✚✛✜✢✣✤✥✦✧★✩✪✫✬✭✮✯✰✱✲✳✴✵✶✷✸✹✺✻✼✽✾✿❀❁❂❃❄❅❆❇❈❉❊❋●❍■❏❑▲▼◆❖ ◗❘❙❚❯❱❲❳❨❩❬❭❪❫❴❵❛❜❝❞❡❢❣❤✐❥❦❧♠♥♦♣    ✉✈✇①②③④⑤⑥⑦'
const codeOfDingbat = new Map([...dingbats].flatMap((dingbat, at) => (dingbat === ' ' ? [] : [[dingbat, at + 1]])))

/** Letters of one font that have to be seen on a page before any font of it is taken for misnamed. */
const leastLetters = 20
/** The share of dingbats in a text whose letters are misnamed: five of them have no dingbat of their name, among them r, s and t. */
const leastShare = 0.4
const mostShare = 0.95

/** The fonts of a page whose letters come as dingbats. A text all of dingbats may be what it seems. */
export function misnamedFontsOf(items: readonly { readonly str: string; readonly fontName: string }[]): Set<string> {
  const texts = new Map<string, string>()
  for (const { str, fontName } of items) texts.set(fontName, (texts.get(fontName) ?? '') + str.replace(/\s/gu, ''))
  const mixed = [...texts].filter(([, text]) => {
    const letters = [...text]
    const share = letters.filter((letter) => codeOfDingbat.has(letter)).length / letters.length
    return share >= leastShare && share <= mostShare
  })
  // Where one is for certain, the short texts of the others (a heading) are, too.
  const isCertain = mixed.some(([, text]) => text.length >= leastLetters)
  return new Set(isCertain ? mixed.map(([font]) => font) : [])
}

/** A text of a misnamed font as it is meant. */
export function fromMisnamed(text: string): string {
  return [...text].map((letter) => String.fromCharCode(codeOfDingbat.get(letter) ?? letter.charCodeAt(0))).join('')
}
