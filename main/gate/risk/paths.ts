import { posix, win32 } from 'node:path'
import type { Leaf } from '../arguments'
import { writtenPath } from '../arguments'
import { hidesText } from '../plain-text'
import { excerptOf, floor, type Reason } from '../reason'

/** Keys whose values are places in the file system. */
const pathKeys =
  /(?:^|_)(?:path|paths|file|files|filename|filepath|dir|directory|folder|root|cwd|destination|dest|target|output|out|input|src|save_to|location|attachment|attachments|roots)$/

/** Files that hold secrets, wherever they are. */
const secretFiles =
  /(?:^|\/)(?:\.env(?:\.(?!example|sample|template|dist)[\w-]+)?|\.ssh|\.gnupg|\.aws|\.azure|\.kube|\.docker|\.netrc|_netrc|\.pgpass|\.my\.cnf|\.npmrc|\.pypirc|\.git-credentials|\.htpasswd|\.vault-token|\.password-store|\.mozilla|\.bash_history|\.zsh_history|\.psql_history|\.mysql_history|\.git\/config|id_(?:rsa|dsa|ecdsa|ed25519)|authorized_keys|known_hosts|credentials(?:\.json|\.csv|\.ya?ml|\.txt)?|passwords?\.(?:txt|csv|xlsx?|json|md|docx?)|secrets?\.(?:json|ya?ml|txt|toml|env)|(?:recovery|backup)[-_ ]?codes?\.(?:txt|pdf|md|csv|json)|wallet\.dat|logins\.json|key[34]\.db|cookies\.sqlite|login data|shadow|(?:master\.)?passwd|[^/]+\.(?:pem|pfx|p12|kdbx?|keychain|keychain-db|ppk|jks|keystore|asc\.key|ovpn))(?:\/|$)/i

/** Files that other programs run by themselves. */
const runByOthers =
  /(?:^|\/)(?:\.git\/(?:hooks\/|config$)|\.husky\/|\.(?:bash|zsh|tcsh|csh|k?sh)(?:rc|env|login|_login|_logout|_profile|_aliases)$|\.profile$|\.zprofile$|\.xinitrc$|\.xprofile$|\.envrc$|\.config\/(?:autostart|systemd|fish)\/|\.vscode\/(?:tasks|launch|settings)\.json$|\.github\/workflows\/|\.gitlab-ci\.yml$|(?:LaunchAgents|LaunchDaemons)\/|cron(?:tab$|\.(?:d|daily|hourly|weekly|monthly)\/)|(?:startup|autostart)\/[^/]+\.(?:bat|cmd|vbs|lnk|ps1|desktop)$|(?:autoexec\.bat|autorun\.inf|sitecustomize\.py|usercustomize\.py|conftest\.py)$|[^/]+\.(?:service|timer|desktop|plist)$)/i

