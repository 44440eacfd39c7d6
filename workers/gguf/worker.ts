import '../egress/offline'
import { QuarryError, toErrorShape } from '../../contract/errors'
import type { ModelAnswer, ModelFileTask, ModelTold } from '../../contract/models/language-model'
import { serveWork } from '../process/serve-work'
import { answer } from './answer'
import { fitContext, keyOf, type LoadedModel, loadModel } from './load-model'

/** One at a time: two of them rarely fit. */
let loaded: LoadedModel | null = null

async function unload(): Promise<void> {
  const former = loaded
  loaded = null
  await former?.unload()
}

serveWork<ModelFileTask, ModelTold, ModelAnswer>(async (task, tell, interrupted) => {
  tell({ kind: 'began' })
  const sayAlive = (): void => tell({ kind: 'text', text: '' })
  try {
    const isLoaded = loaded?.key === keyOf(task)
    if (task.ask.kind === 'list') {
      // Who only asks what would fit takes no model from a session that works with it.
      const fit = isLoaded && loaded !== null ? loaded.fit : await fitContext(task, loaded?.fit.memory.neededBytes)
      return { kind: 'listed', models: [{ name: task.name, ...fit }] }
    }
    if (!isLoaded) await unload()
    loaded ??= await loadModel(task, sayAlive, interrupted)
    const onText = (text: string): void => tell({ kind: 'text', text })
    return { kind: 'said', turn: await answer(loaded, task.ask.request, onText, interrupted) }
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error)
    const failed = new QuarryError('model.failed', `llama.cpp failed: ${said}`, { context: { said }, cause: error })
    return { kind: 'failed', error: toErrorShape(error instanceof QuarryError ? error : failed) }
  }
})
