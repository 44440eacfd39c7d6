import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readIntent } from '../../../scripts/arguments.mjs'

let directory: string
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'quarry-arguments-'))
  writeFileSync(join(directory, 'paper.pdf'), '')
  writeFileSync(join(directory, 'ask'), '')
})
afterAll(() => rmSync(directory, { recursive: true }))

test('without words the window opens', () => {
  expect(readIntent([], directory)).toEqual({ window: true, virtualDisplay: false, args: [] })
})

test('files go to the window as absolute paths, and so does the data folder in one word', () => {
  expect(readIntent(['--xvfb', '--data', 'library', 'paper.pdf'], directory)).toEqual({
    window: true,
    virtualDisplay: true,
    args: [`--data=${join(directory, 'library')}`, join(directory, 'paper.pdf')],
  })
})

test.each([
  ['a command', ['ask', 'Why?', '--out', 'report.md']],
  ['a command after the data folder', ['--data', 'library', 'sources']],
  ['help', ['--help']],
  ['the version', ['--version']],
  ['a word that is neither command nor file', ['frobnicate']],
  ['a data folder without a name', ['--data']],
])('%s runs without a window, its words unchanged', (_, argv) => {
  expect(readIntent(argv, directory)).toEqual({ window: false, virtualDisplay: false, args: argv })
})

test('a file named like a command needs its folder', () => {
  expect(readIntent(['ask'], directory).window).toBe(false)
  expect(readIntent(['./ask'], directory)).toEqual({
    window: true,
    virtualDisplay: false,
    args: [join(directory, 'ask')],
  })
})
