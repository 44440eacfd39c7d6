import type { DoctorFact, LibraryHolder } from '../../contract/app/doctor'
import type { Speech, Words } from '../words'

const origins = { official: 'official', fallback: 'fallback', env: 'named by QUARRY_ELECTRON' } as const

function openIn(holder: LibraryHolder | null, { format }: Speech): string {
  if (holder === null) return ''
  const where = holder.sameHost ? '' : ` on ${holder.host}`
  const who = holder.sameProcess ? 'this process' : `process ${holder.pid}${where} (${holder.command})`
  return `, open in ${who} since ${format.dateTime(holder.takenAt)}`
}

export const doctor: Words<DoctorFact> = {
  quarryVersion: ({ version }) => version,
  runtimeFound: ({ node, electron, chromium, v8, platform, arch }) =>
    `${electron === null ? `Node ${node}` : `Electron ${electron} (Node ${node}, Chromium ${chromium})`}, V8 ${v8}, ${platform} ${arch}`,
  electronFound: ({ version, origin }) =>
    `Electron ${version} (${origins[origin]})${origin === 'fallback' ? ': the official download was not reachable' : ''}`,
  electronMissing: () => 'not set up: the window cannot open, commands work',
  modelFound: ({ id, dimensions }) => `${id}, ${dimensions} dimensions`,
  modelMissing: () => 'the embedding model is not built',
  libraryOpen: ({ schema, path }) => `schema ${schema}, open, in ${path}`,
  libraryClosed: ({ schema, path, holder }, speech) => `schema ${schema}, in ${path}${openIn(holder, speech)}`,
  libraryNotYet: ({ path, holder }, speech) => `none yet; Quarry creates it in ${path}${openIn(holder, speech)}`,
  libraryUnusable: ({ path, error }, { error: say }) => `${path} cannot be used: ${say(error)}`,
  threadsFound: ({ cores, memoryGiB, names }, { format }) =>
    `${cores} cores, ${format.number(memoryGiB)} GiB of memory; for ${names.join(', ')}`,
  threadsMissing: ({ names }) => `the code of these threads is not built: ${names.join(', ')}`,
  diskFree: ({ freeGiB, path }, { format }) => `${format.number(freeGiB)} GiB free at ${path}`,
  diskUnknown: ({ path, error }, { error: say }) => `free space at ${path} is unknown: ${say(error)}`,
  displayFound: ({ display }) => display,
  displayMissing: () => 'none: the window cannot open here, commands work',
}
