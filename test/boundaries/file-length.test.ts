import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { filesUnder } from '../unit/source-files'

it('a file of over 300 lines says why', () => {
  // Stand-ins for main that show the window's states are no product.
  const files = ['contract', 'main', 'preload', 'renderer', 'wording', 'workers']
    .flatMap(filesUnder)
    .filter((file) => !file.startsWith('renderer/dev/'))
  const long = files.filter((file) => readFileSync(file, 'utf8').split('\n').length > 301)
  expect(long.length).toBeGreaterThan(10)
  expect(long.filter((file) => !/Over 300 lines: \S/.test(readFileSync(file, 'utf8')))).toEqual([])
})
