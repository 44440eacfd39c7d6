import { describe, expect, it, vi } from 'vitest'
import type { McpNotice, ServerLogLine } from '../../../contract/resources/mcp'
import { createServerLog } from '../../../main/clients/server-log'
import { ServerLog } from '../../../workers/mcp/server-log'

const line = (text: string): ServerLogLine => ({ at: '', source: 'stderr', text })

describe('the log of a server', () => {
  const said = (write: (log: ServerLog) => void) => {
    const notices: McpNotice[] = []
    const log = new ServerLog(
      (notice) => notices.push(notice),
      () => 'now',
    )
    write(log)
    log.flush()
    const [notice] = notices
    return notice?.kind === 'said' ? notice : { lines: [], leftOut: 0 }
  }

  it('has whole lines, without what a terminal would obey', () => {
    const { lines } = said((log) => {
      log.hear('\u001b[31mred\u001b[0m one\r\nt')
      log.hear('wo\n\n\u0007\u202ethree')
      log.hear('\n')
    })
    expect(lines.map(({ text }) => text)).toEqual(['red one', 'two', ' three'])
  })

  it('has no secret in it: not one that the server was given, nor what looks like one', () => {
    const key = ['-----BEGIN PRIVATE KEY-----', 'A'.repeat(64), '-----END PRIVATE KEY-----'].join('\n')
    const { lines } = said((log) => {
      log.keepSecret(['hunter2-of-the-shop', 'no'])
      log.hear(`connecting with hunter2-of-the-shop, no, password=correct-horse-9\n${key}\n`)
    })
    const text = lines.map((one) => one.text).join('\n')
    expect(text).toContain('connecting with ••••••••, no')
    for (const secret of ['hunter2', 'correct-horse', 'AAAA']) expect(text).not.toContain(secret)
  })

  it('of a server that floods it keeps the end, and says how much it left out', () => {
    const { lines, leftOut } = said((log) => {
      for (let at = 0; at < 1000; at++) log.hear(`line ${at}\n`)
      log.hear('x'.repeat(100_000))
    })
    expect(lines.length + leftOut).toBe(1001)
    expect(lines.length).toBeLessThanOrEqual(60)
    expect(lines.at(-2)?.text).toBe('line 999')
    expect(Math.max(...lines.map(({ text }) => text.length))).toBeLessThanOrEqual(1000)
  })

  it('hands lines on by itself', async () => {
    const notify = vi.fn()
    new ServerLog(notify).add('notice', 'connected')
    await vi.waitFor(() => expect(notify).toHaveBeenCalledOnce())
  })

  it('is bounded where it is kept, by lines and by characters', () => {
    const many = createServerLog()
    many.add(
      Array.from({ length: 400 }, (_, at) => line(String(at))),
      5,
    )
    expect([many.lines().length, many.lines()[0]?.text, many.leftOut()]).toEqual([300, '100', 105])
    const long = createServerLog()
    for (let at = 0; at < 150; at++) long.add([line('x'.repeat(1000))], 0)
    expect([long.lines().length, long.leftOut()]).toEqual([100, 50])
  })
})
