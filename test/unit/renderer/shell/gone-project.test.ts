import { expect, test } from 'vitest'
import { followProject } from '../../../../renderer/shell/gone-project'

const library = { id: 'library' }
const created = { id: 'created' }

test('a project that was listed and is so no longer gives its place to the first of the others', () => {
  const listed = followProject('library', 'created', [library, created])
  expect(listed).toEqual({ held: 'created', instead: null })
  expect(followProject(listed.held, 'created', [library])).toEqual({ held: 'created', instead: 'library' })
})

test('a project that was just created stays, though main’s list is older than it', () => {
  expect(followProject('library', 'created', [library])).toEqual({ held: 'library', instead: null })
})

test('a project that the window began with, and that is not there any more, gives its place away', () => {
  expect(followProject('removed', 'removed', null)).toEqual({ held: 'removed', instead: null })
  expect(followProject('removed', 'removed', [library])).toEqual({ held: 'removed', instead: 'library' })
})
