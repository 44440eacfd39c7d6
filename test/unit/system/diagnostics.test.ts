import { homedir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { defaultSettings } from '../../../main/settings'
import { diagnosticsText } from '../../../main/system'

it('diagnostics say what failed and where, and name nothing of the material', () => {
  const stack = `Error: cannot read Secret plan.pdf\n    at read (${join(homedir(), 'quarry', 'read.js')}:3:1)`
  const error = {
    code: 'read.corrupt',
    message: 'Secret plan.pdf is damaged',
    context: { file: 'Secret plan.pdf' },
  } as const
  const text = diagnosticsText({
    at: '2026-01-01T00:00:00Z',
    doctor: {
      version: '1',
      checks: [{ name: 'quarry', status: 'ok', finding: { kind: 'quarryVersion', values: { version: '1' } } }],
    },
    project: {
      settings: { ...defaultSettings, egressHosts: ['secret-host.example'], engine: 'model:secret/llama' },
      library: {
        ...{ revision: 1, total: 2, passages: 3, passagesPerSecond: null, remainingMs: null, paused: false },
        keywordOnlyPassages: 0,
        pauseReason: error,
        byState: { queued: 0, reading: 0, embedding: 0, indexed: 1, failed: 1, missing: 0 },
      },
      failures: { 'read.corrupt': 1 },
      sessions: { done: 4 },
      errors: [{ sessionId: 's', at: '2026-01-01T00:00:00Z', state: 'running', error, stack }],
    },
    log: [
      JSON.stringify({ event: 'background_error', code: 'internal', message: 'of Secret plan.pdf', stack }),
      '{"event": "cut o',
    ],
  })
  expect(text).not.toMatch(/secret/i)
  expect(text).not.toContain(homedir())
  const read = parse(text)
  const frame = `    at read (${join('~', 'quarry', 'read.js')}:3:1)`
  expect(read).toMatchObject({
    failedSources: { 'read.corrupt': 1 },
    sessions: { done: 4 },
    settings: { egressHosts: 1, hasModel: true },
    errors: [{ state: 'running', code: 'read.corrupt', stack: [frame] }],
    log: [{ event: 'background_error', code: 'internal', stack: [frame] }, '…'],
  })
})
