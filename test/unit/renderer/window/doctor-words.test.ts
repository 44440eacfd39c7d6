import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInstance } from 'i18next'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { DoctorReport } from '../../../../contract/app'
import { diagnose } from '../../../../main/system/doctor'
import { runtimePaths } from '../../../../main/system/paths'
import { en } from '../../../../renderer/window/locales/en'
import { zhCN } from '../../../../renderer/window/locales/zh-CN'

let project: string
beforeEach(async () => {
  project = await mkdtemp(join(tmpdir(), 'quarry-words-'))
  await mkdir(join(project, '.cache'))
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(project, { recursive: true, force: true })
})

const report = (): Promise<DoctorReport> => diagnose({ paths: runtimePaths(project, project), version: '0.0.0' })

async function wordsIn(catalogue: object): Promise<(finding: string, facts?: object) => string> {
  const catalogues = createInstance()
  await catalogues.init({
    lng: 'any',
    resources: { any: { translation: catalogue } },
    interpolation: { escapeValue: false },
    showSupportNotice: false,
  })
  return (finding, facts) => catalogues.t(`about.finding.${finding}` as 'about.finding.modelMissing', { ...facts })
}

/** What a check says in names, versions and paths alone; that of the library's is so where no window is open. */
const ofNames = new Set(['quarry', 'runtime', 'database'])

describe('what doctor finds', () => {
  it.each([
    ['nothing set up', async () => {}],
    [
      'everything set up',
      async () => {
        vi.stubEnv('DISPLAY', '')
        vi.stubEnv('WAYLAND_DISPLAY', '')
        const { workers, model } = runtimePaths(project, project)
        await mkdir(workers, { recursive: true })
        for (const name of ['store', 'inference', 'readers', 'databases', 'documents', 'scan']) {
          await writeFile(join(workers, `${name}.js`), '')
        }
        await mkdir(model, { recursive: true })
        await writeFile(join(model, 'config.json'), '{"model_id":"encoder"}')
        await writeFile(join(model, 'model.onnx'), '')
        await writeFile(join(project, '.cache', 'electron.json'), '{"version":"33.2.1","origin":"fallback"}')
      },
    ],
    [
      'another Electron',
      async () => writeFile(join(project, '.cache', 'electron.json'), '{"version":"33.2.1","origin":"official"}'),
    ],
  ])('is worded by what it is, with %s', async (_name, prepare) => {
    await prepare()
    const english = await wordsIn(en)
    const chinese = await wordsIn(zhCN)
    for (const { name, detail, finding, facts } of (await report()).checks) {
      if (ofNames.has(name) || (name === 'display' && finding === undefined)) continue
      expect([name, finding]).toEqual([name, expect.any(String)])
      expect(english(finding ?? '', facts)).toBe(detail)
      expect(chinese(finding ?? '', facts)).toMatch(/\p{Script=Han}|（/u)
      expect(chinese(finding ?? '', facts)).not.toContain('{{')
    }
  })
})
