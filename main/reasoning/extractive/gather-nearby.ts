import { questionKind } from '../../language'
import type { Evidence, Inquiry } from '../port'
import { bearingOn } from '../sentences/answers'
import { preferSender, sendersOf } from '../sentences/mail'
import { selectSentences } from '../sentences/select'
import { inPlainWords } from '../sentences/terms'
import { weighSentences } from '../sentences/weigh'
import { embedCovered } from './embed-covered'
import { passagesPerStep, withoutExcluded } from './gather'
import { toEvidence } from './kept-evidence'
import type { LibraryView } from './library-view'
import type { ExtractivePorts } from './ports'
import { readDocuments } from './read-documents'
import { workingQuestion } from './working-question'

/** What a person looks through to see whether an answer was missed: half of what an answer has, and of a quick one less. */
const nearbySentences = { quick: 5, research: 12 } as const

/**
 * The sentences nearest to a question that nothing was found to answer, for a person to judge; none of what is beside the
 * question. Words of one's own may be what kept an answer from being known as one. Throws the signal's reason.
 */
export async function gatherNearby(
  ports: ExtractivePorts,
  view: LibraryView,
  inquiry: Inquiry,
  signal: AbortSignal,
): Promise<Evidence[]> {
  const question = workingQuestion(inquiry)
  const plain = inPlainWords(question)
  const search = async (query: string) =>
    withoutExcluded((await ports.recall(query, { top: passagesPerStep, signal })).hits, inquiry)
  const hits = await search(question)
  const around = plain === question ? [] : await search(plain)
  const { read, reading, quoted, candidates } = await readDocuments(
    ports,
    view,
    { queries: [question], hits, around },
    signal,
  )
  const kind = questionKind(question)
  const most = nearbySentences[inquiry.mode === 'quick' ? 'quick' : 'research']
  const weighed = preferSender(
    question,
    await weighSentences(
      { query: question, question, kind, candidates, background: view.background, reading },
      (texts) => embedCovered(ports, texts, signal),
    ),
    sendersOf(read),
  )
  if ((await bearingOn(question, weighed, quoted, ports.readSourceText)) === 'beside') return []
  return toEvidence(selectSentences(weighed, most, kind, [], reading.documents), sendersOf(read))
}
