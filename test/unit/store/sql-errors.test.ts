import { describe, expect, it } from 'vitest'
import { engineError, fileError, statementError } from '../../../workers/store/sql-errors'

const fields = (sqlState: string, message: string): Map<string, string> =>
  new Map([
    ['C', sqlState],
    ['M', message],
  ])

describe('what the engine says', () => {
  it('becomes a code that the window decides by', () => {
    expect(statementError(fields('23505', 'duplicate key')).code).toBe('store.query')
    expect(statementError(fields('53100', 'could not extend file')).code).toBe('store.diskFull')
    expect(statementError(fields('58030', 'could not write: No space left on device')).code).toBe('store.diskFull')
    expect(statementError(fields('58030', 'could not open: Read-only file system')).code).toBe('store.readOnly')
    expect(statementError(fields('XX001', 'invalid page in block 3'))).toMatchObject({
      code: 'store.corrupt',
      remedy: { kind: 'restoreDumps' },
    })
    // A text that happens to hold the words is not an error of the disk's permissions.
    expect(statementError(fields('42501', 'permission denied for table x')).code).toBe('store.query')
  })

  it('at its death is told by the line that matters', () => {
    const log = ['LOG:  starting', 'PANIC:  could not write to file "pg_wal/x": No space left on device', 'more']
    expect(engineError('store.closed', log, new Error('unreachable'))).toMatchObject({
      code: 'store.diskFull',
      message: expect.stringContaining('pg_wal/x'),
    })
    expect(engineError('store.corrupt', ['FATAL:  bogus data in lock file'], null)).toMatchObject({
      code: 'store.corrupt',
      message: expect.stringContaining('bogus data'),
    })
    expect(engineError('store.closed', [], new Error('unreachable')).code).toBe('store.closed')
  })

  it('of a file around the cluster is told by its error', () => {
    expect(fileError(new Error('ENOSPC: no space left on device, copyfile')).code).toBe('store.diskFull')
    expect(fileError(new Error('EACCES: permission denied, mkdir')).code).toBe('store.readOnly')
    expect(fileError(new Error('something else')).code).toBe('internal')
  })
})
