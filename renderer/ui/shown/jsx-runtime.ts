/**
 * What the window's JSX compiles to (`vite.renderer.config.ts`): React's own, with other people's text cleaned in every
 * element. What is typed into fields, and what main is told, stays as it is.
 */
import type { ElementType, Key } from 'react'
import { jsx as create, jsxs as createStatic, Fragment } from 'react/jsx-runtime'
import { shownLine, shownText } from '../../../contract/shown-text'

type Properties = Record<string, unknown>

const labels = ['title', 'aria-label', 'aria-description', 'placeholder', 'alt', 'label']

function shownChildren(children: unknown): unknown {
  if (typeof children === 'string') return shownText(children)
  return Array.isArray(children) ? children.map(shownChildren) : children
}

function shown(properties: Properties): Properties {
  const changed: Properties = {}
  for (const label of labels) {
    const text = properties[label]
    if (typeof text === 'string') changed[label] = shownLine(text)
  }
  if ('children' in properties) changed.children = shownChildren(properties.children)
  return { ...properties, ...changed }
}

export const jsx = (type: ElementType, properties: Properties, key?: Key): React.ReactElement =>
  create(type, shown(properties), key)

export const jsxs = (type: ElementType, properties: Properties, key?: Key): React.ReactElement =>
  createStatic(type, shown(properties), key)

export { Fragment }
