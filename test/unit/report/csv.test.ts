import { expect, it } from 'vitest'
import { fileStem, rowsToCsv } from '../../../main/report'

it('rows are CSV below their columns: quoted where they must be, and no text begins a formula', () => {
  const rows = [
    ['Chur', 4.7, null],
    ['a "b", c\nd', -3, true],
    ['=HYPERLINK("http://evil.example")', 0, { a: [1] }],
    ['-5', '@x', '\tz'],
  ]
  expect(rowsToCsv(['site', 'spf, mean', '=x'], rows)).toBe(
    [
      'site,"spf, mean",\'=x',
      'Chur,4.7,',
      '"a ""b"", c\nd",-3,true',
      '"\'=HYPERLINK(""http://evil.example"")",0,"{""a"":[1]}"',
      "'-5,'@x,'\tz",
      '',
    ].join('\r\n'),
  )
})

it.each([
  ['shop', 'shop'],
  ['../../etc/passwd', 'etc passwd'],
  ['con', 'rows'],
  ['\u202e\n', 'rows'],
  ['a'.repeat(500), 'a'.repeat(70)],
])('a file for the rows of %j is called %s', (name, stem) => {
  expect(fileStem(name, 'rows')).toBe(stem)
})
