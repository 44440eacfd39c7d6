import { isPlaceholder } from './secret-values'
import type { Span } from './token-shapes'

/** Where commands, statements and lists of logins take a password that nothing calls by a name and a sign. */
const places = [
  // curl -u name:password
  /(?<![\w-])(?:-u|--user|--proxy-user)[ =]["']?[^\s"':]{1,100}:([^\s"']{1,200})/g,
  /\bsshpass\s{1,4}-p\s{0,4}["']?([^\s"']{1,200})/g,
  // mysql -u name -ppassword
  /(?<=\b(?:mysql|mariadb)[^\n]{0,200}\s)-p([^\s"'-][^\s"']{0,200})/g,
  // create user name identified by 'password'
  /\bidentified\s{1,4}(?:with\s{1,4}[\w'"]{1,40}\s{1,4})?by\s{1,4}(?:password\s{1,4})?['"]([^'"\n]{1,200})/gi,
  // machine name login name password password
  /\blogin\s{1,4}\S{1,100}\s{1,4}password\s{1,4}(\S{1,200})/gi,
  /\bdocker\s{1,4}login[^\n]{0,200}?\s-p[ =]["']?([^\s"']{1,200})/g,
  /\bnet\s{1,4}use\s[^\n]{0,100}?\\\\\S{1,100}\s{1,4}([^\s/"']{1,200})/gi,
  /\b(?:requirepass|masterauth)\s{1,4}["']?([^\s"']{1,200})/g,
  // The twelve to twenty-four words that a wallet is recovered with.
  /\b(?:(?:seed|mnemonic)(?: (?:phrase|words))?|(?:recovery|backup) (?:phrase|words))["'`]?\s?[:=]\s{0,4}["'`]?((?:[a-z]{3,8}[ \n]){11,23}[a-z]{3,8})/gi,
  /\bConvertTo-SecureString\s{1,4}(?:-String\s{1,4})?["']([^"'\n]{1,200})/gi,
]

/** Passwords by their place in a command or statement. What may be a group, a port or a word is none. */
export function* secretsInCommands(text: string): Generator<Span> {
  for (const place of places) {
    for (const { 0: whole, 1: value = '', index } of text.matchAll(place)) {
      const isPassword = value.length >= 6 && /[^\p{L}_-]/u.test(value) && !/^(?:\d{1,5}$|[$<%{])/.test(value)
      if (!isPassword || isPlaceholder(value)) continue
      const end = index + whole.length
      yield { start: end - value.length, end }
    }
  }
}
