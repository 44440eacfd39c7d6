// A server of the protocol over stdio that wants a language model's answer, as its tool is told: its call answers with what came of that.
import { createInterface } from 'node:readline'

const say = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
const words = { type: 'text', text: 'Why do leaves fall?' }
const usual = { messages: [{ role: 'user', content: words }], maxTokens: 400 }
let capabilities
let call
let wanted = []
const askNext = () => say({ id: `ask ${call}`, method: 'sampling/createMessage', params: wanted[0] })
let told = []

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params, result, error } = JSON.parse(line)
  if (method === 'initialize') {
    capabilities = params.capabilities
    const serverInfo = { name: 'sampling', version: '1' }
    say({ id, result: { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo } })
  } else if (method === 'tools/list') {
    const inputSchema = { type: 'object', properties: { wanted: { type: 'array' } } }
    say({ id, result: { tools: [{ name: 'act', description: 'Acts.', inputSchema }] } })
  } else if (method === 'tools/call') {
    call = id
    told = []
    wanted = params.arguments.wanted ?? [usual]
    askNext()
  } else if (id === `ask ${call}`) {
    told.push(result ?? error)
    wanted.shift()
    if (wanted.length > 0) return askNext()
    const text = JSON.stringify({ sampling: capabilities.sampling, told })
    say({ id: call, result: { content: [{ type: 'text', text }] } })
  }
})
