import { z } from 'zod'
import { jsonValue } from '../json'
import { sourceId } from '../library/source'
import { placeBounds } from '../report/place'
import { reportFormat } from '../report/report'
import { callChannels } from './calls'
import { none } from './inputs'
import { reportExport } from './session'

/** Channels that only the window has: they need the desktop. */
export const desktopChannels = {
  /** Tokens of what was chosen. */
  'desktop.chooseFiles': { scope: 'app', input: z.object({ folders: z.boolean() }), output: z.array(z.string()) },
  /** Asks where to, then writes the report. Null where the person cancelled. */
  'desktop.saveReport': {
    input: reportExport.extend({ format: z.enum([...reportFormat.options, 'pdf']) }),
    output: z.object({ path: z.string() }).nullable(),
  },
  /** Asks where to, then writes recorded calls. Null where the person cancelled. */
  'desktop.saveCalls': {
    input: callChannels['calls.export'].input,
    output: z.object({ path: z.string() }).nullable(),
  },
  /** Asks where to, then writes rows of an answer as CSV. Null where the person cancelled. */
  'desktop.saveRows': {
    scope: 'app',
    input: z.object({
      /** What the file is called, without its ending. */
      name: z.string().max(500),
      columns: z.array(z.string()).max(placeBounds.columns),
      rows: z.array(z.array(jsonValue).max(placeBounds.columns)).max(10_000),
    }),
    output: z.object({ path: z.string() }).nullable(),
  },
  /** Saves `project.diagnostics` where the person wants it. Null where they cancelled. */
  'desktop.saveDiagnostics': { input: none, output: z.object({ path: z.string() }).nullable() },
  'desktop.showInFolder': { input: z.object({ sourceId }), output: none },
  /** Shows the folder for new files. */
  'desktop.showExports': { input: none, output: none },
  /** Asks which folder new files of the project are saved in. */
  'desktop.chooseExportFolder': { input: none, output: none },
  /** Starts again after a failed start; fails with why the new one failed. */
  'desktop.retryStart': { scope: 'app', input: none, output: none },
  /** Copies the token of the HTTP API; the window never has it. */
  'desktop.copyHttpToken': { scope: 'app', input: none, output: none },
  /** Makes another and copies it: the one before is refused from then on. */
  'desktop.renewHttpToken': { scope: 'app', input: none, output: none },
  'desktop.copyText': { scope: 'app', input: z.object({ text: z.string().max(10_000_000) }), output: none },
} as const
