import { expect, it } from 'vitest'
import { checkFileName, numberedName } from '../../../main/files/file-name'

it.each([
  'summary.md',
  'Figures 2024 (v2).csv',
  'reaction_rates-1.JSON',
  '第一季度（修订）.txt',
  'Über Wärme.svg',
  'a.b.html',
])('%s may be saved', (name) => expect(() => checkFileName(name)).not.toThrow())

it.each([
  '../summary.md',
  'a/b.md',
  'a\\b.md',
  '/etc/x.txt',
  '.hidden.md',
  '..md',
  'summary',
  'summary.exe',
  'run.sh',
  'a.md.bat',
  'a.desktop',
  'a.md ',
  ' a.md',
  'a.md.',
  'CON.md',
  'con .txt',
  'LPT1.txt',
  'com¹.md',
  'nul.tar.md',
  'a\u202emd.txt',
  'a\u200b.md',
  'a\u0000.md',
  'a\nb.md',
  'a\uff0fb.md',
  'a\u2024md.txt',
  'a:b.md',
  'a|b.md',
  'a*.md',
  '-rf.md',
  '~a.md',
  'u\u0308ber.md',
  `${'ä'.repeat(100)}.md`,
  '',
  'a$b.md',
  'a`b`.md',
])('%j may not', (name) => expect(() => checkFileName(name)).toThrow(expect.objectContaining({ code: 'file.badName' })))

it('a number stands before the ending', () => {
  expect([1, 2, 12].map((n) => numberedName('a.b.md', n))).toEqual(['a.b.md', 'a.b (2).md', 'a.b (12).md'])
})
