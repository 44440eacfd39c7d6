import { describe, expect, it } from 'vitest'
import {
  locationOf,
  looksLikeConnectionString,
  parseConnectionString,
} from '../../../../main/resources/discoverers/databases/connection-string'

describe('connection strings', () => {
  it.each([
    ['postgres://ada:s3cret@db.local:6543/sales', 'postgresql://ada@db.local:6543/sales', 's3cret'],
    ['postgresql://db.local/sales', 'postgresql://db.local:5432/sales', null],
    [
      '  DATABASE_URL="postgres://ada:p%40ss%2Fword@[::1]/sales?sslmode=require" ',
      'postgresql://ada@[::1]:5432/sales?sslmode=require',
      'p@ss/word',
    ],
    ["export DB='mysql://ada:s3cret@10.0.0.5/sales'", 'mysql://ada@10.0.0.5:3306/sales', 's3cret'],
    ['mariadb://ada@localhost:3307/sales?ssl=true', 'mysql://ada@localhost:3307/sales?sslmode=require', null],
    ['jdbc:postgresql://db/sales?user=ada&password=s3cret', 'postgresql://ada@db:5432/sales', 's3cret'],
    ['mysql+pymysql://ada:s3cret@db/sales', 'mysql://ada@db:3306/sales', 's3cret'],
    [
      'postgres://ada:s3cret@/sales?host=/var/run/postgresql',
      'postgresql://ada@localhost:5432/sales?host=%2Fvar%2Frun%2Fpostgresql',
      's3cret',
    ],
    ['host=db port=5433 dbname=sales user=ada password=s3cret', 'postgresql://ada@db:5433/sales', 's3cret'],
    ["host=db dbname=sales user=ada password='two words'", 'postgresql://ada@db:5432/sales', 'two words'],
    ['Host=db;Port=5432;Database=sales;Username=ada;Password=s3cret', 'postgresql://ada@db:5432/sales', 's3cret'],
    ['Server=db;Port=3306;Database=sales;Uid=ada;Pwd=s3cret;', 'mysql://ada@db:3306/sales', 's3cret'],
    ['postgres://user%40corp:x@db/my%20sales', 'postgresql://user%40corp@db:5432/my%20sales', 'x'],
  ])('reads %s', (text, location, password) => {
    const server = parseConnectionString(text)
    expect(server && locationOf(server)).toBe(location)
    expect(server?.password).toBe(password)
    // The location names the same place again, without the password.
    expect(parseConnectionString(location)).toEqual({ ...server, password: null })
  })

  it.each([
    '',
    'hello world',
    'https://example.org/x',
    'a = b',
    'name=value',
    '{"mcpServers": {}}',
    'postgres',
    'select 1',
    'host is=down; we wait',
    'first line\npostgres://a/b',
  ])('leaves %j alone', (text) => {
    expect(looksLikeConnectionString(text)).toBe(false)
    expect(parseConnectionString(text)).toBeNull()
  })

  it.each([
    ['postgres://ada:s3/cret@db/sales', 'resource.invalid'],
    ['postgres://ada:12/s3cret@db/sales', 'resource.invalid'],
    ['postgres://ada:s3#cret@db/sales', 'resource.invalid'],
    ['postgres://ada:s3?cret@db/sales', 'resource.invalid'],
    ['postgres://ada:s3cret@one:1,two:2/sales', 'resource.invalid'],
    ['mysql://ada:s3cret@db', 'resource.invalid'],
    ['Host=db;Port=99999;Database=sales;Password=s3cret', 'resource.invalid'],
    ['Data Source=db;Initial Catalog=sales;User Id=ada;Password=s3cret', 'resource.unsupported'],
  ])('refuses %s without a word of it', (text, code) => {
    let error: unknown
    try {
      parseConnectionString(text)
    } catch (caught) {
      error = caught
    }
    expect(error).toMatchObject({ code })
    const { message, remedy, stack, cause } = error as Error & { remedy?: string }
    expect(`${message} ${remedy} ${stack} ${String(cause)}`).not.toMatch(/s3|cret/)
  })
})
