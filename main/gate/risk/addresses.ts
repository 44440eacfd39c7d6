import { isLocalAddress, isLoopbackName } from '../../../contract/calls/named-host'
import type { Leaf } from '../arguments'
import { wordsOfName, writtenPath } from '../arguments'
import type { ProposedCall } from '../call'
import { isLookalike, wordSet } from '../plain-text'
import { excerptOf, floor, type Reason, risk } from '../reason'

const urlKeys =
  /(?:^|_)(?:url|uri|href|link|endpoint|host|hostname|address|base_url|server|domain|site|webpage|feed|proxy)$/
const scheme = /^\s*([a-z][a-z0-9+.-]*):(?=\/|\\|[^\s\d])/i
const schemesOfPrograms =
  /^\s*(?:javascript|data|vbscript|blob|file|gopher|dict|ftp|ftps|sftp|ldap|ldaps|tftp|jar|netdoc|phar|php|expect|ssh|telnet|smb|ws|wss|view-source|about|chrome):/i

/** `syslog+tcp://203.0.113.4:514`: whatever the scheme, a machine is meant. */
const machineByScheme = /^[a-z][a-z0-9+.-]{1,20}:\/\/(?:\d{1,3}(?:\.\d{1,3}){3}|[\w.-]{1,200}:\d{1,5})(?:[/?#]|$)/i

/** Ports that no web server listens on. */
const foreignPorts = wordSet(
  '1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 119 123 135 137 139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989 990 993 995 1433 1521 1719 1720 1723 2049 2375 2376 2379 3306 3389 3659 4045 5432 5060 5061 5900 6000 6379 6443 6566 6665 6666 6667 6668 6669 6697 10250 11211 27017',
)

/** Parts of an address that do something when they are merely fetched. */
const acting = wordSet(
  'delete remove destroy drop purge erase wipe truncate shutdown poweroff reboot restart reset logout signout unsubscribe quit kill stop disable transfer pay purchase checkout approve revoke deactivate uninstall execute exec eval void refund _shutdown',
)

/** What a device is told at the end of a path: `/doors/lab-3/unlock`. */
const telling = wordSet(
  'cancel abort unlock lock arm disarm eject toggle activate enable trigger dispatch unlatch dispense ring beep wake ignite turn_on turn_off switch_on switch_off power_on power_off',
)

/** Whether a value is meant as an address: by its key, its schema's format, or its looks. */
export function isAddress({ key, text, value, path }: Leaf, schemaFormat: string | undefined): boolean {
  if (typeof value !== 'string') return false
  // Names the format of what stands beside it.
  if (path.includes('headers') || path.at(-1) === '$schema') return false
  if (schemaFormat === 'uri' || schemaFormat === 'url') return true
  if (urlKeys.test(key)) return /[./:\\]/.test(text) || /^\d+$/.test(text) || text.toLowerCase() === 'localhost'
  return (
    (/^(?:https?:)?[\\/]{2}[^\s/.]+\.\S/i.test(text.trim()) && !/\s/.test(text.trim())) ||
    /^\s*https?:/i.test(text) ||
    (schemesOfPrograms.test(text) && !/^\w+:\s/.test(text)) ||
    machineByScheme.test(text)
  )
}

export interface ReadAddress {
  readonly reasons: Reason[]
  /** Whether a request to it leaves the machine. */
  readonly leaves: boolean
}

/** Reads an address as the browser's parser does, and says what speaks against asking it. */
export function readAddress(leaf: Leaf, { egress, question }: ProposedCall): ReadAddress {
  const argument = writtenPath(leaf.path)
  const text = leaf.text
  const refused = (word: string): ReadAddress => ({
    reasons: [floor(0.8, 'addressRefused', { argument, word: excerptOf(word) })],
    leaves: true,
  })
  // Of the service's own address: a path alone.
  if (
    /^\/(?![\\/])/.test(text) ||
    (!scheme.test(text) && !/[\\/]{2}/.test(text) && !urlKeys.test(leaf.key) && !text.includes('.'))
  ) {
    return { reasons: climbing(text) ? refused(text).reasons : actingReasons(argument, text, question), leaves: false }
  }
  const whole = /^[\\/]{2}/.test(text) ? `http:${text}` : scheme.test(text) ? text : `http://${text}`
  let url: URL
  try {
    url = new URL(whole)
  } catch {
    return refused(text)
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return refused(url.protocol)
  const written = /^\s*[a-z][a-z0-9+.-]*:[\\/]*([^/?#\\]*)/i.exec(whole)?.[1] ?? ''
  const writtenHost = written.replace(/^.*@/, '').replace(/:\d*$/, '').toLowerCase()
  const host = url.hostname
  const reasons: Reason[] = []
  const isDisguised =
    written.includes('@') ||
    writtenHost !== host ||
    /[\\\s]/.test(text.trim().split(/[?#]/)[0] ?? '') ||
    /[\t\r\n]/.test(text) ||
    host.endsWith('.') ||
    !/^https?:\/\/[^/\\]/i.test(whole.trim()) ||
    isLookalike(text.split(/[?#]/)[0] ?? '')
  if (isDisguised) reasons.push(floor(0.8, 'hostDisguised', { argument, host: excerptOf(written) }))
  const loopback = isLoopbackName(host)
  const isNamed = egress.hosts.some((entry) => isHostOf(entry, url))
  const isAllowed =
    egress.mode === 'offline' ? false : egress.mode === 'local' ? loopback || (isNamed && isPrivate(host)) : isNamed
  if (!isAllowed || isMetadata(host))
    reasons.push(floor(0.8, 'hostNotAllowed', { argument, host: excerptOf(host), mode: egress.mode }))
  if (url.port !== '' && foreignPorts.has(url.port) && !egress.hosts.includes(`${host}:${url.port}`))
    reasons.push(floor(0.7, 'addressRefused', { argument, word: `:${url.port}` }))
  if (climbing(whole.replace(/^[^:]*:\/\/[^/]*/, '')))
    reasons.push(risk(0.7, 'addressRefused', { argument, word: '..' }))
  // An address that the person wrote is theirs as a whole.
  for (const value of question.includes(text) ? [] : url.searchParams.values()) {
    const other = /^\s*(?:[a-z][a-z0-9+.-]*:)?[\\/]{2}([^/?#\\\s]+)/i.exec(value)?.[1]
    // Many servers go where a query sends them.
    if (other !== undefined && other.toLowerCase() !== url.host)
      reasons.push(floor(0.7, 'hostNotAllowed', { argument, host: excerptOf(other), mode: egress.mode }))
  }
  reasons.push(...actingReasons(argument, `${url.pathname}${url.search}`, question))
  return { reasons, leaves: !loopback }
}

const climbing = (path: string): boolean =>
  /(?:^|[\\/])(?:\.|%(?:25)*2e){2}(?:[\\/;?#]|%(?:25)*(?:2f|5c)|$)|%(?:25)*0[0-9ad]/i.test(path)

const isPrivate = (host: string): boolean =>
  isLocalAddress(host) || /\.(?:local|lan|internal|home|intranet|home\.arpa)$/.test(host) || !/[.:]/.test(host)
/** Where machines in data centres ask for their own keys. */
const isMetadata = (host: string): boolean =>
  /^169\.254\.|^100\.100\.100\.200$|^\[fd00:ec2::254\]$|^metadata(?:\.|$)/.test(host)

function isHostOf(entry: string, url: URL): boolean {
  const [, name = '', port] = /^(?:https?:\/\/)?(.*?)(?::(\d+))?\/?$/i.exec(entry) ?? []
  const wanted = name.toLowerCase()
  const isPort = port === undefined || port === (url.port || (url.protocol === 'https:' ? '443' : '80'))
  const isName = wanted.startsWith('*.') ? url.hostname.endsWith(wanted.slice(1)) : url.hostname === wanted
  return isPort && isName
}

/** What an address does by its path or by `action=…`. */
function actingReasons(argument: string, pathAndQuery: string, question: string): Reason[] {
  const [path = '', query = ''] = pathAndQuery.split('?')
  const parts = decodeSafely(path).split('/')
  const values = [...new URLSearchParams(query)].flatMap(([name, value]) =>
    /^_?(?:action|cmd|command|do|op|operation|method|act|task|mode|func|function|event|x-http-method(?:-override)?)$/i.test(
      name,
    )
      ? [value]
      : /^(?:confirm|force|delete|remove|purge|destroy|drop)$/i.test(name) && /^(?:1|true|yes|all|\*)$/i.test(value)
        ? [name]
        : [],
  )
  const word = [
    ...parts.slice(1).filter(
      (part) =>
        // The page of a manual on DELETE.
        (acting.has(part.toLowerCase()) && !(/^[A-Z]{3,6}$/.test(part) && question.includes(part))) ||
        isActingName(part) ||
        /^\$(?:export|purge|expunge|merge)$/.test(part),
    ),
    ...parts.slice(2).filter((part, at, all) => at === all.length - 1 && telling.has(wordsOfName(part).join('_'))),
    // The second of two that are called alike may be the one that counts.
    ...(new Set(values).size > 1 ? values.slice(-1) : []),
    ...values.filter((value) => acting.has(wordsOfName(value)[0] ?? '') || /^(?:post|put|patch)$/i.test(value)),
  ][0]
  return word === undefined ? [] : [risk(0.7, 'addressActs', { argument, word: excerptOf(word) })]
}

/** `deleteAll`, `remove-user`, but not `delete-statement.html`, a page about one. */
const isActingName = (part: string): boolean => {
  const [first = '', second = ''] = wordsOfName(part)
  return (
    acting.has(first) &&
    /^(?:all|user|users|item|items|account|record|records|file|files|everything|db|database|index)$/.test(second) &&
    !/\.(?:html?|md|txt|pdf)$/.test(part)
  )
}

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
