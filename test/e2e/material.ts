import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sqlite from 'node-sqlite3-wasm'

/** A shop with orders, for SQLite and PostgreSQL. */
export const shopTables = `
  create table customers (id integer primary key, name text not null, country text);
  create table products (id integer primary key, title text, price real);
  create table orders (id integer primary key, customer_id integer references customers (id), total real);
  insert into customers values (1, 'Ada', 'Norway'), (2, 'Li', 'China');
  insert into orders values (1, 1, 12.5), (2, 2, 40), (3, 2, 8);
`

/** The shop as a SQLite file of three tables. */
export async function writeShop(folder: string): Promise<string> {
  const path = join(folder, 'shop.sqlite')
  const database = new sqlite.Database(path)
  database.exec(shopTables)
  database.close()
  return path
}

/** One of each kind that people drop: a table, an API description, MCP servers, a folder of papers. */
export async function writeMixture(folder: string): Promise<string[]> {
  const [table, api, servers, papers] = ['regions.csv', 'weather.yaml', 'mcp.json', 'field notes'].map((name) =>
    join(folder, name),
  ) as [string, string, string, string]
  await writeFile(table, 'region,heat_pumps\nNorth,120\nSouth,80\n')
  await writeFile(
    api,
    `openapi: 3.0.3
info: { title: Weather service, version: '1.2' }
paths:
  /forecast/{place}:
    get:
      summary: Forecast for a place
      parameters: [{ name: place, in: path, required: true, schema: { type: string } }]
      responses: { '200': { description: ok } }
  /stations:
    get: { summary: List weather stations, responses: { '200': { description: ok } } }
`,
  )
  const mcpServers = {
    files: { command: 'npx', args: ['-y', '@modelcontextprotocol/server-filesystem', '/tmp'] },
    tracker: { command: 'tracker-mcp', env: { TRACKER_TOKEN: 'token-that-nobody-may-read' } },
  }
  await writeFile(servers, JSON.stringify({ mcpServers }))
  await mkdir(papers)
  await writeFile(join(papers, 'visit.md'), '# Visit\n\nThe pump of the school was replaced in May.\n')
  return [table, api, servers, papers]
}
