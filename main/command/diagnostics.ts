import { resolve } from 'node:path'
import type { DoctorReport } from '../../contract/app/doctor'
import { toErrorShape } from '../../contract/errors'
import { shownLine } from '../../contract/shown-text'
import type { Connection } from '../api'
import { writeChosen } from '../files'
import type { RuntimePaths } from '../system'
import { version } from '../version'
import type { CommandLine } from './terminal/command-line'
import { exitCode } from './terminal/exit-code'
import { columns } from './terminal/table'
import { printJson, printResult } from './terminal/terminal'

/** Writes the text for whoever helps into a new file, and says where it is. */
async function writeDiagnostics(connection: Connection, file: string): Promise<number> {
  return write((await connection.call('project.diagnostics')).text, file)
}

/** The same where the library cannot be opened: the checks, and what the log has. */
async function writeBareDiagnostics(doctor: DoctorReport, directory: string, file: string): Promise<number> {
  const [{ openLog }, { diagnosticsText }] = await Promise.all([import('../log'), import('../system')])
  const log = await openLog(directory, () => undefined).tail(500)
  return write(diagnosticsText({ at: new Date().toISOString(), doctor, project: null, log }), file)
}

async function write(text: string, file: string): Promise<number> {
  const path = resolve(file)
  await writeChosen(path, { content: text, isNewAndPrivate: true })
  await printResult(path)
  return exitCode.done
}

async function diagnosed(paths: RuntimePaths): Promise<DoctorReport> {
  const { diagnose } = await import('../system')
  return diagnose({ paths, version })
}

export function defineDoctor({ program, help, progress, paths, onRuntime }: CommandLine): void {
  program
    .command('doctor')
    .description(help.doctor)
    .option('--json', help.json, false)
    .option('--bundle <file>', help.doctorBundle)
    .action(async ({ json, bundle }: { json: boolean; bundle?: string }) => {
      if (bundle !== undefined) {
        try {
          await onRuntime((connection) => writeDiagnostics(connection, bundle))
        } catch (error) {
          const shape = toErrorShape(error)
          if (shape.code === 'export.failed') throw error
          // It is wanted most where the library cannot be opened.
          progress.sayError(shape)
          process.exitCode = await writeBareDiagnostics(await diagnosed(paths()), paths().data, bundle)
        }
        return
      }
      const report = await diagnosed(paths())
      if (json) await printJson(report, 2)
      else {
        const { check, status: statuses } = progress.words.doctor
        const rows = report.checks.map(({ name, status, finding, remedy }) => {
          const said = [finding, ...(remedy ? [remedy] : [])].map((fact) => shownLine(progress.speech.fact(fact)))
          return [statuses[status], check[name], said.join(' — ')]
        })
        await printResult(columns(rows).join('\n'))
      }
      process.exitCode = report.checks.some(({ status }) => status === 'missing') ? exitCode.failed : exitCode.done
    })
}
