import { expect, it } from 'vitest'
import { builtInToolDrafts } from '../../../../main/resources/discoverers/built-in-tools'
import { ownTexts } from '../../../../renderer/features/resources/own-texts'
import { en } from '../../../../renderer/window/locales/en'

it('what Quarry describes in words of its own is worded: its tools, and the knowledge bases of the library', () => {
  for (const tool of builtInToolDrafts()) {
    const own = ownTexts(tool)
    expect(own && [en.resources.ownTexts[own.kind], en.resources.ownTexts[`${own.kind}Usage`]]).toEqual([
      tool.description,
      tool.usageInfo,
    ])
  }
  const base = {
    type: 'knowledge_base' as const,
    kind: 'folder' as const,
    root: '/home/ada/papers',
    sources: 2,
    passages: 9,
    titles: ['A', 'B'],
  }
  expect(ownTexts({ name: 'papers', metadata: base })).toEqual({ kind: 'folder', titles: ['A', 'B'], root: base.root })
  expect(ownTexts({ name: 'papers', metadata: { ...base, kind: 'domain' } })).toBeNull()
})
