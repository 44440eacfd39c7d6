// A server of the protocol over stdio that says what it is told to: whole lines before an answer, and whole listings.
import { createInterface } from 'node:readline'

const deep = '['.repeat(20_000) + ']'.repeat(20_000)
const huge = JSON.stringify('x'.repeat(50_000))
const filled = (line, id) =>
  line
    .replaceAll('"$ID"', () => JSON.stringify(id))
    .replaceAll('"$DEEP"', () => deep)
    .replaceAll('"$HUGE"', () => huge)
const write = (line) => process.stdout.write(`${line}\n`)
const answer = (id, result) => write(JSON.stringify({ jsonrpc: '2.0', id, result }))

let listings = {}
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  if (method === 'initialize') {
    const { protocolVersion } = params
    const changing = { listChanged: true }
    const capabilities = { tools: changing, resources: changing, prompts: changing, logging: {} }
    answer(id, { protocolVersion, capabilities, serverInfo: { name: 'scripted', version: '1' } })
  } else if (method === 'ping') {
    answer(id, {})
  } else if (method?.endsWith('/list')) {
    const [kind] = method.split('/')
    const listed = listings[kind]
    if (listed === undefined) answer(id, { [kind]: [] })
    else write(filled(listed, id))
  } else if (method === 'tools/call') {
    const { lines = [], lists } = params.arguments
    if (lists !== undefined) {
      listings = lists
      write(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' }))
    }
    for (const one of lines) write(filled(one, id))
    // Where none of these was the answer.
    answer(id, { content: [{ type: 'text', text: String(process.pid) }] })
  }
})
