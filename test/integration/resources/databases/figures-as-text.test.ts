import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { metadataOf, openBench, testFolder, workbook } from './bench'

const folder = testFolder()
const { discoverFile, threads } = openBench()

/** Columns with their types, and all rows of the one table that the file is. */
async function tableOf(name: string, content: string | Uint8Array) {
  const path = join(folder, name)
  writeFileSync(path, content)
  const { engine, tables } = metadataOf(await discoverFile(path))
  const [table] = tables
  const sql = `SELECT * FROM "${table?.name}"`
  const place = { kind: 'file' as const, engine: engine as 'csv', path, password: null }
  const { rows } = await threads.select(place, { sql, maxRows: 100 })
  return { columns: table?.columns.map((column) => `${column.name}: ${column.type}`), rows }
}

describe('figures and days that are written as text', () => {
  it.each([
    ['signs and separators', 'price\n"$1,234.50"\n$99.00\n', 'double', [1234.5, 99]],
    ['commas for decimals', 'item;price\nA;1.234,50\nB;99,00\n', 'double', [1234.5, 99]],
    ['fractions below whole ones', `price\n${'$5\n'.repeat(600)}$7.5\n`, 'double', null],
    ['thousands and millions', 'gross\n$56.7M\n$365K\n-\n', 'double', [56_700_000, 365_000, null]],
    ['days in digits', 'sold date\n20240131\n20231201\n', 'date', ['2024-01-31', '2023-12-01']],
    ['percent', 'share\n12%\n8.5%\n', 'double', [12, 8.5]],
    ['marks for what is missing', 'hp\n130\n?\nNA\n95\n', 'bigint', [130, null, null, 95]],
    ['days in words', 'when\nJan 1 2000\nSep 12 2008\n', 'date', ['2000-01-01', '2008-09-12']],
    ['days of two forms', 'when\nJan 1 2000\n2008-09-12\n', 'date', ['2000-01-01', '2008-09-12']],
    [
      'days and times',
      'when\n1/8/90 14:30\n2/19/91 0:00\n',
      'timestamp',
      ['1990-01-08 14:30:00', '1991-02-19 00:00:00'],
    ],
    [
      'times of two halves',
      'when\n"May 3, 2021 2:05 PM"\n"June 13, 2021 11:00 AM"\n',
      'timestamp',
      ['2021-05-03 14:05:00', '2021-06-13 11:00:00'],
    ],
  ])('are figures and days: %s', async (name, content, type, values) => {
    const { columns, rows } = await tableOf(`${name}.csv`, content)
    expect(columns?.at(-1)).toMatch(new RegExp(`: ${type}$`))
    if (values !== null) expect(rows.map((row) => row.at(-1))).toEqual(values)
  })

  it.each([
    ['codes', 'code\n007\n012\n', ['007', '012']],
    ['codes behind codes', `code\n${'A1\n'.repeat(3)}12\n`, ['A1', 'A1', 'A1', '12']],
    [
      'numbers that are no numbers for long',
      'id\n"12345678901234567890123x"\n98765432109876543210123\n',
      ['12345678901234567890123x', '98765432109876543210123'],
    ],
    ['different money', 'price\n$5\n€5\n', ['$5', '€5']],
    ['shares beside figures', 'rate\n12%\n0.5\n', ['12%', '0.5']],
    ['figures until the last', `hp\n${'130\n'.repeat(600)}x\n`, null],
    ['words with years', 'season\n2009-10\n2012-13\n', ['2009-10', '2012-13']],
  ])('stay text where they are something else: %s', async (name, content, values) => {
    const { columns, rows } = await tableOf(`${name}.csv`, content)
    expect(columns?.[0]).toMatch(/: varchar$/)
    if (values !== null) expect(rows.map(([value]) => value)).toEqual(values)
  })

  it('stay text where the day or the month may come first', async () => {
    const rows = [{ when: '1/2/2020' }, { when: '3/4/2021' }]
    expect((await tableOf('either.json', JSON.stringify(rows))).columns).toEqual(['when: varchar'])
    const clear = [...rows, { when: '25/4/2021' }]
    expect((await tableOf('clear.json', JSON.stringify(clear))).rows.at(0)).toEqual(['2020-02-01'])
  })

  it('of JSON have no quotes, where words stand beside figures', async () => {
    const { rows } = await tableOf('films.json', JSON.stringify([{ title: 'Heat' }, { title: 300 }, { title: null }]))
    expect(rows).toEqual([['Heat'], ['300'], [null]])
  })
})

describe('a table with its years in the heading', () => {
  const lines = ['Country,Code,2000,2001,2002', 'Aruba,ABW,..,1.5,2.5', 'Chad,TCD,1.1,,3.0']

  it('has a row for each year that has a figure', async () => {
    const { columns, rows } = await tableOf('gdp.csv', lines.join('\n'))
    expect(columns).toEqual(['Country: varchar', 'Code: varchar', 'year: bigint', 'value: double'])
    expect(rows).toEqual([
      ['Aruba', 'ABW', 2001, 1.5],
      ['Aruba', 'ABW', 2002, 2.5],
      ['Chad', 'TCD', 2000, 1.1],
      ['Chad', 'TCD', 2002, 3],
    ])
  })

  it('has a column for each indicator, below titles and with a comma at the end', async () => {
    const world = `"Data Source","World Development Indicators",

"Last Updated Date","2024-06-28",

"Country Name","Country Code","Indicator Name","Indicator Code","2000","2001","2002","2003",
"Aruba","ABW","GDP (US$)","GDP","1.5","2.5","3.5","",
"Aruba","ABW","Population","POP","90","91","92","",
"Chad","TCD","GDP (US$)","GDP","1.1","2.2","","",
"Chad","TCD","Population","POP","","800","900","",
`
    const { columns, rows } = await tableOf('world.csv', world)
    expect(columns).toEqual([
      'Country Name: varchar',
      'Country Code: varchar',
      'year: bigint',
      'GDP (US$): double',
      'Population: double',
    ])
    expect(rows.toSorted()).toEqual([
      ['Aruba', 'ABW', 2000, 1.5, 90],
      ['Aruba', 'ABW', 2001, 2.5, 91],
      ['Aruba', 'ABW', 2002, 3.5, 92],
      ['Chad', 'TCD', 2000, 1.1, null],
      ['Chad', 'TCD', 2001, 2.2, 800],
      ['Chad', 'TCD', 2002, null, 900],
    ])
  })

  it('is a sheet, too, where the years are numbers', async () => {
    const cells = [
      ['Country', 2000, 2001, 2002],
      ['Aruba', 1, 2, 3],
      ['Chad', 4, 5, null],
    ]
    const { columns, rows } = await tableOf('gdp.xlsx', workbook({ GDP: cells }))
    expect(columns).toEqual(['Country: varchar', 'year: bigint', 'value: double'])
    expect(rows).toHaveLength(5)
  })

  it('is left as it is where its rows differ by more, or hold words', async () => {
    const doubled = ['Country,Indicator,2000,2001,2002', 'Chad,GDP,1,2,3', 'Chad,GDP,4,5,6']
    expect((await tableOf('doubled.csv', doubled.join('\n'))).columns).toEqual([
      'Country: varchar',
      'Indicator: varchar',
      'year: bigint',
      'value: double',
    ])
    const words = ['Country,2000,2001,2002', 'Chad,good,bad,good']
    expect((await tableOf('words.csv', words.join('\n'))).columns).toHaveLength(4)
    const people = ['Alice,1985,1990', 'Bob,1990,1991']
    expect((await tableOf('people.csv', people.join('\n'))).rows).toHaveLength(2)
  })
})
