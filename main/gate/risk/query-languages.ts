import { type Leaf, writtenPath } from '../arguments'
import type { ProposedCall } from '../call'
import { floor, type Reason } from '../reason'

/** How a language writes what is no part of its statements. */
interface Notation {
  readonly quotes: string
  readonly lineComments: readonly string[]
  readonly hasBlockComments: boolean
}

interface QueryLanguage extends Notation {
  readonly name: string
  /** Whether a tool takes it, by its name and description. */
  readonly tool: RegExp
  /** What of it writes or runs something. */
  readonly writes: RegExp
}

/** Query languages besides SQL, each of which writes by a word. */
const languages: readonly QueryLanguage[] = [
  {
    name: 'GraphQL',
    tool: /graphql|\bgql\b/i,
    quotes: '"',
    lineComments: ['#'],
    hasBlockComments: false,
    // Of what stands in braces it is the name of a field.
    writes: /\b(?:mutation|subscription)\b/,
  },
  {
    name: 'Cypher',
    tool: /cypher|neo4j|memgraph|graph database/i,
    quotes: `"'\``,
    lineComments: ['//'],
    hasBlockComments: true,
    writes: /(?<![.:\w])(?:(?:create|merge|set|delete|detach|remove|drop|foreach)\b|load\s+csv|call\s+(?!db\.|\{)\w)/i,
  },
  {
    name: 'SPARQL',
    tool: /sparql|wikidata|\brdf\b|triple ?store/i,
    quotes: `"'`,
    lineComments: [],
    hasBlockComments: false,
    writes:
      /(?<![?$:\w])(?:(?:insert|delete)\s*(?:data|where|\{)|(?:load|clear|drop|create|add|move|copy)\s+(?:silent|graph|default|named|all|into|<)|service\s+(?:silent\s+)?(?!wikibase:(?:label|around|box|mwapi)\b)[<?$\w])/i,
  },
  {
    name: 'InfluxQL, CQL or KQL',
    tool: /influx|time ?series|\bcql\b|cassandra|\bkql\b|kusto|surreal|partiql|dynamodb/i,
    quotes: `"'`,
    lineComments: ['--'],
    hasBlockComments: true,
    writes:
      /(?:^|;)\s*(?:\.(?:drop|delete|alter|create|append|set|ingest|purge|rename|clear)\b|(?:drop|alter|create|define|remove)\s+(?:measurement|series|shard|database|retention|continuous|subscription|user|role|table|keyspace|index|type|function|trigger|materialized|field|namespace)\b|(?:delete|insert|upsert)\s+(?:from|into)\b|(?:grant|revoke|truncate|relate|begin)\s+\w|kill\s+query\b|set\s+password\b|update\s+\S+\s+(?:set|content|merge)\b)|\bselect\b[^;]*\binto\s+["\w]|\|>\s*to\s*\(|\bhttp\.post\b/i,
  },
  {
    name: 'MongoDB',
    tool: /mongo|documentdb/i,
    quotes: `"'\``,
    lineComments: ['//'],
    hasBlockComments: true,
    writes:
      /\.\s*(?:delete|remove|drop|insert|update|replace|rename|bulkwrite|findoneand|findandmodify|create|mapreduce|save)\w*\s*\(/i,
  },
  {
    name: 'Redis',
    tool: /\bredis\b|valkey/i,
    quotes: `"'`,
    lineComments: [],
    hasBlockComments: false,
    writes:
      /(?:^|[;\n])[ \t]*(?:set\w*|del|get(?:del|ex|set)|[lrsz]m?pop\w*|b[lrz]m?pop\w*|lmove|rpoplpush|blmove|\w{1,20}store|bitop|bitfield|geoadd|pfadd|persist|pexpire\w*|swapdb|client|cluster|unlink|flush\w+|expire\w*|config|eval\w*|fcall|script|rename\w*|[lr]push\w*|[lr]pop|h(?:set|del)\w*|s(?:add|rem|move)|z(?:add|rem)\w*|incr\w*|decr\w*|append|restore|migrate|move|copy|shutdown|slaveof|replicaof|debug|publish|xadd|xdel|acl|module)\b/i,
  },
]

const queryKeys =
  /(?:^|_)(?:q|query|queries|statement|statements|document|cypher|sparql|graphql|gql|flux|command|pipeline|script|operation)$/

/** What fills a query's places is read as a value. */
const bound = /^(?:variables|parameters|params|bindings)$/

/** The query languages besides SQL that a tool takes, by its name and description. */
const languagesOf = ({ tool }: ProposedCall): readonly QueryLanguage[] => {
  const described = `${tool.name.replaceAll('_', ' ')} ${tool.server} ${tool.description}`
  return languages.filter((language) => language.tool.test(described))
}

/** Whether a tool that reads asks MongoDB, which takes its queries as objects. */
export const asksDocuments = (call: ProposedCall): boolean =>
  call.tool.readOnly && languagesOf(call).some(({ name }) => name === 'MongoDB')

/** Whether what a tool takes as a statement is none of SQL. */
export const asksOtherwise = (call: ProposedCall): boolean =>
  languagesOf(call).some(({ name }) => name === 'Cypher' || name === 'SPARQL' || name === 'GraphQL')

/** Why a query in a language besides SQL is a risk: it writes, or runs something. None where the argument is no such query. */
export function queryReasons(leaf: Leaf, call: ProposedCall): Reason[] {
  if (typeof leaf.value !== 'string' || !queryKeys.test(leaf.key) || leaf.path.some((name) => bound.test(name)))
    return []
  return languagesOf(call)
    .filter((language) => {
      const stated = statementsOf(leaf.text, language)
      return language.writes.test(language.name === 'GraphQL' ? outsideBraces(stated) : stated)
    })
    .map(({ name }) => floor(0.7, 'argumentCommands', { argument: writtenPath(leaf.path), word: name }))
}

/** A text without its strings and comments. A string that does not end is none: what follows it stays. */
function statementsOf(text: string, { quotes, lineComments, hasBlockComments }: Notation): string {
  let out = ''
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]!
    if (lineComments.some((mark) => text.startsWith(mark, at))) {
      const end = text.indexOf('\n', at)
      at = end < 0 ? text.length : end
      out += '\n'
    } else if (hasBlockComments && text.startsWith('/*', at)) {
      const end = text.indexOf('*/', at + 2)
      if (end < 0) return out + text.slice(at + 2)
      at = end + 1
      out += ' '
    } else if (quotes.includes(letter)) {
      const mark = text.startsWith(letter.repeat(3), at) ? letter.repeat(3) : letter
      const end = endOfString(text, at + mark.length, mark)
      if (end < 0) return out + text.slice(at + 1)
      at = end + mark.length - 1
      out += ' _ '
    } else out += letter
  }
  return out
}

/** Where the mark that ends a string begins; -1 where none does. */
function endOfString(text: string, from: number, mark: string): number {
  for (let at = from; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text.startsWith(mark, at)) return at
  }
  return -1
}

/** What stands in no braces: the operations of a GraphQL document. */
function outsideBraces(text: string): string {
  let depth = 0
  let out = ''
  for (const letter of text) {
    if (letter === '{') depth++
    if (depth === 0) out += letter
    if (letter === '}') depth = Math.max(0, depth - 1)
  }
  return out
}
