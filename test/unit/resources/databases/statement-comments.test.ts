import { expect, it } from 'vitest'
import { commented } from '../../../../workers/databases/connection'
import { commentsIn } from '../../../../workers/databases/sqlite/comments'

const said = (statement: string) => {
  const { table, columns } = commentsIn(statement)
  return { table, ...Object.fromEntries(columns) }
}

it('reads what a statement says of its table and of each column', () => {
  expect(
    said(`CREATE TABLE veh (  -- vehicles
      veh_id INTEGER PRIMARY KEY,
      "reg no" TEXT NOT NULL, -- plate
      /* places to sit */
      seats INTEGER CHECK (seats > 0, '--no'), /* without
        the driver */
      stat TEXT DEFAULT ',--' -- A active, R retired
      , FOREIGN KEY (veh_id) REFERENCES x (y) -- nothing of a column
    )`),
  ).toEqual({
    table: 'vehicles',
    'reg no': 'plate',
    seats: 'places to sit without the driver',
    stat: 'A active, R retired',
  })
})

it.each([
  ['-- all trips\nCREATE TABLE trp (id INTEGER)', { table: 'all trips' }],
  ['CREATE TABLE trp (id INTEGER) /* trips */', { table: 'trips' }],
  ['CREATE TABLE [a -- b] (id INTEGER, -- key\n`c--d` TEXT -- note\n)', { table: null, id: 'key', 'c--d': 'note' }],
  ['CREATE TABLE t (id INTEGER, -- \n n TEXT)', { table: null }],
  // Cut off half-way, and no statement at all.
  ['CREATE TABLE t (id INTEGER /* never ends', { table: null }],
  ["CREATE TABLE t (id TEXT DEFAULT 'open -- x", { table: null }],
  ['', { table: null }],
])('reads %j', (statement, comments) => {
  expect(said(statement)).toEqual(comments)
})

it('keeps a comment clipped, without line ends and secrets', () => {
  expect(commented(' who  \n buys ')).toEqual({ comment: 'who buys' })
  expect(commented('x'.repeat(500)).comment).toHaveLength(300)
  expect(JSON.stringify(commented('first login with password=Hunter2-9x!k'))).not.toContain('Hunter2')
  for (const nothing of ['', '  ', null, undefined, 7]) expect(commented(nothing)).toEqual({})
})
