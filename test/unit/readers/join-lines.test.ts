import { expect, it } from 'vitest'
import { joinLines } from '../../../workers/readers/join-lines'

it.each([
  ['an address in brackets', 'Package DBI (https://CRAN.', 'R-project.org/package=DBI) has it.', ''],
  ['an address behind a slash', 'See <https://', 'example.org/a> for more.', ''],
  ['an address behind a full stop', 'It is at http://example.', 'org and nowhere else.', ''],
  ['a name with underscores', 'It is named by R_', 'LIBS_USER.', ''],
  ['a longer name with underscores', 'It is had by pthread_mutex_', 'trylock alone.', ''],
  ['what is stressed', 'It is _so_', 'and not otherwise.', ' '],
  ['several words that are stressed', 'It is _more than one_', 'of them.', ' '],
  ['a stressed word in capitals', 'It is (_NOT_', 'one of them).', ' '],
  ['a sentence behind an address', 'It is at https://example.org.', 'The next one is not.', ' '],
  ['a word behind an address', 'It is at https://example.org', 'and nowhere else.', ' '],
  ['a word behind an address in brackets', 'It is there (https://example.org', 'and nowhere else).', ' '],
])('joins %s as it was before the break', (_, before, line, between) => {
  expect(joinLines(before, line)).toBe(`${before}${between}${line}`)
})
