import type { DescribedMcpServer, DescribedWords } from '../../contract/resources/documents'
import type { McpPurpose } from '../../contract/resources/mcp-purpose'
import { wordsOf } from './operation-words'

interface KnownServer {
  readonly purpose: McpPurpose
  readonly package: RegExp
  readonly description: string
  readonly capabilities: readonly string[]
}

/**
 * What well-known servers do, by what their package or host is called: until one is connected it tells nothing itself.
 * From the README of github.com/modelcontextprotocol/servers and of the makers.
 */
const knownServers: readonly KnownServer[] = [
  known(
    'files',
    /file-?system|desktop-?commander/,
    'reads, writes and searches files and folders',
    'file_ops',
    'search_files',
    'read_file',
  ),
  known(
    'webSearch',
    /brave|tavily|exa\b|duckduckgo|serper|perplexity|web-?search|kagi|searxng/,
    'searches the web',
    'web_search',
  ),
  known('webPages', /\bfetch\b|firecrawl|crawl|scrap/, 'fetches web pages as text', 'fetch_page', 'read_web_page'),
  known('browser', /playwright|puppeteer|browser/, 'drives a web browser', 'browse_web', 'take_screenshot'),
  known(
    'github',
    /github/,
    'works with GitHub repositories, issues and pull requests',
    'code_review',
    'search_code',
    'list_issues',
  ),
  known(
    'gitlab',
    /gitlab/,
    'works with GitLab projects, issues and merge requests',
    'code_review',
    'search_code',
    'list_issues',
  ),
  known(
    'gitHistory',
    /(?:server-|mcp-|^)git\b/,
    'reads the history of a Git repository',
    'read_git_history',
    'search_commits',
  ),
  known(
    'sql',
    /postgres|mysql|sqlite|duckdb|mssql|snowflake|bigquery|clickhouse|supabase|neon/,
    'asks a database in SQL',
    'sql_query',
    'data_analysis',
  ),
  known('dataStore', /mongo|redis|elastic/, 'queries a data store', 'query_data_store'),
  known(
    'teamMessages',
    /slack|discord|teams|telegram/,
    'reads and sends messages of a team',
    'send_message',
    'search_messages',
  ),
  known('mail', /gmail|imap|outlook|\bmail\b|email/, 'reads and sends mail', 'send_mail', 'search_mail'),
  known('calendar', /calendar/, 'reads and changes a calendar', 'list_events', 'create_event'),
  known(
    'cloudDrive',
    /google-?drive|gdrive|dropbox|onedrive|sharepoint/,
    'finds and reads files of a cloud drive',
    'search_files',
    'read_file',
  ),
  known('notes', /notion|obsidian|confluence|evernote/, 'finds and edits notes', 'search_notes', 'edit_notes'),
  known(
    'tasks',
    /jira|linear|asana|trello|todoist|clickup/,
    'lists and changes tasks of a project',
    'list_tasks',
    'create_task',
  ),
  known('places', /maps?\b|geocod/, 'finds places and routes', 'search_places', 'get_directions'),
  known('weather', /weather/, 'tells the weather', 'get_weather'),
  known('time', /\btime\b/, 'tells the time and converts time zones', 'get_time'),
  known('graphMemory', /memory|knowledge-?graph|mem0/, 'remembers facts in a graph', 'recall', 'remember_facts'),
  known('stepwiseThinking', /sequential-?thinking/, 'thinks a problem through step by step', 'planning'),
  known(
    'documentation',
    /context7|\bdocs\b|documentation/,
    'looks up documentation of libraries',
    'search_documentation',
  ),
  known('papers', /arxiv|pubmed|semantic-?scholar|paper/, 'finds scientific papers', 'search_papers'),
  known(
    'monitoring',
    /sentry|datadog|grafana/,
    'looks at errors and metrics of running software',
    'search_errors',
    'data_analysis',
  ),
  known('designs', /figma/, 'reads designs', 'read_designs'),
  known('payments', /stripe|paypal/, 'works with payments and customers', 'list_payments'),
  known(
    'infrastructure',
    /kubernetes|docker|aws|azure|gcloud|cloudflare|terraform/,
    'works with infrastructure',
    'manage_infrastructure',
  ),
  known('commands', /shell|terminal|command/, 'runs commands', 'shell_exec'),
  known(
    'code',
    /python|jupyter|code-?(?:runner|interpreter|sandbox)|e2b/,
    'runs code',
    'code_generation',
    'data_analysis',
  ),
]

function known(
  purpose: McpPurpose,
  pattern: RegExp,
  description: string,
  ...capabilities: readonly string[]
): KnownServer {
  return { purpose, package: pattern, description, capabilities }
}

type Launched = Pick<DescribedMcpServer, 'name' | 'command' | 'args' | 'url'>

/** What is known of a server by what it is called and how it is launched. */
function knownOf({ name, command, args, url }: Launched): readonly KnownServer[] {
  const named = `${name} ${[command ?? '', ...args].join(' ')} ${url ?? ''}`.toLowerCase()
  return knownServers.filter((one) => one.package.test(named)).slice(0, 3)
}

export const mcpPurposesOf = (server: Launched): McpPurpose[] => knownOf(server).map(({ purpose }) => purpose)

/** What a server is said to be before it has been connected: its name, its package, and what is known of that. */
export function mcpWords(server: Omit<DescribedMcpServer, 'words'>): DescribedWords {
  const launched = [server.command ?? '', ...server.args]
  const { project, isDisabled } = server.listing
  const does = knownOf(server)
  const subject = wordsOf(server.name.replace(/\b(?:mcp|server)\b/gi, ' ')).toLowerCase()
  const runs = server.url === null ? `runs ${launched.join(' ')}` : `is reached at ${server.url}`
  return {
    name: server.name,
    description: [
      `MCP server “${server.name}”${does.length === 0 ? '' : `: ${does.map(({ description }) => description).join('; ')}`}.`,
      `It ${runs}.`.slice(0, 2000),
      project === null ? '' : `For the project ${project}.`,
    ]
      .filter((sentence) => sentence !== '')
      .join(' '),
    capabilities: [
      ...new Set(
        ['tool_call', ...does.flatMap(({ capabilities }) => capabilities), subject].filter((one) => one !== ''),
      ),
    ],
    usageInfo: [
      'Its tools are known once it has been connected.',
      server.secretNames.length === 0 ? '' : `Needs ${server.secretNames.join(', ')}.`,
      isDisabled ? 'Switched off in the program that it comes from.' : '',
    ]
      .filter((sentence) => sentence !== '')
      .join(' '),
  }
}
