import type { Leaf } from '../arguments'
import { plainText } from '../plain-text'

const keyShapes =
  /\b(?:sk|pk|rk)[-_](?:live|test|proj|ant|or)?[-_]?[A-Za-z0-9_-]{14,}|\b(?:AKIA|ASIA)[0-9A-Z]{12,}|\bgh[pousr]_[A-Za-z0-9]{16,}|\bgithub_pat_\w{16,}|\bglpat-[\w-]{14,}|\bxox[abeoprs]-[\w-]{8,}|\bAIza[\w-]{20,}|\bya29\.[\w-]{8,}|\beyJ[\w-]{6,}\.[\w-]{4,}|\bhf_[A-Za-z0-9]{16,}|\bnpm_[A-Za-z0-9]{20,}|\bSG\.[\w-]{12,}\.|\bdop_v1_\w{20,}|-----BEGIN [A-Z ]*PRIVATE KEY|\bAGE-SECRET-KEY-|\bAccountKey=|\b[a-z][a-z0-9+]*:\/\/[^\s/:@]+:[^\s/@]{3,}@/

/** Whether a text holds a key in the form in which a known service gives them out. */
export const hasKeyShape = (text: string): boolean => keyShapes.test(text)

/** As programs pass them on. */
const assignedSecret =
  /\b(?:pass|pwd|passwd|auth|key|apikey|sid|session)=[^&\s]{5}|(?:password|secret|access_?token|auth_?token|secrettoken|api_?key)=[^&\s]{4}/i

/** A name and what opens it, in one address: `?u=…&p=…`. */
const login =
  /[?&](?:u|user|username|usr|login|uid|name)=[^&\s]{2,60}&(?:[^&\s]{1,60}&)?(?:p|pw|pwd|pass|passwd)=[^&\s]{4}/i

