import { describe, expect, it } from 'vitest'
import { migrations } from '../../../main/store/migrations'
import { newDirectory, open } from './support'

describe('the version with projects', () => {
  const beforeProjects = migrations.slice(
    0,
    migrations.findIndex(({ name }) => name === 'projects'),
  )

  it('gives index versions, exclusions and a project’s settings of the version before to the first project', async () => {
    const directory = await newDirectory()
    const earlier = await open(directory, { migrations: beforeProjects })
    await earlier.database.query(
      `insert into index_versions (key, value) values ('model', 'e5'), ('segmenter', 'icu 74')`,
    )
    await earlier.database.query(
      `insert into settings (key, value) values ('library.excludedPaths', '["/a/b.txt", "/a/c.txt"]'),
         ('app.clarify', 'false'), ('app.matcherWeights', '{"description": 2}'), ('app.theme', '"dark"')`,
    )
    await earlier.database.query(
      `insert into pool_requests (request_id, task_id, label, requirements, priority, state, requested_at)
       values ('r', 't', 'l', '[{"type": "executor"}, {"type": "database"}]', 'normal', 'blocked', now())`,
    )
    await earlier.close()
    const { database } = await open(directory)
    expect(await database.query('select project_id, key, value from index_versions order by key')).toEqual([
      { project_id: 'default', key: 'model', value: 'e5' },
      { project_id: 'default', key: 'segmenter', value: 'icu 74' },
    ])
    expect(await database.query('select project_id, path from exclusions order by path')).toEqual([
      { project_id: 'default', path: '/a/b.txt' },
      { project_id: 'default', path: '/a/c.txt' },
    ])
    expect(await database.query('select project_id, key, value from project_settings order by key')).toEqual([
      { project_id: 'default', key: 'clarify', value: false },
      { project_id: 'default', key: 'matcherWeights', value: { description: 2 } },
    ])
    expect(await database.query('select key, value from settings')).toEqual([{ key: 'app.theme', value: 'dark' }])
    expect(await database.query('select project_id, archived_at, removing_at from projects')).toEqual([
      { project_id: 'default', archived_at: null, removing_at: null },
    ])
    expect(await database.query('select requirements from pool_requests')).toEqual([
      {
        requirements: [
          { type: 'executor', projectId: null },
          { type: 'database', projectId: 'default' },
        ],
      },
    ])
  })
})
