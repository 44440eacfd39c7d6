import { describe, expect, it } from 'vitest'
import { dialectOf } from '../../../main/text2sql/query/dialect'
import { dateFormOf, isoDate } from '../../../main/text2sql/schema/dates'

describe('dates that are not written as ISO does', () => {
  it.each([
    ['day', ['2024-03-05', '2024-03-05T10:00'], 'iso'],
    ['day', ['2024/03/05', null], 'slashed'],
    ['orderDate', [20240305, 20231231].map(String), 'compact'],
    ['day', ['25.03.2024', '01.02.2024'], 'dayFirst'],
    ['day', ['03/25/2024', '01/02/2024'], 'monthFirst'],
    ['arrTs', [1_675_428_048], 'epochSeconds'],
    ['created_at', [1_675_428_048_000], 'epochMilliseconds'],
    // 1 February or 2 January: nobody knows.
    ['day', ['01/02/2024'], null],
    ['population', [1_675_428_048], null],
    ['day', [], null],
  ] as const)('of %s %j are read as %s', (name, values, form) => {
    expect(dateFormOf(name, values)).toBe(form)
  })

  it('become ISO text, here and in every engine', () => {
    expect(isoDate('25.03.2024', 'dayFirst')).toBe('2024-03-25')
    expect(isoDate('03/25/2024 08:00', 'monthFirst')).toBe('2024-03-25 08:00')
    expect(isoDate(20240325, 'compact')).toBe('2024-03-25')
    expect(isoDate(0, 'epochMilliseconds')).toBe('1970-01-01 00:00:00')
    expect(dialectOf('mysql').iso('x', 'dayFirst')).toMatch(/^CONCAT\(SUBSTR\(CAST\(x AS CHAR\), 7, 4\), '-', /)
    expect(dialectOf('postgresql').iso('x', 'epochSeconds')).toContain("to_timestamp(x) AT TIME ZONE 'UTC'")
    expect(dialectOf('sqlite').iso('x', 'epochMilliseconds')).toBe("datetime((x / 1000), 'unixepoch')")
  })
})
