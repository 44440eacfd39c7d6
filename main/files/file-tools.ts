import { join } from 'node:path'
import type { FilePreview } from '../../contract/calls/file-change'
import { type FileTool, fileTools, writtenCharacters } from '../../contract/calls/own-tools'
import { QuarryError } from '../../contract/errors'
import { createMutex } from '../threads'
import { described, type Tool } from '../tools'
import { type ChangePorts, createFileChanges } from './change-file'
import { createKeptBytes } from './kept-bytes'
import { createFileSaves, type SavePorts } from './save-file'

export interface FileToolsOptions extends SavePorts {
  readonly dataDirectory: string
  readonly projectId: string
  /** Folders that the person gave, absolute. */
  roots(): Promise<readonly string[]>
}

/** Where what files were before is kept. */
export const keptFolder = (dataDirectory: string, projectId: string): string =>
  join(dataDirectory, 'changes', projectId)

/** Where new files go where the person chose no other folder. */
export const usualExportFolder = (dataDirectory: string, projectId: string): string =>
  join(dataDirectory, 'exports', projectId)

/** Throws `input.invalid` with the first argument that a tool does not take. */
function checkInput(name: FileTool, input: unknown): void {
  const [issue] = fileTools[name].input.safeParse(input).error?.issues ?? []
  if (issue === undefined) {
    // Each text fits; a person reads all of them.
    if (JSON.stringify(input).length <= 2 * writtenCharacters) return
    const context = { problem: 'tooLong', field: 'edits', limit: writtenCharacters }
    throw new QuarryError('input.invalid', `${name}: more than ${writtenCharacters} characters.`, { context })
  }
  const field = issue.path.join('.')
  throw new QuarryError('input.invalid', `${name}: ${field}: ${issue.message}`, {
    context: { problem: 'input', field },
  })
}

/** The tools that write files. Whether a model is offered them is for the person to say; each call asks besides. */
export function createFileTools({ dataDirectory, projectId, roots, exportFolder, now }: FileToolsOptions): Tool[] {
  const kept = createKeptBytes(keptFolder(dataDirectory, projectId))
  const bounds: ChangePorts['bounds'] = async () => ({ roots: await roots(), closed: dataDirectory })
  const writing = createMutex()
  const toolOf = (
    name: FileTool,
    { preview, run, settle, takeBack }: ReturnType<typeof createFileChanges | typeof createFileSaves>,
  ): Tool => ({
    ...described(name),
    measured: ['at'],
    async preview(input): Promise<FilePreview> {
      checkInput(name, input)
      return preview(input)
    },
    async run(input, { signal }) {
      checkInput(name, input)
      return writing.run<unknown>(() => run(input, signal))
    },
    settle: (input) => writing.run(() => settle(input)),
    takeBack: (output) => writing.run(() => takeBack(output)),
  })
  return [
    toolOf('save_file', createFileSaves({ exportFolder, now })),
    toolOf('apply_change', createFileChanges({ bounds, kept, now })),
  ]
}
