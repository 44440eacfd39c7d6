import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { SOURCES } from '../../../scripts/build.mjs'

const project = resolve(import.meta.dirname, '..', '..', '..')

it('what was built is built anew where any folder of the product, or how it is built, changed', () => {
  const isOfProduct = (folder: string): boolean =>
    readdirSync(join(project, folder), { recursive: true }).some((name) => /\.tsx?$/.test(String(name)))
  const rooms = readdirSync(project, { withFileTypes: true })
    .filter(
      (entry) => entry.isDirectory() && !/^(?:\.|node_modules$|out$|test|scripts$|docs$|samples$)/.test(entry.name),
    )
    .map(({ name }) => name)
    .filter(isOfProduct)
  expect(rooms.length).toBeGreaterThan(4)
  const configurations = readdirSync(project).filter(
    (name) => /vite.*\.config\.ts$/.test(name) && name !== 'vitest.config.ts',
  )
  expect(SOURCES).toEqual(expect.arrayContaining([...rooms, ...configurations]))
})
