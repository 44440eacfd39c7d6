import { describe, expect, it } from 'vitest'
import { locksExclusively } from '../../../../workers/databases/sqlite/file-locks'

describe('locks that the kernel lists', () => {
  const inode = 131077n
  it.each([
    ['1: POSIX  ADVISORY  WRITE 4711 08:01:131077 1073741824 1073742335', true],
    ['2: POSIX  ADVISORY  WRITE 4711 00:2f:131077 1073741826 1073742335', true],
    ['3: OFDLCK ADVISORY  WRITE -1 08:01:131077 0 EOF', true],
    ['4: POSIX  ADVISORY  READ  4711 08:01:131077 1073741826 1073742335', false],
    ['5: POSIX  ADVISORY  WRITE 4711 08:01:131077 1073741825 1073741825', false],
    ['6: POSIX  ADVISORY  WRITE 4711 08:01:131078 1073741824 1073742335', false],
    ['', false],
  ])('%s', (line, expected) => {
    expect(locksExclusively(line, inode)).toBe(expected)
  })
})
