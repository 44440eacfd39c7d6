import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const styles = readFileSync(join(import.meta.dirname, '../../../../renderer/shell/styles.css'), 'utf8')

// WCAG 2.2, relative luminance and contrast ratio: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function tokens(selector: string): Record<string, string> {
  const block = styles.slice(styles.indexOf(`${selector} {`))
  const body = block.slice(0, block.indexOf('}'))
  return Object.fromEntries([...body.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map((m) => [m[1], m[2]]))
}

const surfaces = ['bg', 'panel', 'sunk'] as const
const inks = ['ink', 'dim', 'faint', 'accent', 'ok', 'busy', 'deployed', 'blocked', 'error', 'released'] as const

describe.each([
  ['light', ':root'],
  ['dark', ':root[data-theme="dark"]'],
])('the %s theme', (_name, selector) => {
  const token = tokens(selector)
  const ratio = (text: string, surface: string): number => contrast(token[text] ?? '', token[surface] ?? '')

  it.each(inks.flatMap((ink) => surfaces.map((surface) => [ink, surface] as const)))(
    'reads %s on %s at 4.5:1 or better',
    (ink, surface) => expect(ratio(ink, surface)).toBeGreaterThanOrEqual(4.5),
  )
  it.each([
    ['ink', 'accent-bg'],
    ['dim', 'accent-bg'],
    ['faint', 'accent-bg'],
    ['accent', 'accent-bg'],
    ['blocked', 'accent-bg'],
    ['error', 'accent-bg'],
    ['on-accent', 'accent'],
    ['ink', 'mark'],
    ['ink', 'find'],
    ['bg', 'ink'],
  ])('reads %s on %s at 4.5:1 or better', (ink, surface) => expect(ratio(ink, surface)).toBeGreaterThanOrEqual(4.5))

  it.each(surfaces)('draws the edge of a control on %s at 3:1 or better', (surface) => {
    expect(ratio('edge', surface)).toBeGreaterThanOrEqual(3)
  })
})
