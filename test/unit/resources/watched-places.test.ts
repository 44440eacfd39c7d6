import { expect, it } from 'vitest'
import type { ResourceOrigin, ResourceStatus } from '../../../contract/resources/resource'
import { createWatchedPlaces } from '../../../main/resources/monitor/watched-places'

const resource = (
  resourceId: string,
  origin: ResourceOrigin,
  status: ResourceStatus = 'ready',
  parentId: string | null = null,
) => ({
  resourceId,
  parentId,
  origin,
  status,
})
const file = (path: string): ResourceOrigin => ({ kind: 'file', path })

it('tells the paths to watch only where they are others than before', () => {
  const places = createWatchedPlaces()
  expect(places.ifChanged()).toEqual([])
  places.changed([resource('a', file('/a.json')), resource('b', file('/a.json')), resource('c', file('/c.db'))])
  expect(places.ifChanged()).toEqual(['/a.json', '/c.db'])
  places.changed([resource('a', file('/a.json')), resource('c', file('/c.db'))])
  expect(places.ifChanged()).toBeNull()
  places.removed(['a'])
  expect(places.ifChanged()).toEqual(['/a.json', '/c.db'])
  places.removed(['b', 'unknown'])
  expect(places.ifChanged()).toEqual(['/c.db'])
})

it('watches anew what vanished and came back', () => {
  const places = createWatchedPlaces()
  places.changed([resource('a', file('/a.json'))])
  places.ifChanged()
  places.changed([resource('a', file('/a.json'), 'missing')])
  expect(places.ifChanged()).toEqual(['/a.json'])
  places.changed([resource('a', file('/a.json'))])
  expect(places.ifChanged()).toEqual(['/a.json'])
})

it('watches neither parts, nor the library, nor what is asked by its address', () => {
  const places = createWatchedPlaces()
  places.changed([
    resource('part', file('/a.json'), 'ready', 'whole'),
    resource('base', { kind: 'library', path: '/papers' }),
    resource('server', { kind: 'connection', path: 'http://127.0.0.1:9' }),
    resource('pasted', { kind: 'connection', path: null }),
  ])
  expect(places.ifChanged()).toEqual([])
})
