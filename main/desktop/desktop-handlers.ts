import { extname, join } from 'node:path'
import { app, type BrowserWindow, clipboard, dialog, shell } from 'electron'
import type { z } from 'zod'
import type { DesktopChannel, DesktopChannels } from '../../contract/channels/channels'
import { QuarryError } from '../../contract/errors'
import type { ReportFormat } from '../../contract/report/report'
import type { Connection } from '../api'
import { writeChosen } from '../files'
import type { HttpToken } from '../http'
import { fileStem, rowsToCsv } from '../report'
import type { GivenPaths } from './given-paths'
import { printPdf } from './print-pdf'

export type DesktopHandlers = {
  [Name in DesktopChannel]: (
    input: z.output<DesktopChannels[Name]['input']>,
    /** Null where the channel is the app's own. */
    projectId: string | null,
  ) => Promise<z.output<DesktopChannels[Name]['output']>>
}

interface Desktop {
  window(): BrowserWindow | null
  connection(): Promise<Connection>
  readonly given: GivenPaths
  /** Of the window's own files. */
  readonly rendererDirectory: string
  readonly httpToken: HttpToken
  /** Rejects with why the start failed again. */
  retryStart(): Promise<void>
}

const reportTypes: Readonly<Record<ReportFormat, string>> = {
  markdown: 'Markdown',
  html: 'HTML',
  docx: 'Word',
  bibtex: 'BibTeX',
  'csl-json': 'CSL-JSON',
}

/** What only the desktop can do: dialogs, clipboard, showing a file in its folder, starting again. */
export function createDesktopHandlers({
  window,
  connection,
  given,
  rendererDirectory,
  httpToken,
  retryStart,
}: Desktop): DesktopHandlers {
  const openWindow = (): BrowserWindow => {
    const current = window()
    if (current === null) throw new QuarryError('cancelled', 'The window is closed.')
    return current
  }
  const connectionTo = async (projectId: string | null): Promise<Connection> => {
    const current = await connection()
    return projectId === null ? current : current.inProject(projectId)
  }
  /** Asks where to, and writes. Null where the person cancelled. */
  const save = async (
    { fileName, text }: { readonly fileName: string; readonly text: string | Uint8Array },
    { name, extension }: { readonly name: string; readonly extension: string },
  ): Promise<{ path: string } | null> => {
    const chosen = await dialog.showSaveDialog(openWindow(), {
      defaultPath: join(app.getPath('documents'), fileName),
      filters: [{ name, extensions: [extension] }],
    })
    if (chosen.canceled || !chosen.filePath) return null
    await writeChosen(chosen.filePath, { content: text, remedy: 'otherFolderForReport' })
    return { path: chosen.filePath }
  }
  return {
    'desktop.chooseFiles': async ({ folders }) => {
      const chosen = await dialog.showOpenDialog(openWindow(), {
        properties: [folders ? 'openDirectory' : 'openFile', 'multiSelections'],
      })
      return chosen.canceled ? [] : given.give(chosen.filePaths)
    },
    'desktop.saveReport': async ({ format, ...report }, projectId) => {
      const { call } = await connectionTo(projectId)
      if (format === 'pdf') {
        const { fileName, text } = await call('session.export', { ...report, format: 'html' })
        const printed = { fileName: fileName.replace(/\.html$/, '.pdf'), text: await printPdf(text, rendererDirectory) }
        return save(printed, { name: 'PDF', extension: 'pdf' })
      }
      const { fileName, text, encoding } = await call('session.export', { ...report, format })
      const extension = extname(fileName).slice(1)
      return save({ fileName, text: Buffer.from(text, encoding) }, { name: reportTypes[format], extension })
    },
    'desktop.saveCalls': async ({ filter, format }, projectId) => {
      const { call } = await connectionTo(projectId)
      return save(await call('calls.export', { filter, format }), { name: format.toUpperCase(), extension: format })
    },
    'desktop.saveRows': async ({ name, columns, rows }) =>
      save(
        // A byte order mark: without it a spreadsheet takes letters beyond ASCII for others.
        { fileName: `${fileStem(name, 'rows')}.csv`, text: `\ufeff${rowsToCsv(columns, rows)}` },
        { name: 'CSV', extension: 'csv' },
      ),
    'desktop.saveDiagnostics': async (_, projectId) => {
      const { call } = await connectionTo(projectId)
      return save(await call('project.diagnostics'), { name: 'YAML', extension: 'yaml' })
    },
    'desktop.showInFolder': async ({ sourceId }, projectId) => {
      const { call } = await connectionTo(projectId)
      const { source } = await call('library.text', { sourceId, length: 1 })
      if (source.path === null) throw new QuarryError('read.notFound', 'A note has no file.')
      shell.showItemInFolder(source.path)
    },
    'desktop.showExports': async (_, projectId) => {
      const { path } = await (await connectionTo(projectId)).call('project.exportFolder')
      const problem = await shell.openPath(path)
      if (problem !== '') throw new QuarryError('file.failed', problem, { context: { path } })
    },
    'desktop.chooseExportFolder': async (_, projectId) => {
      const chosen = await dialog.showOpenDialog(openWindow(), { properties: ['openDirectory', 'createDirectory'] })
      const [exportFolder] = chosen.filePaths
      if (chosen.canceled || exportFolder === undefined) return
      await (await connectionTo(projectId)).call('settings.set', { exportFolder })
    },
    'desktop.retryStart': () => retryStart(),
    'desktop.copyHttpToken': async () => clipboard.writeText(await httpToken.read()),
    'desktop.renewHttpToken': async () => clipboard.writeText(await httpToken.renew()),
    'desktop.copyText': async ({ text }) => clipboard.writeText(text),
  }
}
