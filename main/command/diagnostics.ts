import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { DoctorReport } from '../../contract/doctor'
import { QuarryError } from '../../contract/errors'
import type { Connection } from '../api'
import { openLog } from '../log'
import { diagnosticsText } from '../system'
import { exitCode } from './exit-code'
import { printResult } from './terminal'

/** Writes the text for whoever helps into a new file, and says where it is. */
export async function writeDiagnostics(connection: Connection, file: string): Promise<number> {
  return write((await connection.call('project.diagnostics')).text, file)
}

/** The same where the library cannot be opened: the checks, and what the log has. */
export async function writeBareDiagnostics(doctor: DoctorReport, directory: string, file: string): Promise<number> {
  const log = await openLog(directory, () => undefined).tail(500)
  return write(diagnosticsText({ at: new Date().toISOString(), doctor, project: null, log }), file)
}

async function write(text: string, file: string): Promise<number> {
  const path = resolve(file)
  try {
    await writeFile(path, text, { flag: 'wx', mode: 0o600 })
  } catch (cause) {
    throw new QuarryError('export.failed', `The file could not be written: ${(cause as Error).message}`, { cause })
  }
  await printResult(path)
  return exitCode.done
}
