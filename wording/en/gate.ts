import type { SettingsProblem } from '../../contract/app/settings-file'
import type { RiskFact, RulesProblem } from '../../contract/calls/gate-facts'
import type { Words } from '../words'

const quoted = (text: string): string => `“${text}”`
const at = (argument: string): string => (argument === '' ? 'The call' : `Argument ${quoted(argument)}`)
/** Of a mode of egress: where Quarry may connect. */
const reach = {
  offline: 'Quarry is offline',
  local: 'Quarry may connect to this computer and to local hosts on your list only',
  named: 'Quarry may connect to the hosts on your list only',
} as const
const unfit = {
  missing: 'is required and missing',
  undeclared: 'is not in the schema of the tool',
  type: 'has the wrong type',
  value: 'has a value that the schema does not permit',
  size: 'is too large or too small',
  depth: 'is nested too deeply',
} as const
const rule = { allow: 'allows', ask: 'asks about', deny: 'denies' } as const

export const risks: Words<RiskFact> = {
  ruleDecides: ({ decision, rule: name }) => `Rule ${quoted(name)} ${rule[decision]} this call.`,
  rulesUnreadable: ({ file, line }, { format }) =>
    `The rules file ${quoted(file)} has an error in line ${format.number(line)}. Every call asks until it is fixed.`,
  toolNotGranted: ({ tool }) => `${quoted(tool)} is a tool of level L3, and you have not granted such tools.`,
  toolWrites: ({ tool }) => `${quoted(tool)} can change or send something.`,
  readOnlyContradicted: ({ tool, word }) =>
    `${quoted(tool)} claims to be read-only, but ${quoted(word)} suggests otherwise.`,
  toolDescriptionCommands: ({ tool, excerpt }) =>
    `The description of ${quoted(tool)} contains instructions: ${quoted(excerpt)}`,
  toolDescriptionChanged: ({ tool }) =>
    `The description of ${quoted(tool)} differs from the one that led to this call.`,
  argumentUnfit: ({ argument, problem }) => `${at(argument)} ${unfit[problem]}.`,
  argumentUnknown: ({ argument }) => `${at(argument)} does not say what a read-only tool needs it for.`,
  toolDisguised: ({ tool }) => `The name “${tool}” contains lookalike or invisible characters.`,
  argumentDisguised: ({ argument }) => `${at(argument)} contains invisible or lookalike characters.`,
  argumentSmuggles: ({ argument, word }) =>
    `${at(argument)} passes ${quoted(word)} to a place where it does not belong.`,
  argumentCommands: ({ argument, word }) => `${at(argument)} contains a command (${word}).`,
  argumentDestroys: ({ argument, word }) => `${at(argument)} can change or destroy something: ${quoted(word)}.`,
  argumentBulk: ({ argument, count }, { format }) =>
    `${at(argument)} asks for a very large amount: ${format.number(count)}.`,
  sqlWrites: ({ word }) => `The SQL does not only read: ${quoted(word)}.`,
  sqlSeveralStatements: () => 'The SQL contains more than one statement.',
  sqlFunction: ({ name }) => `The SQL calls ${quoted(name)}, which is not on the list of harmless functions.`,
  sqlReadsFile: ({ name }) => `The SQL reads a file or an address: ${quoted(name)}.`,
  sqlReadsSecrets: ({ name }) => `The SQL reads ${quoted(name)}, which may hold passwords or other secrets.`,
  sqlUnbounded: ({ word }) => `The SQL may run without end or fill the memory: ${quoted(word)}.`,
  sqlUnreadable: ({ word }) => `The SQL cannot be read with certainty at ${quoted(word)}.`,
  pathOutside: ({ path }) => `${quoted(path)} is outside the folders that you added.`,
  pathSecret: ({ path }) => `${quoted(path)} usually holds passwords or keys.`,
  pathRuns: ({ path }) => `Other programs run ${quoted(path)} automatically.`,
  pathDisguised: ({ path }) => `${quoted(path)} hides where it leads.`,
  hostNotAllowed: ({ host, mode }) => `${reach[mode]}; ${quoted(host)} is not permitted.`,
  hostDisguised: ({ host }) => `The address ${quoted(host)} hides which host it names.`,
  addressRefused: ({ word }) => `The address is not an ordinary web address: ${quoted(word)}.`,
  addressActs: ({ word }) => `Opening the address may change something: ${quoted(word)}.`,
  secretLeaves: ({ argument }) => `${at(argument)} would send a password, key or account number.`,
  personalLeaves: ({ argument }) => `${at(argument)} would send personal data that you did not mention.`,
  materialLeaves: ({ argument }) => `${at(argument)} would send text that is not part of your question.`,
  amountUnnamed: ({ argument, amount }, { format }) =>
    `${at(argument)} is ${format.number(amount)}, a number that you did not say.`,
  recipientUnnamed: ({ recipient }) =>
    `${quoted(recipient)} would receive something, and you did not name this address.`,
  argumentOpens: ({ argument }) => `${at(argument)} would open something to everyone.`,
  contentLoads: ({ argument, host }) =>
    `${at(argument)} contains content that loads or runs something: ${quoted(host)}.`,
  codeEscapes: ({ word }) => `The code tries to reach outside the sandbox: ${quoted(word)}.`,
  codeUnbounded: ({ word }) => `The code may run without end or fill the memory: ${quoted(word)}.`,
  codeUnreadable: ({ word }) => `The code cannot be read as JavaScript: ${quoted(word)}.`,
  textCommands: ({ source, excerpt }) => `Text from ${quoted(source)} gives instructions: ${quoted(excerpt)}`,
  textSteers: ({ source, argument }) =>
    argument === ''
      ? `Text from ${quoted(source)} led to this call.`
      : `${at(argument)} comes from ${quoted(source)}, not from you.`,
  toolUnrelated: ({ tool }) => `Nothing of ${quoted(tool)} is about your question.`,
  secretSought: ({ word }) => `The call looks for secrets that you did not ask about: ${quoted(word)}.`,
  refusedBefore: ({ count }, { format }) =>
    count === 1 ? 'You refused a similar call once.' : `You refused similar calls ${format.number(count)} times.`,
  failedBefore: ({ count }, { format }) => `Similar calls failed ${format.number(count)} times.`,
  callUnreadable: () => 'The call cannot be read.',
}

