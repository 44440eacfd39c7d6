/**
 * Shapes that services document for their tokens, each with what tells it from words: a prefix of its own. The same
 * families as gitleaks' and secretlint's rules (both MIT), written for one pass: no shape begins with an open end.
 */
const shapes = [
  // Models and their hosts.
  'sk-[\\w-]{20,200}',
  '(?:gsk|r8|hf|tvly|pplx|xai|fw|nvapi|csk)[-_][\\w-]{20,200}',
  'BSA[\\w-]{24,60}',
  // Code, packages, continuous integration.
  'gh[pousr]_\\w{16,255}',
  'github_pat_\\w{22,255}',
  'gl(?:pat|ptt|rt|dt|soat|cbt|imt|ft|agent|oas|ffct)-[\\w.-]{16,300}',
  '(?:npm|rubygems|dckr_pat|dckr_oat)_[\\w-]{24,100}',
  'pypi-[\\w-]{50,300}',
  '(?:sntrys|sntryu)_[\\w=+/]{40,300}',
  'AT(?:ATT|CTT|BB)[\\w=-]{30,300}',
  // Clouds.
  '(?:AKIA|ASIA|ABIA|ACCA|A3T[A-Z0-9])[A-Z0-9]{16}',
  'AIza[\\w-]{35}',
  'ya29\\.[\\w-]{20,300}',
  '[\\w.]{3}\\dQ~[\\w.~-]{31,34}',
  'GOCSPX-[\\w-]{20,60}',
  'do[oprt]_v1_[0-9a-f]{64}',
  'dapi[0-9a-f]{32}(?:-\\d)?',
  'hv[sbr]\\.[\\w-]{20,300}',
  '[A-Za-z0-9]{14}\\.atlasv1\\.[\\w-]{60,80}',
  'pul-[0-9a-f]{40}',
  'HRKU-[\\w-]{36,80}',
  'nfp_\\w{36,60}',
  'fo1_[\\w-]{40,60}',
  'pscale_(?:tkn|pw|oauth)_[\\w.-]{32,64}',
  'sb(?:p|_secret)_[\\w-]{20,80}',
  'NRAK-[A-Z0-9]{27}',
  'gl(?:sa|c)_[\\w+/=-]{32,400}',
  'dp\\.(?:pt|st|ct|sa|scim|audit)\\.[\\w.]{40,60}',
  // Money.
  '(?:sk|rk|pk|whsec)_(?:live|test)_\\w{10,200}',
  'whsec_[\\w+/=]{24,80}',
  'sq0(?:atp|csp)-[\\w-]{22,60}',
  'shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}',
  // Messages and documents.
  'xox[abeoprs]-[\\w-]{10,300}',
  'xapp-\\d-[\\w-]{10,300}',
  'SG\\.[\\w-]{16,32}\\.[\\w-]{16,64}',
  'SK[0-9a-f]{32}',
  'key-[0-9a-z]{32}',
  '[0-9a-f]{32}-us\\d{1,2}',
  '(?:bot)?\\d{8,10}:AA[\\w-]{32,34}',
  '[MNO][\\w-]{23,27}\\.[\\w-]{6}\\.[\\w-]{27,40}',
  'lin_(?:api|oauth)_\\w{20,80}',
  '(?:secret|ntn)_[A-Za-z0-9]{30,60}',
  'fig[dou]_[\\w-]{30,80}',
  'PMAK-[0-9a-f]{24}-[0-9a-f]{34}',
  'pat[A-Za-z0-9]{14}\\.[0-9a-f]{64}',
  // Of any service.
  'eyJ[\\w-]{10,2000}\\.[\\w-]{10,8000}\\.[\\w-]{10,2000}',
  'A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}',
  'AGE-SECRET-KEY-1[A-Z0-9]{58}',
] as const

const anyShape = new RegExp(`(?<![A-Za-z0-9_-])(?:${shapes.join('|')})`, 'g')
/** Only a word this long can be one, and prose has next to none. */
const longWord = /[\w.+/=:~%-]{18,}/g
/** `https://hooks.slack.com/services/T…/B…/…`, Discord's and Teams': who has the address may write. */
const webhook =
  /\/IncomingWebhook\/([0-9a-f]{32})|hooks\.slack\.com\/services\/T\w{6,12}\/B\w{6,12}\/(\w{16,40})|discord(?:app)?\.com\/api\/webhooks\/\d{15,22}\/([\w-]{50,90})/g

export interface Span {
  readonly start: number
  readonly end: number
}

/** Tokens of known services, by their shape. Each has a digit, and more than a prefix and one repeated character. */
export function* tokensIn(text: string): Generator<Span> {
  for (const { index: at, 0: word } of text.matchAll(longWord)) {
    for (const { index, 0: token } of word.matchAll(anyShape)) {
      if (isToken(token)) yield { start: at + index, end: at + index + token.length }
    }
    for (const found of word.matchAll(webhook)) {
      const secret = found[1] ?? found[2] ?? found[3] ?? ''
      const start = at + found.index + found[0].length - secret.length
      yield { start, end: start + secret.length }
    }
  }
}

/** `sk-this-is-only-an-example` and `AKIAXXXXXXXXXXXXXXXX` are none. */
function isToken(token: string): boolean {
  return /\d/.test(token) && new Set(token.slice(4)).size >= 6 && !/x{6}|\*{4}|\.{3}/i.test(token)
}
