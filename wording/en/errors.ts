import type { ErrorWords } from '../words'

const fields: Readonly<Record<string, string>> = { user_query: 'query' }
const fieldOf = (field: unknown): string => fields[String(field)] ?? String(field)

const hostProblems: Readonly<Record<string, string>> = {
  empty: 'enter a host name or an address',
  address: 'write an IPv4 address as four numbers up to 255 without leading zeros, an IPv6 address in brackets',
  name: 'host names consist of letters, digits, hyphens and dots',
  port: 'a port is a number from 1 to 65535',
  url: 'leave out https://, user and path',
  wildcard: 'a wildcard stands alone in front of a domain, as in *.example.org',
}

const secretProblems: Readonly<Record<string, string>> = {
  empty: 'it is empty',
  tooLong: 'it is too long',
  lineBreak: 'it contains a line break or control character',
  notLatin: 'it contains characters that cannot be sent in a header',
  noUser: 'it needs a user, a colon and a password',
  cannotBeSent: 'Quarry cannot send it',
  notWanted: 'the resource does not use it',
}

/** What is wrong with an input or a plan, by the error's context. */
const problems: Readonly<Record<string, (context: Readonly<Record<string, unknown>>) => string>> = {
  input: ({ field }) => ` Check the ${fieldOf(field)}.`,
  tooLong: ({ field, limit }) => ` The ${fieldOf(field)} is too long: ${limit} characters at most.`,
  tooShort: ({ field, limit }) => ` The ${fieldOf(field)} is too short: at least ${limit} characters.`,
  tooMany: ({ field, limit }) => ` Too many at once (${fieldOf(field)}): ${limit} at most.`,
  tooBig: ({ field, limit }) => ` The value of ${fieldOf(field)} is too large: ${limit} at most.`,
  tooSmall: ({ field, limit }) => ` The value of ${fieldOf(field)} is too small: at least ${limit}.`,
  need: ({ number }) =>
    ` A requirement of step ${number} is not valid: capabilities use lower-case letters, digits and underscores; levels range from 1 to 10.`,
  step: ({ number }) => ` Step ${number} needs a title and a search query.`,
  twice: ({ title }) => ` Two steps have the same id: “${title}”.`,
  unknownStep: ({ title }) => ` “${title}” depends on a step that is not in the plan.`,
  circle: ({ titles }) => ` These steps depend on each other in a circle: ${titles}.`,
  secret: ({ field, reason }) => ` “${field}” was not saved: ${secretProblems[String(reason)] ?? 'not valid'}.`,
  noSteps: () => ' The language model answered alone, so there are no steps to run again. Ask a follow-up question.',
  nothingRuns: () => ' Include at least one step.',
  nothingGathers: () => ' Include at least one research step: the others process what research steps find.',
  nothingToProcess: ({ title }) => ` “${title}” processes what other steps find: choose which steps it runs after.`,
  rulesBroken: ({ path, line }) => ` Line ${line} of ${path} has an error. Fix it first.`,
  rulesFull: ({ path }) => ` ${path} is full: 1,000 rules at most.`,
  notInProject: ({ name }) => ` “${name}” is no folder, file or resource in the project.`,
  severalThings: ({ name }) => ` “${name}” is several things in the project.`,
  host: ({ reason, host }) => ` “${host}”: ${hostProblems[String(reason)] ?? 'not a host'}.`,
}

const withProblem =
  (sentence: string): ErrorWords['input.invalid'] =>
  ({ context = {} }) =>
    `${sentence}${problems[String(context.problem)]?.(context) ?? ''}`

