import { changedFile, ownToolPrefix, savedFile } from '../../../contract/calls/file-change'
import { languageOf } from '../../language'
import type { CallRequest } from '../../tools'
import { callPlaceOf } from '../places/answers'
import type { Evidence } from '../port'
import { wordingFor } from '../wording'

/** Characters of a call's texts that a citation keeps. */
const keptCharacters = 20_000

/** What a call wrote into a file, as one sentence that cites the call. */
export function evidenceOfFile(
  output: unknown,
  { callId, request: { tool, input } }: { readonly callId: string; readonly request: CallRequest },
  question: string,
): Evidence[] {
  const { files: words } = wordingFor(languageOf(question))
  const written = changedFile.partial({ before: true, linesAdded: true, linesRemoved: true }).parse(output)
  const { path, bytes, at } = savedFile.parse(output)
  const name = path.split(/[\\/]/).at(-1) ?? path
  const change = changedFile.safeParse(output).data
  const sentence =
    change === undefined ? words.saved(name, bytes) : words.changed(name, change.linesAdded, change.linesRemoved)
  // No resource is behind it: the file is what it is about.
  const answered = { resourceId: `${ownToolPrefix}${tool}`, resourceName: name, at }
  const sent = JSON.stringify(input).length <= keptCharacters ? input : { name }
  const place = callPlaceOf(answered, { operation: tool, arguments: sent }, { ...written, callId })
  return [{ sentence, place, score: 1, reason: null }]
}