const looksLikePath = /^(?:\/|~|\\\\|[A-Za-z]:[\\/]|file:|\.\.?[\\/]|%2e|%2f|\$\{?[A-Za-z_]|%[A-Za-z_]+%[\\/])/i
const climbs = /(?:^|[\\/{,])\.\.(?:[\\/;]|$)/

const systemFolders =
  /^\/(?:etc|home|root|usr|var|proc|sys|dev|tmp|opt|mnt|srv|boot|run|media|users|volumes|private)\//i

/** Whether a value is meant as a path: by its key, or by its looks where it is no address and no sentence. */
export function isPath({ key, text, value, path }: Leaf, isText: boolean): boolean {
  if (typeof value !== 'string' || text === '' || text.includes('\n')) return false
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(text) && !/^file:/i.test(text)) return false
  // `/pandas-dev/pandas`: whose library it is.
  if (
    /(?:^|_)(?:id|repo|repository|library|package)$/.test(key) &&
    /^\/[\w.-]+\/[\w.-]+$/.test(text) &&
    !systemFolders.test(text)
  )
    return false
  if (pathKeys.test(key)) return true
  // What stands between the parts of a name.
  if (/^[\\/]$/.test(text)) return false
  // `files: [{ name: "/…" }]`; and whatever climbs from a place that is written out.
  if (looksLikePath.test(text) && !/\s/.test(text) && (path.some((name) => pathKeys.test(name)) || climbs.test(text)))
    return true
  if (isText) return false
  return (looksLikePath.test(text) && !/^\/[^/]*\s/.test(text)) || climbs.test(decoded(text).text)
}

/** What speaks against writing to a path, wherever it is. */
export function writtenPathReasons(leaf: Leaf): Reason[] {
  const isRun = runByOthers.test(decoded(leaf.text).text.replaceAll('\\', '/'))
  return isRun ? [floor(0.7, 'pathRuns', { argument: writtenPath(leaf.path), path: excerptOf(leaf.text) })] : []
}

/** What speaks against a path: it leads out of the folders that the person gave, hides where it leads, or holds secrets. */
export function pathReasons(leaf: Leaf, roots: readonly string[]): Reason[] {
  const argument = writtenPath(leaf.path)
  const path = excerptOf(leaf.text)
  const { text: plain, changes, isBroken } = decoded(leaf.text.replace(/^file:\/\/(?:localhost)?(?=\/)/i, ''))
  const hides =
    hidesText(plain) ||
    /[\u00ad\u200b\u200e\u200f\u2060-\u2064\ufeff]/.test(plain) ||
    hasControl(plain) ||
    (changes && climbs.test(plain)) ||
    isBroken ||
    /\.{3}[\\/]{2}|\.{4}[\\/]|\.\.;/.test(plain) ||
    /[\u2044\u2215\u29f8\uff0f\uff3c]/.test(plain) ||
    // In a name a wide dot is a letter like others.
    plain.split(/[\\/]/).some((name) => /[\u2024\u2025\uff0e]/.test(name) && /^[\s.\u2024\u2025\uff0e]+$/.test(name)) ||
    plain.split(/[\\/]/).some((name) => /^\s*\.\s*\.\s*$/.test(name) && name !== '..')
  const reasons: Reason[] = []
  if (hides) reasons.push(floor(0.8, 'pathDisguised', { argument, path }))
  const isInside = [leaf.text, plain].every((form) =>
    leadsInside(form.replace(/^file:\/\/(?:localhost)?(?=\/)/i, ''), roots),
  )
  // One of the ways that a pattern goes: `{notes/*,../../*}`.
  const climbsInside = /[{,]\s{0,3}(?:\.\.[\\/]|[\\/~])/.test(plain)
  if (!isInside || climbsInside) reasons.push(floor(0.8, 'pathOutside', { argument, path }))
  if (secretFiles.test(plain.replaceAll('\\', '/'))) reasons.push(floor(0.7, 'pathSecret', { argument, path }))
  return reasons
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they end a path early where a program is written in C.
const hasControl = (text: string): boolean => /[\x00-\x1f\x7f]/.test(text)

/** A path as a careless program might read it: percent signs decoded until nothing changes. */
function decoded(path: string): { readonly text: string; readonly changes: boolean; readonly isBroken: boolean } {
  let text = path
  // UTF-8 in more bytes than it needs: `%c0%ae` for a dot.
  const isBroken = /%(?:c0|c1|e0%80|f0%80)/i.test(path) || /%u[0-9a-f]{4}/i.test(path)
  for (let round = 0; round < 4; round++) {
    let next: string
    try {
      next = decodeURIComponent(text.replace(/%(?![0-9a-f]{2})/gi, '%25'))
    } catch {
      break
    }
    if (next === text) break
    text = next
  }
  return { text, changes: text !== path, isBroken }
}

function leadsInside(path: string, roots: readonly string[]): boolean {
  if (/^~|^\$\{?[A-Za-z_]|^%[A-Za-z_()]+%|^\\\\|^\/\/|^[a-z][a-z0-9+.-]{1,}:/i.test(path)) return false
  if (/::?\$data|\$\{|\$\(/i.test(path)) return false
  const isWindows = roots.some((root) => /^[A-Za-z]:/.test(root))
  const { resolve, sep, isAbsolute } = isWindows ? win32 : posix
  // A backslash divides names on Windows alone; elsewhere a program might still take it so.
  const forms = isWindows ? [path] : [path, path.replaceAll('\\', '/')]
  return forms.every((form) => {
    if (!isWindows && /^[A-Za-z]:[\\/]/.test(form)) return false
    if (roots.length === 0) return !isAbsolute(form) && !climbs.test(form)
    return roots.some((root) => {
      const top = resolve(root)
      const whole = resolve(top, form).normalize('NFC')
      const base = top.normalize('NFC')
      const [inside, above] = isWindows ? [whole.toLowerCase(), base.toLowerCase()] : [whole, base]
      return inside === above || inside.startsWith(above.endsWith(sep) ? above : above + sep)
    })
  })
}