const field = (path: string): string => (path === '' ? 'The file' : quoted(path))

export const rulesProblems: Words<RulesProblem> = {
  rulesNotRead: ({ code }) => `The file cannot be read${code === '' ? '' : ` (${code})`}.`,
  rulesTooLong: () => 'The file is too long.',
  jsonSignMissing: ({ sign }) => `${quoted(sign)} is missing here.`,
  jsonKeyMissing: () => 'A key in double quotes is missing here.',
  jsonKeyTwice: ({ key }) => `The key ${quoted(key)} appears twice.`,
  jsonNoValue: () => 'This is not a JSON value.',
  jsonEndsEarly: () => 'The file ends too early.',
  jsonGoesOn: () => 'There is more text after the end.',
  jsonTooDeep: () => 'The file is nested too deeply.',
  ruleFieldMissing: ({ field: path }) => `${field(path)} is missing.`,
  ruleFieldUnknown: ({ field: path }) => `${field(path)} is not part of a rule.`,
  ruleFieldEmpty: ({ field: path }) => `${field(path)} is empty.`,
  ruleFieldTooLong: ({ field: path, atMost }, { format }) =>
    `${field(path)} is too long: ${format.number(atMost)} characters at most.`,
  ruleArgumentUnnamed: () => 'The path of an argument is empty.',
  ruleFieldWrong: ({ field: path, allowed }) =>
    allowed.length === 0 ? `${field(path)} is not valid.` : `${field(path)} must be ${allowed.join(' / ')}.`,
}

export const settingsProblems: Words<SettingsProblem> = {
  settingsNotRead: ({ code }) =>
    code === 'ELOOP'
      ? 'The file is a link. Put the file itself here.'
      : `The file cannot be read${code === '' ? '' : ` (${code})`}.`,
  settingsTooLong: () => 'The file is too long.',
  settingsNotYaml: ({ said }) => `This is not YAML: ${said}`,
  settingsNoMapping: () => 'The file must be a list of names, each followed by a colon and its value.',
  settingUnknown: ({ field: path }) => `There is no setting ${quoted(path)}.`,
  settingWrong: ({ field: path, allowed }) =>
    allowed.length === 0 ? `${quoted(path)} is not valid.` : `${quoted(path)} must be ${allowed.join(' / ')}.`,
}
