import type { DoctorReport } from '../../../contract/doctor'
import type { MemberState, MemberType, PoolMode, PoolPriority, PoolWarning } from '../../../contract/pool'
import type { ResourceStatus } from '../../../contract/resource'
import type { SessionState } from '../../../contract/session'
import type { SourceState } from '../../../contract/source'

type Check = DoctorReport['checks'][number]

const plural = (count: string, one: string, many: string): string => `${count} ${count === '1' ? one : many}`

/** What the command itself says. Numbers arrive as the language writes them. */
export const en = {
  help: {
    quarry: 'Deep research on your own material, on your own machine. Every sentence cites its source.',
    after: `
Without a command the window opens.

Exit codes: 0 done · 1 other error · 2 bad usage · 3 nothing could be indexed · 4 the session failed ·
5 blocked (waits for a person or a resource) · 130 interrupted. What there is of a report is always written.
Results go to stdout, progress to stderr. Scripts should read --json: other output is worded for people, in their
language. Beside the open app, commands use the app's own library.`,
    titles: {
      'Usage:': 'Usage:',
      'Arguments:': 'Arguments:',
      'Options:': 'Options:',
      'Commands:': 'Commands:',
    } as Readonly<Record<string, string>>,
    byDefault: (value: string) => `(default: ${value})`,
    choices: (choices: string) => `(${choices})`,
    help: 'show help for a command',
    version: 'show the version',
    data: 'folder of the library and its sessions',
    project: 'project to work in (default: the first)',
    language:
      'language of messages and reports (default: that of the app or the environment; of reports: the question’s)',
    out: 'report as Markdown, or HTML if the name ends in .html (default: stdout)',
    wholeSession: 'the whole session as JSON',
    interactive: 'answer clarifications and review the plan here',
    json: 'as JSON',
    jsonLines: 'as JSON lines',
    top: 'how many',
    ask: 'research a question and write a report',
    askAdd: 'files and folders to index first',
    followUp: 'ask a further question on a finished session; its report gets a new version, earlier ones are kept',
    add: 'index files and folders; add databases, API descriptions, tools and MCP servers',
    sources: 'list the indexed sources',
    recall: 'find passages',
    resources: 'list known databases, APIs, tools, knowledge bases and models',
    resourcesType: 'only resources of one type, including parts of others',
    match: 'find the resources that fit a need, with reasons',
    need: 'a sentence',
    matchTop: 'how many, 50 at most',
    scan: 'find databases, MCP servers and model servers on this computer',
    scanTake: 'add what was found, by its ID',
    sessions: 'list sessions',
    stop: 'stop a running session; findings of finished steps are kept',
    resume: 'continue a session, or write its report again',
    pool: 'show who works, who waits, and for what',
    poolWatch: 'follow until interrupted: a table on a terminal, else a line for each change',
    poolStop: 'have the open app start nothing more; running work finishes',
    poolStart: 'have it start work again',
    projects: 'list projects: each has its own sources, sessions and resources',
    projectsCreate: 'create a project',
    projectsRename: 'rename a project',
    projectsArchive: 'archive a project; nothing is deleted',
    projectsUnarchive: 'unarchive it',
    projectsRemove: 'delete a project with its sessions and index; files on disk stay',
    projectsYes: 'really delete it; without this, only list what would be deleted',
    projectsMove: 'move sources with their index to another project',
    restore:
      'restore sessions, reports and settings from a daily dump (folder “dumps” of a library); existing ones stay',
    restoreFile: 'such as quarry-2026-01-31.json.gz',
    doctor: 'check what is installed and what is missing',
  },
  usage: {
    missingArgument: (name: string) => `error: the argument <${name}> is missing`,
    missingValue: (option: string) => `error: the option ${option} needs a value`,
    unknownOption: (option: string) => `error: unknown option ${option}`,
    unknownCommand: (command: string) => `error: unknown command “${command}”`,
    tooMany: (expected: number, got: number) => `error: too many arguments: ${got} instead of ${expected}`,
    notTogether: (one: string, other: string) => `error: ${one} and ${other} exclude each other`,
    notValid: (name: string, value: string, why: string) => `error: ${name} does not accept “${value}”. ${why}`,
    oneOf: (choices: readonly string[]) => `Use one of: ${choices.join(', ')}.`,
    countBetween: 'Use a whole number from 1 to 200.',
  },
  said: { colon: ': ', comma: ', ', stop: '.', space: ' ' },
  inBackground: 'In the background',
  more: (count: string) => `… and ${count} more`,
  ingest: {
    added: (added: string, unchanged: string, ignored: string) =>
      `${added} to index, ${unchanged} unchanged, ${ignored} skipped`,
    indexing: (indexed: string, total: string, passages: string) =>
      `indexing: ${indexed} of ${plural(total, 'source', 'sources')}, ${plural(passages, 'passage', 'passages')}`,
    left: (duration: string) => `about ${duration} left`,
    holds: (sources: string, passages: string) =>
      `${plural(sources, 'source', 'sources')}, ${plural(passages, 'passage', 'passages')}`,
    unreadable: (name: string) => `${name} could not be read.`,
    moreUnreadable: (count: string) => `… and ${count} more could not be read`,
  },
  recall: {
    line: (line: string) => `line ${line}`,
    page: (page: string) => `page ${page}`,
  },
  session: {
    nothingIndexed: 'Nothing is indexed. Add files or folders with --add PATH.',
    failed: 'The session failed',
    stopped: 'The session was stopped. The report contains what was found until then.',
    stopping: 'Stopping. Quarry writes what was found so far.',
    steps: (done: string, total: string) => `${done} of ${plural(total, 'step', 'steps')}`,
    done: (done: string, total: string | null) => (total === null ? done : `${done} of ${total}`),
    answer: 'Answer (empty: continue without): ',
    plan: 'The plan:',
    review: 'Press Enter to accept, or write what to change: ',
    written: (file: string, claims: string, supported: string) =>
      `${file}: ${plural(claims, 'cited sentence', 'cited sentences')}, ${supported} verified in their sources`,
    waitsFor: (what: string) => `The session is waiting for: ${what}`,
    reviewOfPlan: 'a review of its plan',
    addMissing:
      'Add what is missing (quarry add PATH; quarry scan finds what is on this computer), or lower the requirement or skip the step in the window.',
    resume: (id: string) => `Continue it with: quarry resume ${id}`,
  },
  projects: {
    archived: (name: string) => `${name} (archived)`,
    sources: (count: string) => plural(count, 'source', 'sources'),
    sessions: (count: string) => plural(count, 'session', 'sessions'),
    notes: (count: string) => plural(count, 'note', 'notes'),
    reports: (count: string) => plural(count, 'report', 'reports'),
    resources: (count: string) => plural(count, 'resource', 'resources'),
    wouldDelete: (name: string, held: string) =>
      `“${name}” contains ${held}. Files on disk stay. Add --yes to delete the project.`,
    deleted: (name: string, held: string) => `Deleted “${name}”: ${held}.`,
    moved: (moved: string, already: string) =>
      already === '0' ? `${moved} moved` : `${moved} moved, ${already} already there`,
  },
  resources: {
    embedding: (count: string) => `embedding resources: ${count} left`,
    withoutVectors: (count: string) =>
      `${plural(count, 'resource has', 'resources have')} no embedding yet and are matched by words only.`,
    matchedWords: (words: string) => `words: ${words}`,
    usedFor: (query: string) => `used for “${query}”`,
    nothingFits: 'No resource matches this need.',
    placesScanned: (count: string) => `${plural(count, 'place', 'places')} searched.`,
    offer: { known: 'known', needsSecret: 'needs a password or key', new: 'new' },
    status: {
      ready: 'ready',
      needsSecret: 'needs a password or key',
      unavailable: 'unavailable',
      missing: 'missing',
      disabled: 'disabled',
    } satisfies Record<ResourceStatus, string>,
  },
  restored: {
    sessions: (count: string) => plural(count, 'session', 'sessions'),
    reports: (count: string) => plural(count, 'report', 'reports'),
    roots: (count: string) => plural(count, 'folder', 'folders'),
    settings: (count: string) => plural(count, 'setting', 'settings'),
    resources: (count: string) => plural(count, 'resource', 'resources'),
    matches: (count: string) => plural(count, 'match', 'matches'),
    added: (what: string) => `Added ${what}`,
  },
  pool: {
    members: ['MEMBER', 'TYPE', 'STATE', 'SINCE', 'DONE', 'FAILED', 'SUCCESS', 'WAITING', 'HELD BY'],
    work: ['BACKGROUND WORK', 'FOR'],
    waiting: ['WAITING', 'PRIORITY', 'FOR', 'WHY'],
    warnings: ['WARNING', 'FOR', 'WHAT'],
    free: (count: string) => `(${count} free)`,
    line: {
      pool: 'pool',
      member: 'member',
      work: 'work',
      workEnded: 'no longer at work',
      waiting: 'waiting',
      waitingEnded: 'no longer waiting',
      warning: 'warning',
    },
    gone: 'removed',
    type: {
      executor: 'executor',
      orchestrator: 'orchestrator',
      reviewer: 'reviewer',
      tool: 'tool',
      api: 'API',
      database: 'database',
    } satisfies Record<MemberType, string>,
    mode: { serving: 'serving', stopped: 'stopped', broken: 'out of service' } satisfies Record<PoolMode, string>,
    state: {
      available: 'available',
      deployed: 'deployed',
      busy: 'busy',
      blocked: 'blocked',
      error: 'error',
      released: 'released',
    } satisfies Record<MemberState, string>,
    priority: { low: 'low', normal: 'normal', high: 'high' } satisfies Record<PoolPriority, string>,
    warning: {
      stopped: 'stopped',
      broken: 'out of service',
      memberError: 'error',
      missing: 'missing',
      blocked: 'blocked',
      longWait: 'long wait',
      bottleneck: 'bottleneck',
    } satisfies Record<PoolWarning['kind'], string>,
  },
  doctor: {
    check: {
      quarry: 'quarry',
      runtime: 'runtime',
      electron: 'electron',
      model: 'model',
      database: 'database',
      threads: 'threads',
      disk: 'disk',
      display: 'display',
    } satisfies Record<Check['name'], string>,
    status: { ok: 'ok', warning: 'warning', missing: 'missing' } satisfies Record<Check['status'], string>,
  },
  sessionState: {
    coordinating: 'reading the question',
    awaitingClarification: 'waiting for an answer',
    investigating: 'exploring the library',
    planning: 'planning',
    awaitingPlanReview: 'plan to review',
    running: 'researching',
    reporting: 'writing',
    verifying: 'verifying',
    done: 'done',
    paused: 'paused',
    blockedReview: 'blocked',
    stopped: 'stopped',
    failed: 'failed',
  } satisfies Record<SessionState, string>,
  redacted: (count: number) => (count === 1 ? '1 secret redacted' : `${count} secrets redacted`),
  sourceState: {
    queued: 'queued',
    reading: 'reading',
    embedding: 'embedding',
    indexed: 'indexed',
    failed: 'failed',
    missing: 'file not found',
  } satisfies Record<SourceState, string>,
}
