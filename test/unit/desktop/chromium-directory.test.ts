import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { chromiumDirectory } from '../../../main/desktop/chromium-directory'

let parent: string
const made: string[] = []
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'quarry-chromium-'))
})
afterEach(() => {
  for (const directory of [parent, ...made.splice(0)]) rmSync(directory, { recursive: true, force: true })
})

const modeOf = (path: string): number => statSync(path).mode & 0o777

it('makes the data folder for its user alone', () => {
  const data = join(parent, 'new', 'library')
  expect(chromiumDirectory(data)).toBe(join(data, 'window'))
  expect([modeOf(data), modeOf(join(data, 'window'))]).toEqual([0o700, 0o700])
})

it('leaves the rights of a folder that is there', () => {
  const data = join(parent, 'library')
  mkdirSync(data)
  chmodSync(data, 0o750)
  chromiumDirectory(data)
  expect(modeOf(data)).toBe(0o750)
})

it('gives another folder where the data folder cannot be one, so that a window can say so', () => {
  const data = join(parent, 'file')
  writeFileSync(data, '')
  made.push(chromiumDirectory(data))
  expect(made[0]).toContain(`quarry-window-${process.pid}-`)
})
