import type { QuarryError } from '../../contract/errors'
import type { Connection } from '../api'
import type { HttpToken } from '../http'
import { version } from '../version'
import type { CommandLine } from './terminal/command-line'
import { exitCode } from './terminal/exit-code'
import { type ProgressLine, printResult } from './terminal/terminal'

interface Served {
  readonly token: HttpToken
  readonly version: string
  readonly port: number
}

/**
 * Serves the HTTP API until the signal is aborted. stdout has its address alone. Throws where the port is taken, and where the
 * app whose library it serves goes away.
 */
async function serveApi(
  connection: Connection,
  { token, version, port }: Served,
  progress: ProgressLine,
  signal: AbortSignal,
): Promise<number> {
  const { serveHttp } = await import('../http')
  const server = await serveHttp({ connection, token, version, port })
  try {
    await new Promise<void>((resolve, reject: (error: QuarryError) => void) => {
      connection.onLost(reject)
      signal.addEventListener('abort', () => resolve(), { once: true })
      if (signal.aborted) resolve()
      progress.say(progress.words.serve.token(token.file))
      printResult(server.url).catch(reject)
    })
    return exitCode.done
  } finally {
    await server.close()
  }
}

interface ServeOptions {
  readonly port?: number
  readonly programs: boolean
  readonly newToken: boolean
}

export function defineServe({ program, help, values, progress, signal, paths, onRuntime }: CommandLine): void {
  program
    .command('serve')
    .description(help.serve)
    .option('--port <port>', help.servePort, values.port)
    .option('--programs', help.servePrograms, false)
    .option('--new-token', help.serveNewToken, false)
    .action(({ port: chosen, programs, newToken }: ServeOptions) =>
      onRuntime(
        async (connection) => {
          const { createHttpToken } = await import('../http')
          const token = createHttpToken(paths().data)
          if (newToken) await token.renew()
          const served = { token, version, port: chosen ?? (await connection.call('settings.get')).httpPort }
          return serveApi(connection, served, progress, signal)
        },
        // Over HTTP nobody typed a command that names a program.
        { resumeSessions: true, mayStartProgram: async () => programs },
      ),
    )
}
