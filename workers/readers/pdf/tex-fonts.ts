/**
 * What TeX's encodings of fonts (OT1 and T1) have where text has control characters. Fonts that TeX drew as pictures do
 * not say what their characters are. That OT1 has ff, fi and fl where text has white space cannot be mended.
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

/** What a font of TeX's shows as control characters, as text. */
export function texText(raw: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the control characters are what is replaced
  return raw.replace(/[\u000e-\u0011\u0015\u0016\u001b-\u001f]/g, (code) => texCharacters[code] ?? code)
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
