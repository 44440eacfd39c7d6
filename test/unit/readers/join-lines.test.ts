import { expect, it } from 'vitest'
import { joinLines, wordsOf } from '../../../workers/readers/join-lines'

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

it.each([
  ['a proof-of-', 'work system', [], 'a proof-of-work system'],
  ['the state-of-the-', 'art in', [], 'the state-of-the-art in'],
  ['a well-under-', 'stood case', [], 'a well-understood case'],
  ['a three-', 'phase pump', ['three-phase'], 'a three-phase pump'],
  ['an exam-', 'ple of it', ['exam-ple', 'example'], 'an example of it'],
  ['an on-line-', 'game server', ['on-line-game', 'linegame'], 'an on-line-game server'],
  ['in True-', 'Time, and', ['TrueTime'], 'in TrueTime, and'],
  ['of non-', 'EU states', ['Noneu', 'non-EU'], 'of non-EU states'],
  ['of Anglo-', 'Saxon law', [], 'of Anglo-Saxon law'],
  ['against COVID-', '19 and', [], 'against COVID-19 and'],
])('joins %s and %s as the document has it', (before, line, known, joined) => {
  expect(joinLines(before, line, wordsOf(known.map((word) => `the ${word} is `)))).toBe(joined)
})
