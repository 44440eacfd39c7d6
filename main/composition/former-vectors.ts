import {
  createSimilarityIndex,
  findModelDirectory,
  type Inference,
  type SimilarityIndex,
  startInference,
} from '../inference'
import { formerModelOf } from '../knowledge'
import type { Database } from '../store'

/** The vectors of one model, and what makes the vectors of questions to them. */
interface SearchedVectors {
  readonly inference: Inference
  readonly similarity: SimilarityIndex
}

/** Who answers by meaning while a project is embedded with another model than before. */
export interface Reembedding {
  /** Null once the index is whole; `former` is null where the model before is not on disk. */
  state(): { readonly former: SearchedVectors | null } | null
  /** Passages went. */
  changed(): void
  /** Passages came that have no vector yet. */
  begin(): void
  /** Every passage has a vector of the chosen model: the former one is given up. */
  end(): Promise<void>
  close(): Promise<void>
}

/**
 * Finds and opens the model that made the index before the chosen one, so that its vectors answer, by vectors of
 * questions that it makes itself, until the index is whole. Loads nothing where the chosen model made the whole index.
 * @param options.modelFolders folders with a model in each of their folders
 */
export async function openReembedding(options: {
  readonly database: Database
  readonly projectId: string
  readonly model: { readonly id: string }
  readonly modelFolders: readonly string[]
  readonly workersDir: string
  readonly maxBytes: number
  readonly onBackgroundError: (error: unknown) => void
}): Promise<Reembedding> {
  const { database, projectId, workersDir, maxBytes } = options
  const unfinished = await formerModelOf(database, projectId, options.model.id)
  let isOver = unfinished === null
  let former: SearchedVectors | null = null
  const directory = unfinished?.former ? await findModelDirectory(unfinished.former, options.modelFolders) : null
  if (directory !== null) {
    try {
      const inference = await startInference({ modelDirectory: directory, workersDir, threads: 1 })
      try {
        const similarity = await createSimilarityIndex({ database, inference, workersDir, projectId, maxBytes })
        former = { inference, similarity }
      } finally {
        if (former === null) await inference.close()
      }
    } catch (error) {
      options.onBackgroundError(error)
    }
  }

  async function giveUp(): Promise<void> {
    const given = former
    former = null
    try {
      await given?.similarity.close()
    } finally {
      await given?.inference.close()
    }
  }

  return {
    state: () => (isOver ? null : { former }),
    begin() {
      isOver = false
    },
    changed: () => former?.similarity.changed(),
    async end() {
      isOver = true
      await giveUp()
    },
    close: giveUp,
  }
}
