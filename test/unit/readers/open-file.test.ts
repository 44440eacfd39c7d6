import { createHash } from 'node:crypto'
import { appendFileSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { OpenFile } from '../../../workers/readers/open-file'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quarry-open-'))
  path = join(folder, 'moths.log')
  writeFileSync(path, 'one\ntwo\n')
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Reads the file while somebody does something to it. */
function readWhile(change: () => void) {
  const file = OpenFile.open(path, 1000)
  try {
    const bytes = file.bytes(file.head(4))
    change()
    return { text: Buffer.from(bytes).toString(), ...file.identity(createHash('sha256').update(bytes)) }
  } finally {
    file.close()
  }
}

it('a file that grew while it was read is what it was when it was opened', () => {
  const read = readWhile(() => appendFileSync(path, 'three\n'))
  expect(read).toMatchObject({ text: 'one\ntwo\n', sizeBytes: 8, changedMeanwhile: false })
})

it.each([
  ['rewritten', () => writeFileSync(path, 'two\none\n')],
  ['rewritten and grown', () => writeFileSync(path, 'two\none\nthree\n')],
  ['cut off', () => truncateSync(path, 4)],
])('one that was %s meanwhile has changed', (_, change) => {
  expect(readWhile(change).changedMeanwhile).toBe(true)
})

it('one that was cut off after it was opened is as short as it is', () => {
  const file = OpenFile.open(path, 1000)
  truncateSync(path, 4)
  expect(Buffer.from(file.bytes(file.head(2))).toString()).toBe('one\n')
  file.close()
})