/** A secret called by its name, and something that could be it. */
const namedSecret =
  /\b(?:password|passwort|passwd|passcode|passphrase|pwd|pw|kennwort|secret|api[ _-]?key|access[ _-]?key|secret[ _-]?key|access[ _-]?token|auth[ _-]?token|bearer|token|pin|cvv|cvc|otp)\b(?:\s*(?:is|for \S+ is|ist)\b|\s*[:=]|\s)\s*["']?(?=[^\s,;]*(?:[\d@#$%^&*+~]|[!?]\S))(?:[^\s,;]{4,}|\d{3,})/i
const namedCode =
  /\b(?:door|gate|alarm|entry|access|security|safe|lock|vault|unlock|verification|login|reset|2fa|mfa|sms|backup|recovery|one-time)\s+(?:code|pin|combination|number)s?\s{0,3}(?:(?:is|:|=|#)\s{0,3})?[A-Z0-9][A-Z0-9-]{2}/i
const chineseSecret =
  /(?:密码|口令|验证码|密钥|门禁码|银行卡号?|身份证号?码?)\s{0,3}(?:(?:是|为|:|：|=)\s{0,3})?[A-Za-z0-9!@#$%^&*_-]{3}/
const seedPhrase = /\b(?:seed|recovery|mnemonic) (?:phrase|words?)\s*(?:is|:|=)\s*\w+/i

/** A word of letters, digits and signs, as people make passwords. */
const isPassword = (word: string): boolean =>
  word.length >= 6 &&
  word.length <= 40 &&
  /[a-z]/i.test(word) &&
  /\d/.test(word) &&
  /[!@#$^*?~]/.test(word.replace(/[.?]$/, '')) &&
  !/^[\w.+-]{1,64}@[\w-]{1,64}\./.test(word) &&
  !/[{}:]/.test(word) &&
  !word.includes('/')

/** Whether a text holds a password that has no name. */
export const holdsPassword = (text: string): boolean => text.length < 2000 && text.split(/\s/).some(isPassword)

/** Whether a text holds a secret: by shape, by name, or behind an encoding. */
export function holdsSecret(text: string): boolean {
  const forms = [text, text.normalize('NFKC'), ...decodings(text)]
  return forms.some(
    (form) =>
      keyShapes.test(form) ||
      namedSecret.test(form) ||
      assignedSecret.test(form) ||
      login.test(form) ||
      namedCode.test(form) ||
      chineseSecret.test(form) ||
      seedPhrase.test(form) ||
      numbersIn(form).some((number) => isCard(number)) ||
      holdsIban(form),
  )
}

/** Whether a text says who a person is or how to reach them; `known` is what the person said. */
export function holdsPersonal(text: string, known: string): boolean {
  const said = plainText(known)
  // `lea@school.example` of whom the question calls Lea.
  const isCalled = (address: string): boolean => {
    const name = /^([\w.+-]{1,64})(?:@|%40)/.exec(address)?.[1]
    return name?.split(/[._+-]/).some((part) => part.length >= 3 && said.includes(part)) ?? false
  }
  const isNew = (value: string): boolean => {
    const plain = plainText(value)
    return !said.includes(plain.replace('%40', '@')) && !isCalled(plain)
  }
  const found = [
    ...text.matchAll(/[\w.+-]{1,64}(?:@|%40)[\w-]{1,64}\.[\w.]{2,64}/g),
    ...text.matchAll(/(?<![\w.])(?:\+|00)\d{1,3}[ ./-]?\(?\d{1,4}\)?(?:[ ./-]?\d{2,4}){2,4}(?!\d)/g),
    ...text.matchAll(/(?<!\d)\d{3}-\d{2}-\d{4}(?!\d)/g),
    ...text.matchAll(/(?<!\d)756\.\d{4}\.\d{4}\.\d{2}(?!\d)/g),
    ...text.matchAll(/(?<!\d)\d{17}[\dXx](?!\d)/g),
    ...text.matchAll(
      /\b(?:passport|patient|insurance|account|ssn|social security|customer|employee|personnel|policy|case|licence|license|versicherungsnummer|konto)\b[ a-z]{0,16}[:#=]? {0,3}(?=[A-Z0-9-]{0,20}\d[A-Z-]{0,9}\d)[A-Z0-9-]{4}/gi,
    ),
    ...text.matchAll(/\bborn\b[^a-z]{0,4}\d[\d./-]{3}/gi),
  ]
  const told = [
    ...text.matchAll(
      /\b(?:diagnos(?:is|ed)|hiv|salary|date of birth|dob|born on|medication|criminal record|cancer|depression|pregnan(?:t|cy))\b[^.]{0,40}/gi,
    ),
  ]
  // "HIV infection", where HIV is asked about: a topic, of nobody by name or number.
  const isTopic = (value: string): boolean =>
    !/\d|\s\p{Lu}/u.test(value) && said.includes(plainText(/^\w+/.exec(value)?.[0] ?? value))
  return found.some(([value]) => isNew(value)) || told.some(([value]) => isNew(value) && !isTopic(value))
}

const numbersIn = (text: string): string[] =>
  [...text.matchAll(/(?<![\d.])\d(?:[ -]?\d){12,18}(?![\d.])/g)].map(([number]) => number.replace(/\D/g, ''))

/** By the check digit of payment cards, and the first digit of those in use. */
function isCard(digits: string): boolean {
  if (!/^[3-6]/.test(digits) || digits.length < 13) return false
  let sum = 0
  for (let at = 0; at < digits.length; at++) {
    const digit = Number(digits[digits.length - 1 - at])
    const doubled = at % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

function holdsIban(text: string): boolean {
  return [...text.matchAll(/\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,30}\b/g)].some(([found]) => {
    const iban = found.replaceAll(' ', '')
    const digits = [...(iban.slice(4) + iban.slice(0, 4))].map((sign) => Number.parseInt(sign, 36)).join('')
    let rest = 0
    for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97
    return rest === 1
  })
}

/** Texts that stand in a text as base64, hex or percent signs. */
export function decodings(text: string): string[] {
  const found: string[] = []
  for (const [run] of text.matchAll(/[A-Za-z0-9+/_-]{12,}={0,2}/g)) {
    if (/^[0-9a-f]+$/i.test(run) && run.length % 2 === 0 && run.length >= 16)
      found.push(Buffer.from(run, 'hex').toString('latin1'))
    found.push(Buffer.from(run, 'base64').toString('latin1'))
  }
  if (/%[0-9a-f]{2}/i.test(text)) {
    try {
      found.push(decodeURIComponent(text))
    } catch {
      // Not percent signs of an encoding; then the text itself is looked at alone.
    }
  }
  return found.filter((inner) => /^[\x20-\x7e\s]{8,}$/.test(inner))
}

/** Whether a text carries another one inside an encoding, as data that is smuggled out does. */
export const carriesEncodedText = (text: string): boolean =>
  [...text.matchAll(/[A-Za-z0-9+/_-]{16,}={0,2}/g), ...text.matchAll(/[A-Za-z0-9]{16,}/g)].some(([run]) => {
    const inner =
      /^[0-9a-f]+$/i.test(run) && run.length % 2 === 0 ? Buffer.from(run, 'hex') : Buffer.from(run, 'base64')
    const words = inner.toString('latin1')
    return words.length >= 8 && /^[\x20-\x7e\s]+$/.test(words) && /[a-z]{3}/i.test(words)
  })

/** What of secrets a text speaks of, in either language: the same thing by the same name. */
export function secretsNamed(text: string): Set<string> {
  const plain = plainText(text).replace(/[_-]+/g, ' ')
  return new Set(
    Object.entries(secretWords)
      .filter(([, words]) => words.test(plain))
      .map(([name]) => name),
  )
}

const secretWords: Readonly<Record<string, RegExp>> = {
  password:
    /\bpass(?:words?|wd|codes?|phrases?)\b(?! (?:hash\w*|polic\w+|strength|security|crack\w*|entropy|rules?|length|guidelines?|protection|rotation)\b)|\bpwd\b|\bpassw[oö]rt|\bkennw[oö]rt|\bmots? de passe|\bcontraseña|密码|口令/,
  code: /\b(?:reset|verification|security|confirmation|login|sign in|2fa|mfa|one time|backup|recovery|otp|tan|pin) (?:codes?|links?|pins?|numbers?)\b|\b(?:otp|2fa|mfa|totp)\b|验证码|动态码/,
  key: /\b(?:api|access|secret|private|ssh|encryption|signing|licen[cs]e) ?keys?\b|\bkeyfile\b|\b(?:access|auth|api|bearer|refresh|session) ?tokens?\b|\bsecrets?\b|\bcredentials?\b|\b(?:aws|ssh|gpg|pgp) (?:keys?|secrets?)\b|密钥|私钥|令牌|凭据|凭证/,
  wallet: /\b(?:seed|recovery|mnemonic) (?:phrase|words?)\b|\bwallet\b|助记词|钱包/,
  bank: /\b(?:credit|debit) cards?\b|\bcard numbers?\b|\bcvv\b|\bcvc\b|\biban\b|\bbank (?:account|details|login|statement)s?\b|\baccount numbers?\b|信用卡|银行卡|银行账/,
  identity:
    /\bsocial security\b|\bssn\b|\bpassport (?:number|scan)s?\b|\btax (?:id|number)\b|\bpayslips?\b|\bsalar(?:y|ies)\b|身份证|护照号|工资/,
  medical: /\bhiv\b|\bpsychiatry\b|\bdiagnos[ie]s\b|\bmedical records?\b|\bpatient (?:records?|files?)\b|病历|诊断书/,
}

/** The first piece of a number as long as a card's that was cut up: `c1: "4929", c2: "8817", …`; null where there is none. */
export function cutNumber(leaves: readonly Leaf[]): Leaf | null {
  const pieces = leaves.filter(({ key, value }) => /^[a-z_]{1,12}\d$/i.test(key) && /^\d{3,6}$/.test(String(value)))
  for (const first of pieces) {
    const stem = first.key.slice(0, -1)
    const own = pieces.filter(({ key }) => key.slice(0, -1) === stem)
    const length = own.reduce((sum, { text }) => sum + text.length, 0)
    if (own.length >= 3 && length >= 12 && length <= 24) return first
  }
  return null
}
