import { join } from 'node:path'
import { CommanderError } from 'commander'
import { QuarryError, toErrorShape } from '../contract/errors'
import { defineDoctor } from './command/diagnostics'
import { defineDomains } from './command/library/domains'
import { defineFacts } from './command/library/facts'
import { defineAdd } from './command/library/ingest'
import { defineLearn } from './command/library/learn'
import { defineMemories } from './command/library/memories'
import { defineProjects } from './command/library/projects'
import { defineQueries } from './command/library/queries'
import { defineRecall } from './command/library/recall'
import { defineRestore } from './command/library/restore'
import { defineSources } from './command/library/sources'
import { defineMcp } from './command/mcp/command'
import { defineCalls } from './command/resources/calls'
import { defineConnections } from './command/resources/connections'
import { defineModels } from './command/resources/exams'
import { defineTurns } from './command/resources/models'
import { defineNetwork } from './command/resources/network'
import { definePlugins } from './command/resources/plugins'
import { definePool } from './command/resources/pool'
import { defineResources } from './command/resources/resources'
import { defineRules } from './command/resources/rules'
import { defineServe } from './command/serve'
import { defineBranches } from './command/sessions/branch'
import { defineSessions } from './command/sessions/sessions'
import { defineWhy } from './command/sessions/why'
import { defineSettings } from './command/settings'
import { createCommandLine } from './command/terminal/command-line'
import { exitCode, exitCodeOf } from './command/terminal/exit-code'
import { ReaderGone } from './command/terminal/terminal'
import { enforceEgress } from './safety'

/** In the order in which help lists them. */
const definitions = [
  defineSessions,
  defineBranches,
  defineWhy,
  defineAdd,
  defineSources,
  defineRecall,
  defineFacts,
  defineDomains,
  defineResources,
  definePlugins,
  defineModels,
  defineTurns,
  defineCalls,
  definePool,
  defineNetwork,
  defineConnections,
  defineMcp,
  defineServe,
  defineRules,
  defineQueries,
  defineMemories,
  defineLearn,
  defineSettings,
  defineProjects,
  defineRestore,
  defineDoctor,
]

enforceEgress('offline')
// What is written tells of it in its callback; help is written by commander, which asks for none.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') process.exitCode = exitCode.failed
})

const interruption = new AbortController()
const commandLine = createCommandLine(join(import.meta.dirname, '..', '..'), interruption.signal)
const { program, progress } = commandLine
for (const define of definitions) define(commandLine)

/** A signal that comes twice within this time was sent once, to this process and to its group. */
const sameSignalMs = 500
let interruptedAtMs = 0

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (!interruption.signal.aborted) {
      interruptedAtMs = performance.now()
      interruption.abort(new QuarryError('cancelled', 'Interrupted.'))
    } else if (performance.now() - interruptedAtMs > sameSignalMs) {
      // An exit would end threads in the middle of native calls, which aborts the process and dumps its memory.
      process.kill(process.pid, 'SIGKILL')
    }
  })
}

try {
  // Said outright: under ELECTRON_RUN_AS_NODE commander would take the arguments for Electron's own.
  await program.parseAsync(process.argv, { from: 'node' })
} catch (error) {
  progress.end()
  if (error instanceof ReaderGone) process.exitCode = exitCode.done
  else if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? exitCode.done : exitCode.badUsage
  else {
    const shape = toErrorShape(error)
    const { code } = shape
    progress.sayError(shape)
    if (code === 'internal' && error instanceof Error && process.env.QUARRY_DEBUG) progress.say(error.stack ?? '')
    process.exitCode = exitCodeOf(code)
  }
}
