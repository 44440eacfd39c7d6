import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { templateVersions } from '../../../workers/store/cluster'

describe('the template of new clusters', () => {
  it('is named for the versions that are installed', () => {
    const version = (name: string): string => {
      const { version } = JSON.parse(readFileSync(resolve('node_modules', name, 'package.json'), 'utf8'))
      return version
    }
    expect(templateVersions).toBe(
      `pglite-${version('@electric-sql/pglite')}-pgvector-${version('@electric-sql/pglite-pgvector')}` +
        `-pg_textsearch-${version('@electric-sql/pglite-pg_textsearch')}`,
    )
  })
})
