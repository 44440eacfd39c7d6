/** Names of parameters, variables and headers whose value is a secret. */
const secretName =
  /(?:^|[_\-.\s])(?:api[_-]?key|apikey|key|token|secret|password|passwd|pwd|auth|authorization|bearer|credentials?|access[_-]?key|private[_-]?key|client[_-]?secret|pat|jwt|sig|signature|session|cookie|dsn|connection[_-]?string|passwort|passe|kennwort|contraseña|psk|密码|口令|密钥|令牌|パスワード)(?:$|[_\-.\s])/i
/** Such a word at the end of a name without a sign between: `PGPASSWORD`, `authtoken`; and `pass` of whom or what. */
const joinedName =
  /(?:password|passwd|passphrase|pwd|(?:api|access|auth|secret|private|account|master|signing|refresh)(?:key|token)|clientsecret)$|(?:^|[_\-.\s])(?:(?:db|database|sql|mysql|pg|postgres|mongo|redis|smtp|imap|mail|email|s?ftp|ssh|sudo|become|root|admin|user|auth|api|key|store|wifi|wlan|vpn|proxy|login|https?|ldap|mq|service|default)[_-]?)pass$|(?:^|\.)pass$/i

/** Forms that tokens of well-known services have. */
const tokenForm =
  /^(?:sk-[\w-]{8,}|sk_(?:live|test)_\w{8,}|pk_(?:live|test)_\w{8,}|gh[pousr]_\w{16,}|github_pat_\w{16,}|glpat-[\w-]{12,}|xox[abeoprs]-[\w-]{8,}|xapp-[\w-]{8,}|AKIA[0-9A-Z]{12,}|AIza[\w-]{20,}|ya29\.[\w-]{10,}|hf_\w{16,}|npm_\w{16,}|secret_\w{16,}|ntn_\w{16,}|pat[\w]{12,}\.\w+|figd_[\w-]{16,}|BSA[\w-]{16,}|tvly-[\w-]{8,}|pplx-\w{8,}|lin_api_\w{8,}|SG\.[\w-]{10,}|(?:bot)?\d{8,10}:[\w-]{30,}|eyJ[\w-]{8,}\.[\w-]+(?:\.[\w-]*)?)$/

const placeholder =
  /^(?:\$\{[^}]*\}|\$[A-Z_][A-Z0-9_]*|%[A-Z_][A-Z0-9_]*%|\{\{[^}]*\}\}|\{[\w\s-]*\}|<[^<>]*>|\[[^[\]]*\]|\*{3,}|x{3,}|\.{3,}|…|-+|_+)$|(?:^|[^a-z])(?:your|my|insert|enter|paste|replace|put|add)[_\-\s](?:[a-z0-9]{1,20}[_\-\s]){0,5}(?:api|key|token|secret|password|pat|id|credentials?|here|value|own)|(?:key|token|secret|password)[_\-\s]here|^(?:change[_-]?me|todo|tbd|example|placeholder|replace[_-]?me|none|null|undefined|secret|password|token|api[_-]?key|key)$|^[a-z]{1,4}[-_]?(?:x{4,}|\*{3,}|\.{3,}|…)/i

/** `${env:NAME}`, `${input:name}`, `YOUR_KEY`, `<token>`, `sk-...`: something that a person is still to put in. */
export function isPlaceholder(value: string): boolean {
  const trimmed = value.trim().replace(/^(?:Bearer|Basic|Token)\s+/i, '')
  return trimmed === '' || placeholder.test(trimmed) || /\$\{(?:env|input):[^}]*\}/.test(trimmed)
}

/** Whether a value called that is a secret. Ports, paths and file names called `key_file` or `max_tokens` are none. */
export function isSecretName(name: string): boolean {
  const words = name.replace(/(\p{Ll})(\p{Lu})/gu, '$1_$2')
  return (
    (secretName.test(words) || joinedName.test(words)) &&
    !/(?:file|path|dir|name|url|type|max[_-]?tokens|count|limit)$/i.test(words)
  )
}

/** Whether a value shows by its form that it is a secret, whatever it is called. */
export function isSecretValue(value: string): boolean {
  return tokenForm.test(value) || isRandom(value)
}

/** Whether a text is a token by a form that only tokens of known services have; `secret_of_the_house` is none. */
export function isServiceToken(text: string): boolean {
  return /\d/.test(text) && tokenForm.test(text) && !isPlaceholder(text)
}

/** Prose and sample values with `{secret}` for tokens of known services and for passwords in addresses. */
export function withoutTokens(text: string): string {
  return text
    .replace(/(?<=:\/\/[^\s/:@]{0,200}:)[^\s/:@]{1,200}(?=@|…$)/g, '{secret}')
    .replace(/[\w-]+(?:\.[\w-]+)*/g, (word) => (word.length > 10 && isServiceToken(word) ? '{secret}' : word))
}

/**
 * Letters of both cases and digits mixed over 24 characters or more, or 32 hexadecimal digits: what people do not name
 * things by. Paths, packages and addresses have marks that tokens do not have.
 */
function isRandom(value: string): boolean {
  if (/^[0-9a-f]{32,}$/i.test(value) && /\d/.test(value) && /[a-f]/i.test(value)) return true
  if (!/^[\w+/=-]{24,}$/.test(value) || /^[/.]|\//.test(value)) return false
  const changes = [...value].filter((_, at) => at > 0 && kindOf(value[at - 1]!) !== kindOf(value[at]!)).length
  return /[a-z]/.test(value) && /[A-Z]/.test(value) && /\d/.test(value) && changes >= value.length / 4
}

const kindOf = (char: string): string =>
  /[a-z]/.test(char) ? 'a' : /[A-Z]/.test(char) ? 'A' : /\d/.test(char) ? '0' : '-'
