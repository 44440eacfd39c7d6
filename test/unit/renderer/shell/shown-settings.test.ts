import { expect, test } from 'vitest'
import { defaultSettings } from '../../../../main/settings'
import { isSameLayout } from '../../../../renderer/shell/shown-settings'

const { layout } = defaultSettings

test('the order of keys tells nothing', () => {
  const reversed = Object.fromEntries(Object.entries(layout).reverse()) as typeof layout
  expect(isSameLayout(layout, reversed)).toBe(true)
})

test('another width, session or tab is another layout', () => {
  expect(isSameLayout(layout, { ...layout, left: layout.left + 1 })).toBe(false)
  expect(isSameLayout(layout, { ...layout, openSession: 'one' })).toBe(false)
  expect(isSameLayout({ ...layout, rightTab: 'state' }, layout)).toBe(false)
})
