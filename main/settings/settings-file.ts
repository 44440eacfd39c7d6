import { unwatchFile, watchFile } from 'node:fs'
import { join } from 'node:path'
import { parseDocument } from 'yaml'
import { settingsTextAtMost } from '../../contract/app/settings-file'
import { QuarryError } from '../../contract/errors'
import { writePrivateFile } from '../store'
import { openRegular } from '../system'
import { createMutex } from '../threads'
import { nothingWritten, readSettingsText, type WrittenSettings } from './read-settings'

const lookIntervalMs = 1000

/** A value at its place in the file; undefined takes it out. */
export interface SettingChange {
  readonly at: readonly string[]
  readonly value: unknown
}

/** `settings.yaml` in the data folder, read again within a second of any change. */
export interface SettingsFile {
  readonly path: string
  /** What holds: of a file that is no YAML by now, what it said before; then with the newest problems. */
  written(): WrittenSettings
  exists(): boolean
  /** Changes values, and keeps comments and order. Throws `settings.fileBroken` where the file is no YAML. */
  edit(changes: readonly SettingChange[]): Promise<void>
  subscribe(listener: () => void): () => void
  close(): void
}

/** @param directory the data directory */
export async function openSettingsFile(directory: string, onError: (error: unknown) => void): Promise<SettingsFile> {
  const path = join(directory, 'settings.yaml')
  const listeners = new Set<() => void>()
  const working = createMutex()
  let seen: { readonly text: string | null; readonly code: string | null } = { text: null, code: null }
  let written = nothingWritten

  const look = async (): Promise<void> => {
    const found = await readText(path)
    if (found.text === seen.text && found.code === seen.code) return
    seen = found
    written = understood(found, written)
    for (const listener of listeners) listener()
  }
  const noticed = (): void => void working.run(look).catch(onError)
  await look()
  watchFile(path, { persistent: false, interval: lookIntervalMs }, noticed)

  return {
    path,
    written: () => written,
    exists: () => seen.text !== null || seen.code !== null,
    edit: (changes) =>
      working.run(async () => {
        await look()
        const document = parseDocument(seen.text ?? '', { logLevel: 'silent' })
        if (document.errors.length > 0 || seen.code !== null) throw broken(path, written)
        for (const { at, value } of changes) {
          if (value === undefined) document.deleteIn(at)
          else document.setIn(at, value)
        }
        await writePrivateFile(path, document.toString())
        await look()
      }),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: () => unwatchFile(path, noticed),
  }
}

function understood(
  { text, code }: { readonly text: string | null; readonly code: string | null },
  before: WrittenSettings,
): WrittenSettings {
  if (code !== null) {
    const problem = { kind: 'settingsNotRead', values: { code } } as const
    return { ...before, problems: [{ place: { kind: 'file', line: 1 }, problem }] }
  }
  const next = text === null ? nothingWritten : readSettingsText(text)
  const isUnreadable = next.problems.some(({ problem }) => unreadable.has(problem.kind))
  return isUnreadable ? { ...before, problems: next.problems } : next
}

/** Of these no setting can be read: what held before goes on, as a file may be seen half written. */
const unreadable: ReadonlySet<string> = new Set(['settingsNotYaml', 'settingsTooLong', 'settingsNoMapping'])

async function readText(path: string): Promise<{ text: string | null; code: string | null }> {
  try {
    const file = await openRegular(path)
    // A link may lead to what is no text of settings at all.
    if (file === null) return { text: null, code: 'ELOOP' }
    try {
      const { size } = await file.stat()
      // In bytes at most four times its characters: what is longer is too long, and not read to find out.
      return {
        text: size > 4 * settingsTextAtMost ? ' '.repeat(settingsTextAtMost + 1) : await file.readFile('utf8'),
        code: null,
      }
    } finally {
      await file.close()
    }
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    return { text: null, code: code === 'ENOENT' ? null : code }
  }
}

function broken(path: string, { problems }: WrittenSettings): QuarryError {
  const place = problems[0]?.place
  const line = place?.kind === 'file' ? place.line : 1
  return new QuarryError('settings.fileBroken', `${path}, line ${line}: ${problems[0]?.problem.kind ?? 'no YAML'}`, {
    context: { path, line },
  })
}
