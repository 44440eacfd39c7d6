import { describe, expect, it } from 'vitest'
import { bridgeName, channelNames } from '../../../../contract/channels/channel-names'
import { channels, desktopChannels } from '../../../../contract/channels/channels'

describe('channel names', () => {
  it('are exactly the channels of the contract', () => {
    expect([...channelNames].sort()).toEqual([...Object.keys(channels), ...Object.keys(desktopChannels)].sort())
  })

  it('give each channel a bridge name of its own', () => {
    expect(new Set(channelNames.map(bridgeName)).size).toBe(channelNames.length)
    expect(bridgeName('library.addNote')).toBe('libraryAddNote')
  })
})
