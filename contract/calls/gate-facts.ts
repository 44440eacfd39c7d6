import { z } from 'zod'
import { kindOfFact } from '../fact'

const argument = z.string()
const word = z.string()

/** Why a call is allowed, asked for or denied: one reason each. `argument` is its path within the arguments. */
export const riskFact = z.discriminatedUnion('kind', [
  kindOfFact('ruleDecides', {
    decision: z.enum(['allow', 'ask', 'deny']),
    rule: z.string(),
    file: z.string(),
    line: z.number().int(),
  }),
  kindOfFact('rulesUnreadable', { file: z.string(), line: z.number().int() }),
  kindOfFact('toolNotGranted', { tool: z.string() }),
  kindOfFact('toolWrites', { tool: z.string() }),
  /** It says that it only reads, and its name, description or an argument says otherwise. */
  kindOfFact('readOnlyContradicted', { tool: z.string(), word }),
  kindOfFact('toolDescriptionCommands', { tool: z.string(), excerpt: z.string() }),
  kindOfFact('toolDescriptionChanged', { tool: z.string() }),
  kindOfFact('argumentUnfit', {
    argument,
    problem: z.enum(['missing', 'undeclared', 'type', 'value', 'size', 'depth']),
  }),
  /** A tool that reads has no known use for it. */
  kindOfFact('argumentUnknown', { argument }),
  kindOfFact('argumentDisguised', { argument }),
  kindOfFact('toolDisguised', { tool: z.string() }),
  kindOfFact('argumentSmuggles', { argument, word }),
  kindOfFact('argumentCommands', { argument, word }),
  kindOfFact('argumentDestroys', { argument, word }),
  kindOfFact('argumentBulk', { argument, count: z.number() }),
  kindOfFact('sqlWrites', { word }),
  kindOfFact('sqlSeveralStatements', {}),
  kindOfFact('sqlFunction', { name: z.string() }),
  kindOfFact('sqlReadsFile', { name: z.string() }),
  kindOfFact('sqlReadsSecrets', { name: z.string() }),
  kindOfFact('sqlUnbounded', { word }),
  kindOfFact('sqlUnreadable', { word }),
  kindOfFact('pathOutside', { argument, path: z.string() }),
  kindOfFact('pathSecret', { argument, path: z.string() }),
  kindOfFact('pathRuns', { argument, path: z.string() }),
  kindOfFact('pathDisguised', { argument, path: z.string() }),
  kindOfFact('hostNotAllowed', { argument, host: z.string(), mode: z.enum(['offline', 'local', 'named']) }),
  kindOfFact('hostDisguised', { argument, host: z.string() }),
  kindOfFact('addressRefused', { argument, word }),
  kindOfFact('addressActs', { argument, word }),
  kindOfFact('secretLeaves', { argument }),
  kindOfFact('personalLeaves', { argument }),
  kindOfFact('materialLeaves', { argument }),
  /** A tool that writes would send something to an address that the person did not name, or show it to everyone. */
  kindOfFact('recipientUnnamed', { argument, recipient: z.string() }),
  /** A number that a granted call sets, and the person did not say. */
  kindOfFact('amountUnnamed', { argument, amount: z.number() }),
  kindOfFact('argumentOpens', { argument }),
  kindOfFact('contentLoads', { argument, host: z.string() }),
  kindOfFact('codeEscapes', { word }),
  kindOfFact('codeUnbounded', { word }),
  kindOfFact('codeUnreadable', { word }),
  kindOfFact('textCommands', { source: z.string(), excerpt: z.string() }),
  kindOfFact('textSteers', { source: z.string(), argument }),
  kindOfFact('secretSought', { argument, word }),
  /** Nothing of a call is about what was asked. */
  kindOfFact('toolUnrelated', { tool: z.string() }),
  kindOfFact('refusedBefore', { count: z.number().int() }),
  kindOfFact('failedBefore', { count: z.number().int() }),
  kindOfFact('callUnreadable', {}),
])
export type RiskFact = z.infer<typeof riskFact>

/** What is wrong with a file of rules. `field` is the path of a value in it, empty for the whole. */
export const rulesProblem = z.discriminatedUnion('kind', [
  /** `code`: of the system, as ENOENT; empty where it has none. */
  kindOfFact('rulesNotRead', { code: z.string() }),
  kindOfFact('rulesTooLong', {}),
  kindOfFact('jsonSignMissing', { sign: z.string() }),
  kindOfFact('jsonKeyMissing', {}),
  kindOfFact('jsonKeyTwice', { key: z.string() }),
  kindOfFact('jsonNoValue', {}),
  kindOfFact('jsonEndsEarly', {}),
  kindOfFact('jsonGoesOn', {}),
  kindOfFact('jsonTooDeep', {}),
  kindOfFact('ruleFieldMissing', { field: z.string() }),
  kindOfFact('ruleFieldUnknown', { field: z.string() }),
  kindOfFact('ruleFieldEmpty', { field: z.string() }),
  /** `atMost`: of its characters. */
  kindOfFact('ruleFieldTooLong', { field: z.string(), atMost: z.number().int() }),
  /** The path of an argument is an empty text. */
  kindOfFact('ruleArgumentUnnamed', {}),
  /** `allowed`: all values that it may have, where these are few. */
  kindOfFact('ruleFieldWrong', { field: z.string(), allowed: z.array(z.string()) }),
])
export type RulesProblem = z.infer<typeof rulesProblem>
