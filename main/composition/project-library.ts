import { readerVersions } from '../../contract/library/reader-versions'
import { countUnderWay } from '../../contract/library/source'
import { createDomains } from '../domains'
import { createSimilarityIndex } from '../inference'
import { createLibrary, type Library } from '../knowledge'
import { forgetLearned } from '../learner'
import type { ExtractivePorts } from '../reasoning'
import { createRecall, type Recall } from '../recall'
import { createCitationIndex } from '../research'
import { openReembedding } from './former-vectors'
import type { OpeningProject } from './shared-parts'

/** What a project has of its library: the sources, ways to search them, and what it is about. */
export async function openLibrary({ projectId, settings, shared, keep }: OpeningProject) {
  const { database, workersDir, inference, readers, onBackgroundError } = shared
  const maxBytes = settings.get().similarityMemoryMb * 1024 * 1024
  const similarity = keep(
    await createSimilarityIndex({
      database,
      inference,
      workersDir,
      projectId,
      maxBytes,
      directory: shared.vectorsDirectory,
      onFileError: onBackgroundError,
    }),
  )
  const reembedding = keep(
    await openReembedding({
      database,
      projectId,
      model: inference.model,
      modelFolders: shared.modelFolders,
      workersDir,
      maxBytes,
      onBackgroundError,
    }),
  )
  const cited = createCitationIndex(database, projectId)
  const citations: typeof cited = {
    ...cited,
    async forgetSources(transaction, sourceIds) {
      await cited.forgetSources(transaction, sourceIds)
      await forgetLearned(transaction, projectId, sourceIds)
    },
  }
  const ownRecall = keep(
    createRecall({
      database,
      inference,
      similarity,
      projectId,
      reembedding: reembedding.state,
      reranker: shared.rerankers.current,
    }),
  )
  const recall: Recall = { ...ownRecall, recall: (...asked) => shared.noteRecall(ownRecall.recall(...asked)) }
  const library = keep(
    createLibrary({
      database,
      readers,
      inference,
      projectId,
      citations,
      readerVersions,
      recognise: () => settings.get().ocrLanguages,
      reembedding: {
        ...reembedding,
        async end() {
          await reembedding.end()
          recall.invalidate()
        },
      },
      onIndexChanged: () => {
        similarity.changed()
        reembedding.changed()
        recall.invalidate()
      },
      onBackgroundError,
    }),
  )
  const domains = keep(
    createDomains({
      database,
      projectId,
      workersDir,
      model: inference.model.id,
      onLibraryChanged: (listener) => onRevision(library, listener),
      async isIndexing() {
        const { byState, answeredMeanwhile } = await library.summary()
        return countUnderWay(byState) > 0 || answeredMeanwhile !== undefined
      },
      forgetRemoved: () => shared.forgetRemoved().catch(onBackgroundError),
      onBackgroundError,
      now: () => new Date(),
    }),
  )
  let recognised = settings.get().ocrLanguages
  keep({
    close: settings.subscribe(() => {
      const languages = settings.get().ocrLanguages
      const isMore = languages.some((language) => !recognised.includes(language))
      recognised = languages
      if (isMore) library.recogniseMore().catch(onBackgroundError)
    }),
  })
  return { library, recall, ownRecall, similarity, reembedding, citations, domains }
}

/** What answers on code are found with. */
export const codePortsOf = (recall: Recall): NonNullable<ExtractivePorts['code']> => ({
  recallCode: async (query, { filter, ...options }) =>
    (await recall.recall(query, { ...options, filter: { ...filter, types: ['code'] } })).hits,
  codeAmong: recall.codeAmong,
  readCode: recall.readCode,
})

/** Calls back when the library is another than before, not whenever a file moved on a little. */
export function onRevision(library: Library, listener: () => void): () => void {
  let seen: number | null = null
  return library.subscribe(({ revision }) => {
    if (revision === seen) return
    if (seen !== null) listener()
    seen = revision
  })
}