/** What went wrong, by code. Those of files and resources are phrases that follow a name. */
export const errors: ErrorWords = {
  'input.invalid': withProblem('This input is not valid.'),
  'input.empty': () => 'it is empty',
  cancelled: () => 'Cancelled.',
  internal: ({ message }) => `An internal error occurred: ${message}`,
  'ipc.forbidden': () => 'This request is not allowed.',
  'ipc.unknownChannel': () => 'Unknown request.',
  'ipc.notGiven': () => 'You have not opened this file in Quarry. Drop it on the window or choose it again.',
  'store.locked': () => 'Another Quarry process is using this library.',
  'store.newerVersion': () => 'This library was made by a newer version of Quarry.',
  'store.readOnly': () => 'The library folder is read-only.',
  'store.diskFull': () => 'The disk is full.',
  'store.corrupt': () => 'The library is damaged.',
  'store.closed': () => 'The library is closed.',
  'store.query': () => 'The database reported an error.',
  'project.notFound': () => 'This project no longer exists.',
  'project.nameTaken': ({ context }) => `A project named “${context?.name ?? ''}” already exists.`,
  'project.last': () => 'The only project cannot be deleted.',
  'model.missing': () => 'The model is missing.',
  'model.notChosen': () => 'No language model is chosen to write the answer.',
  'model.invalid': () => 'The model cannot be used.',
  'model.failed': ({ context }) => {
    if (context?.said) return `The language model failed: ${context.said}`
    if (context?.status !== undefined) return `The model server answered with status ${context.status} and no message.`
    return context?.reason === 'noAnswer'
      ? 'The model server sent something that is no answer.'
      : 'The language model failed.'
  },
  'model.tooLong': () => 'The text is longer than the language model can read at once.',
  'model.unusable': ({ context }) => {
    const reasons: Readonly<Record<string, string>> = {
      notAnswered: 'it found no answer in the passages',
      empty: 'it answered nothing',
      loop: 'it repeated itself without end',
      unsupported: 'nothing it wrote is supported by what it cites',
    }
    return `The language model’s answer cannot be used: ${reasons[String(context?.reason)] ?? 'it has another form than was asked for'}.`
  },
  'model.overBudget': ({ context }, { format }) => {
    const tokens = format.number(Number(context?.budget ?? 0))
    return context?.role === 'research'
      ? `The search used its share of the session’s tokens (${tokens}). The rest is kept for the report.`
      : `The session’s budget of ${tokens} tokens for language models is used up.`
  },
  'model.fileBroken': ({ context }) => {
    const reasons: Readonly<Record<string, string>> = {
      gone: 'it was moved or deleted',
      part: `its part ${context?.said} is missing`,
      format: 'it is not a GGUF file of a known version',
      header: 'its header is damaged',
      cutOff: 'it is incomplete',
    }
    return `The model’s file cannot be run: ${reasons[String(context?.reason)] ?? context?.said ?? 'it is damaged'}.`
  },
  'model.needsMemory': ({ context }, { format }) =>
    `The language model needs ${format.bytes(Number(context?.neededBytes ?? 0))} of memory, and ${format.bytes(Number(context?.freeBytes ?? 0))} are free. Close other programs, or choose a model that is smaller or more strongly compressed.`,
  'model.crashed': ({ context }) =>
    context?.isMemory
      ? 'The language model ran out of memory. Quarry loads it again for the next turn.'
      : 'The language model’s process crashed. Quarry loads it again for the next turn.',
  'inference.crashed': () => 'The embedding process crashed.',
  'inference.queueFull': () => 'The embedding queue is full.',
  'inference.failed': () => 'Embedding failed.',
  'read.notFound': () => 'file not found',
  'read.forbidden': () => 'no read permission',
  'read.unsupported': () => 'unsupported file type',
  'read.encrypted': () => 'encrypted',
  'read.credentials': ({ context }) =>
    context?.file ? `credentials are not read: ${context.file}` : 'holds credentials, so it is not read',
  'read.isResource': () => 'describes an API, so it becomes a resource instead of a document',
  'read.corrupt': () => 'damaged',
  'read.noText': ({ context }) => (context?.isImage ? 'an image, and text recognition is off' : 'contains no text'),
  'read.unreadableText': () => 'unreadable fonts',
  'read.tooLarge': () => 'too large',
  'read.timeout': () => 'reading timed out',
  'read.outOfMemory': () => 'not enough memory to read it',
  'read.crashed': ({ context }) => {
    if (context?.endedQuarry) return 'Quarry ended twice while indexing it'
    return context?.endedWindow ? 'ended the window while it was drawn' : 'crashed its reader'
  },
  'read.cloudPlaceholder': () => 'stored only in the cloud',
  'index.empty': ({ context }, { format }) => {
    const inFlight = Number(context?.inFlight ?? 0)
    if (context?.locked) {
      const names = String(context.locked).split('\n')
      const verb = names.length === 1 ? 'needs' : 'need'
      return `${format.list(names.map((name) => `“${name}”`))} ${verb} a password or key before this session can use ${names.length === 1 ? 'it' : 'them'}. Add it under Resources.`
    }
    if (context?.isGiven) return 'None of this can be indexed.'
    if (context?.isScoped) return 'Nothing that this session may use is indexed or can be asked.'
    if (inFlight === 0) return 'Nothing is indexed yet.'
    const files = inFlight === 1 ? '1 file is' : `${format.number(inFlight)} files are`
    return `Nothing is indexed yet: ${files} still being read.`
  },
  'source.notFound': () => 'This source is not in the library.',
  'settings.fixed': ({ context }) =>
    `The variable ${context?.name ?? ''} sets this. Change it there and start Quarry again.`,
  'settings.fileBroken': ({ context }, { format }) =>
    `The settings file has an error in line ${format.number(Number(context?.line ?? 1))}. Correct it first: ${context?.path ?? ''}`,
  'memory.notFound': () => 'This memory no longer exists.',
  'domain.notFound': () => 'This domain no longer exists.',
  'domain.tooFew': () => 'The library has too few documents to find domains in.',
  'session.notFound': () => 'This session does not exist.',
  'session.wrongState': () => 'Not possible in the current state of the session.',
  'session.failed': ({ context }, { errorOf }) => {
    const first = errorOf(context?.code)
    return first === null ? 'The session failed.' : `Every step failed. The first: ${first}`
  },
  'session.blocked': () => 'The session is blocked.',
  'checkpoint.notFound': () => 'The session has no such checkpoint.',
  'place.invalid': () => 'This answer cannot be cited.',
  'plan.invalid': withProblem('This plan cannot run.'),
  'pool.noSuchMember': () => 'Nothing in the pool can do this.',
  // A lease names the task that it was for.
  'pool.memberFailed': ({ context }) =>
    context?.taskId === undefined
      ? 'A pool member failed.'
      : 'A pool member made no progress until the lease of its task ended.',
  'tool.notFound': () => 'This tool is not available.',
  'tool.denied': ({ context }) =>
    context?.by === 'rule' ? `The rule “${context.rule}” denies this action.` : 'This action was denied.',
  'recall.slow': () => 'It took too long.',
  'tool.timeout': ({ context }) =>
    context?.tool === undefined
      ? 'The action timed out.'
      : `“${context.tool}” took longer than ${context.seconds} seconds.`,
  'tool.failed': ({ context }) => `The service reported an error${context?.said ? `: ${context.said}` : '.'}`,
  'tool.codeFailed': ({ context }, { format }) => {
    const limit = Number(context?.limit ?? 0)
    if (context?.reason === 'time') return `The computation took longer than ${format.number(limit / 1000)} seconds.`
    if (context?.reason === 'memory') return 'The computation needed too much memory.'
    if (context?.reason === 'output') return 'The computation returned too much.'
    return `The computation failed${context?.said ? `: ${context.said}` : '.'}`
  },
  'tool.circuitOpen': ({ context }, { format }) =>
    `it failed ${format.number(Number(context?.failures ?? 5))} times in a row; Quarry tries again within a minute`,
  'plugin.failed': ({ context }, { format }) => {
    const name = `The plugin “${context?.plugin ?? ''}”`
    const limit = Number(context?.limit ?? 0)
    if (context?.reason === 'time') return `${name} took longer than ${format.number(limit / 1000)} seconds.`
    if (context?.reason === 'memory') return `${name} needed too much memory.`
    if (context?.reason === 'output') return `${name} returned too much.`
    return `${name} failed${context?.said ? `: ${context.said}` : '.'}`
  },
  'plugin.notApproved': ({ context }) => `The plugin “${context?.plugin ?? ''}” is off, or its files changed.`,
  'plugin.changed': () => 'The plugin changed since you looked at it. Check it again.',
  'plugin.vetoed': ({ context }) => `The plugin “${context?.plugin ?? ''}” stopped this: ${context?.reason ?? ''}`,
  'confirmation.changed': () => 'The action is riskier than what you confirmed. Check it again.',
  'file.badName': ({ context }) => `A file cannot be called “${context?.name ?? ''}” here.`,
  'file.outside': ({ context }) => `This file is not in a folder that you added: ${context?.path ?? ''}`,
  'file.notFound': ({ context }) => `This file does not exist: ${context?.path ?? ''}`,
  'file.notText': ({ context }) => `This is not a text file in UTF-8: ${context?.path ?? ''}`,
  'file.tooLarge': ({ context }, { format }) =>
    `This file is too large to be changed: ${format.number(Number(context?.limit ?? 0) / 1_000_000)} MB at most.`,
  'file.readOnly': ({ context }) => `This file is read-only: ${context?.path ?? ''}`,
  'file.changed': ({ context }) => `This file changed in the meantime and was left as it is: ${context?.path ?? ''}`,
  'file.noMatch': ({ context }) => {
    const at = `Edit ${context?.edit ?? 1}`
    if (context?.reason === 'overlap') return `${at} touches another one. The file was not changed.`
    return context?.reason === 'several'
      ? `${at}: the text to replace is in the file more than once. The file was not changed.`
      : `${at}: the text to replace is not in the file. The file was not changed.`
  },
  'file.unchanged': () => 'These edits change nothing.',
  'file.diskFull': () => 'The disk is full. The file was not written.',
  'file.failed': ({ context }) => `The file could not be written: ${context?.path ?? ''}`,
  'file.notUndone': ({ context }) =>
    context?.reason === 'undone'
      ? 'This call is already undone.'
      : 'This call cannot be undone: it wrote no file, or what was there before is no longer kept.',
  'resource.notFound': () => 'This resource does not exist.',
  'resource.unsupported': () => 'unsupported type of resource',
  'resource.corrupt': () => 'damaged',
  'resource.locked': () => 'locked by another program',
  'resource.tooLarge': () => 'too large',
  'resource.timeout': () => 'timed out',
  'resource.crashed': ({ context }) =>
    context?.endedQuarry ? 'Quarry ended twice while inspecting it' : 'crashed while being looked at',
  'resource.unreachable': () => 'cannot be reached',
  'resource.needsSecret': () => 'needs a password or key',
  'resource.invalid': ({ context }) => {
    if (context?.problem === 'serverGone') return 'its chosen server is no longer in its description'
    return context?.problem === 'noServer' ? 'no server is chosen for it' : 'not valid'
  },
  'socket.unauthorized': () => 'Not authorized to connect to the app.',
  'socket.unreachable': () => 'The app is not responding.',
  'http.portTaken': () => 'The HTTP API is off: its port is in use or not allowed.',
  'export.failed': () => 'The file could not be written.',
  'egress.denied': () => 'Blocked by the network setting.',
}
