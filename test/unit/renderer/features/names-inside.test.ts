import { expect, it } from 'vitest'
import type { ResourceOffer } from '../../../../contract/resources/resource'
import { namesInside } from '../../../../renderer/features/intake/intake-dialog'

const offer = (type: ResourceOffer['type'], name: string): ResourceOffer => ({
  resourceId: `${type}:${name}`,
  type,
  name,
  flavour: 'x',
  parts: null,
  location: '',
  sizeBytes: null,
  alreadyKnown: false,
  exclusive: false,
  needsSecret: false,
  reason: null,
})

it('names what lies alone of its kind in a folder, and not the folder itself', () => {
  const resources = [
    offer('knowledge_base', 'work'),
    offer('api', 'Harbour Tides'),
    offer('mcp_server', 'files'),
    offer('mcp_server', 'notes'),
  ]
  expect(namesInside({ becomes: 'folder', resources })).toEqual(['Harbour Tides'])
  expect(namesInside({ becomes: 'resource', resources: [offer('api', 'Harbour Tides')] })).toEqual([])
})
