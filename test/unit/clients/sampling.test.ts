import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { textOfSampling } from '../../../contract/calls/sampling'
import { readSampling } from '../../../workers/mcp/sampling'

const text = (words: string) => ({ type: 'text', text: words })
const asked = (content: unknown, more: object = {}) =>
  readSampling({ messages: [{ role: 'user', content }], maxTokens: 40, ...more })

describe('what a server wants a language model to be asked', () => {
  it('is its text, word for word', () => {
    const messages = [
      { role: 'user', content: text('a <b>\u202e') },
      { role: 'assistant', content: [text('c'), text('d')] },
    ]
    const read = readSampling({
      messages,
      systemPrompt: 'Be brief.',
      maxTokens: 9.7,
      includeContext: 'none',
      tools: [],
    })
    const said = [
      { role: 'user' as const, text: 'a <b>\u202e' },
      { role: 'assistant' as const, text: 'c\nd' },
    ]
    expect(read).toEqual({ kind: 'completion', system: 'Be brief.', messages: said, maxTokens: 9 })
    expect(textOfSampling({ system: 'Be brief.', messages: said })).toBe(
      'system: Be brief.\n\nuser: a <b>\u202e\n\nassistant: c\nd',
    )
    expect(asked(text('a\0b'))).toMatchObject({ messages: [{ text: 'a\ufffdb' }] })
  })

  it.each([
    ['notText', 'an image', asked({ type: 'image', data: 'aGk=', mimeType: 'image/png' })],
    ['notText', 'audio beside text', asked([text('Hear:'), { type: 'audio', data: 'aGk=', mimeType: 'audio/wav' }])],
    ['notText', 'a result of a tool', asked({ type: 'tool_result', toolUseId: 'a', content: [] })],
    ['notText', 'nothing', asked(text(' '))],
    ['notText', 'an answer of no length', asked(text('a'), { maxTokens: 0 })],
    ['withTools', 'for tools', asked(text('a'), { tools: [{ name: 'act' }] })],
    ['withTools', 'for something in the place of tools', asked(text('a'), { tools: 'all' })],
    ['withContext', 'with what the server knows', asked(text('a'), { includeContext: 'thisServer' })],
    ['tooLarge', 'too long', asked(text('a'.repeat(40_001)))],
    ['tooLarge', 'too many messages', asked(null, { messages: Array(51).fill({ role: 'user', content: text('a') }) })],
    ['notText', 'nothing at all', readSampling(undefined)],
  ])('is declined as %s where it is %s', (problem, _name, read) => {
    expect(read).toMatchObject({ kind: 'unusable', problem, message: expect.any(String) })
  })

  it('of any form is read or declined', () => {
    fc.assert(fc.property(fc.jsonValue(), (params) => void readSampling(params)))
    fc.assert(fc.property(fc.array(fc.jsonValue()), (messages) => void readSampling({ messages, maxTokens: 9 })))
  })
})
