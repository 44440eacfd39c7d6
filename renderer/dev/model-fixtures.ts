import type { ErrorShape } from '../../contract/error-shape'
import type { KnownModel, ModelExam, ModelFit, ModelsState } from '../../contract/models/model-exam'
import type { Result } from '../../contract/result'

const passed = { isPassed: true, error: null }
const otherForm: ErrorShape = { code: 'model.unusable', message: 'The answer has another form.' }
const failed = { isPassed: false, error: otherForm }
const exam: ModelExam = {
  at: '2026-11-20T10:00:00Z',
  roles: { clarify: passed, plan: passed, research: failed, write: passed, verify: { isPassed: false, error: null } },
  tokensPerSecond: 14.2,
}
export const engines: KnownModel[] = [
  { engine: 'model:1/llama3.2:3b', model: 'llama3.2:3b', server: 'Ollama', elsewhere: null, isReady: true, exam },
  { engine: 'model:1/qwen3:8b', model: 'qwen3:8b', server: 'Ollama', elsewhere: null, isReady: true, exam: null },
  {
    engine: 'model:2/mistral-small',
    model: 'mistral-small',
    server: 'models.example.org',
    elsewhere: 'models.example.org',
    isReady: false,
    exam: null,
  },
  { engine: 'model:3/Qwen3-4B-Q4_K_M', model: 'Qwen3-4B-Q4_K_M', server: 'GGUF', elsewhere: null, isReady: true, exam },
  {
    engine: 'model:4/Llama-3.3-70B-Q8_0',
    model: 'Llama-3.3-70B-Q8_0',
    server: 'GGUF',
    elsewhere: null,
    isReady: true,
    exam: null,
  },
]
export const modelsState: ModelsState = {
  examining: { engine: 'model:1/qwen3:8b', role: 'research', done: 2 },
  revision: 1,
}
const fits: Readonly<Record<string, ModelFit>> = {
  'model:1/llama3.2:3b': { contextTokens: 4096, memory: null },
  'model:3/Qwen3-4B-Q4_K_M': {
    contextTokens: 10_000,
    memory: { neededBytes: 3_900_000_000, freeBytes: 9_400_000_000 },
  },
  'model:1/qwen3:8b': { contextTokens: null, memory: null },
}
export const modelFit = async (engine: string): Promise<Result<ModelFit>> => {
  const context = { neededBytes: 78_000_000_000, freeBytes: 9_400_000_000 }
  const value = fits[engine]
  return value === undefined
    ? { ok: false, error: { code: 'model.needsMemory', message: 'It does not fit.', context } }
    : { ok: true, value }
}
