import { chmod, chown, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { createConnection, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { followStream } from '../../../main/api/append-stream'
import type { Dispatch } from '../../../main/api/dispatch'
import { socketAddress } from '../../../main/socket/address'
import { attachToOwner } from '../../../main/socket/client'
import { type SocketServer, serveSocket } from '../../../main/socket/server'
import { eventLog } from '../event-log'

describe('socket of the data folder', () => {
  let directory: string
  let server: SocketServer | undefined
  const stopped: string[] = []
  let announce: (value: unknown) => void = () => {}
  const { log, append } = eventLog()

  const dispatch: Dispatch = async (channel, envelope) => {
    if (channel === 'project.list') return { ok: true, value: [{ id: 'first' }, { id: 'second' }] }
    return channel === 'session.list'
      ? { ok: true, value: [{ title: '热泵', ...envelope }] }
      : { ok: false, error: { code: 'ipc.unknownChannel', message: channel } }
  }

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'quarry-socket-'))
    server = await serveSocket({
      dataDirectory: directory,
      version: '0.0.0',
      dispatch,
      subscribe: (wanted, listener) => {
        if ('stream' in wanted) return followStream(log, wanted.after, listener, () => {})
        const { topic } = wanted
        announce = listener
        listener({ topic, n: 0 })
        return () => stopped.push(topic)
      },
    })
  })
  afterEach(async () => {
    await server?.close()
    await rm(directory, { recursive: true, force: true })
  })

  const attach = async () => {
    const connection = await attachToOwner(directory)
    if (connection === null) throw new Error('nobody answers')
    return connection
  }

  it('answers a call with its value, whatever the script', async () => {
    const connection = await attach()
    expect(await connection.call('session.list', {})).toMatchObject([{ title: '热泵', projectId: 'first' }])
    const other = connection.inProject('second')
    expect(await other.call('session.list', {})).toMatchObject([{ projectId: 'second' }])
    await connection.close()
  })

  it('throws the error that the owner answered', async () => {
    const connection = await attach()
    await expect(connection.call('pool.view')).rejects.toMatchObject({ code: 'ipc.unknownChannel' })
    await connection.close()
  })

  it('streams a topic and stops when asked to', async () => {
    const connection = await attach()
    const values: unknown[] = []
    await new Promise<void>((resolve) => {
      const stop = connection.subscribe('pool', null, (value) => {
        values.push(value)
        if (values.length === 1) announce({ n: 1 })
        else {
          stop()
          resolve()
        }
      })
    })
    expect(values).toEqual([{ topic: 'pool', n: 0 }, { n: 1 }])
    await connection.call('session.list', {})
    expect(stopped).toContain('pool')
    await connection.close()
  })

  it('sends a stream from where a client left off, whenever it comes back', async () => {
    const follow = async (after: number, until: number): Promise<string[]> => {
      const connection = await attach()
      const types: string[] = []
      await new Promise<void>((resolve) => {
        const stop = connection.follow('sessionEvents', 's1', after, ({ pieces }) => {
          types.push(...pieces.map(({ type, sequence }) => `${sequence} ${type}`))
          if (after + types.length < until) return
          stop()
          resolve()
        })
      })
      await connection.close()
      return types
    }
    append('session.started')
    const first = await follow(0, 1)
    append('question.accepted')
    append('plan.drafted')
    const coming = follow(first.length, 4)
    append('plan.approved')
    const rest = await coming
    expect([...first, ...rest]).toEqual([
      '1 session.started',
      '2 question.accepted',
      '3 plan.drafted',
      '4 plan.approved',
    ])
  })

  it('refuses a wrong token', async () => {
    await writeFile(socketAddress(directory).tokenFile, 'f'.repeat(64))
    await expect(attachToOwner(directory)).rejects.toMatchObject({ code: 'socket.unauthorized' })
  })

  it('lets only its user read the token', async () => {
    const { mode } = await stat(socketAddress(directory).tokenFile)
    expect(mode & 0o077).toBe(0)
    expect((await readFile(socketAddress(directory).tokenFile, 'utf8')).length).toBe(64)
  })

  it.each(['no json\n', '{"type":"call","id":1,"channel":"session.list"}\n', '[]\n'])(
    'hangs up on %j from one who has not said hello',
    async (line) => {
      const socket = createConnection(socketAddress(directory).address)
      let answered = ''
      socket.on('data', (bytes) => {
        answered += String(bytes)
      })
      const closed = new Promise((resolve) => socket.once('close', resolve))
      socket.write(line)
      await closed
      expect(answered).toBe('')
    },
  )

  const ended = (socket: Socket): Promise<unknown> => new Promise((resolve) => socket.once('close', resolve))

  it('is its user’s alone', async () => {
    const { mode } = await stat(socketAddress(directory).address)
    expect(mode & 0o077).toBe(0)
  })

  it('hangs up on who sends more than a greeting before the token', async () => {
    const socket = createConnection(socketAddress(directory).address)
    socket.on('error', () => {})
    const closed = ended(socket)
    socket.write('x'.repeat(2000))
    await closed
  })

  it('hangs up on who does not show the token within five seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const silent = createConnection(socketAddress(directory).address)
      const closed = ended(silent)
      // Who came later is served, so the silent one has been taken by then.
      const connection = await attach()
      vi.advanceTimersByTime(5000)
      await closed
      expect(await connection.call('session.list', {})).toMatchObject([{ title: '热泵' }])
    } finally {
      vi.useRealTimers()
    }
  })

  it('serves thirty-two at once, and the next one when one has gone', async () => {
    const open = Array.from({ length: 32 }, () => createConnection(socketAddress(directory).address))
    await Promise.all(open.map((socket) => new Promise((resolve) => socket.once('connect', resolve))))
    await expect(attach()).rejects.toMatchObject({ code: expect.stringMatching(/^socket\./) })
    const gone = open.map(ended)
    for (const socket of open) socket.destroy()
    await Promise.all(gone)
    await vi.waitFor(async () => expect(await attach()).toBeDefined())
  })

  it('tells a waiting caller that the owner went away', async () => {
    const connection = await attach()
    const lost = new Promise((resolve) => connection.onLost(resolve))
    await server?.close()
    server = undefined
    expect(await lost).toMatchObject({ code: 'socket.unreachable' })
    await expect(connection.call('session.list', {})).rejects.toMatchObject({ code: 'socket.unreachable' })
  })

  it('finds nobody where the owner has died and left its files', async () => {
    await server?.close()
    server = undefined
    await writeFile(socketAddress(directory).tokenFile, 'a'.repeat(64))
    expect(await attachToOwner(directory)).toBeNull()
  })
})

describe('socket of a data folder whose path is too long for one', () => {
  let parent: string
  let data: string
  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), 'quarry-long-'))
    data = join(parent, 'd'.repeat(120))
    await mkdir(data)
    vi.stubEnv('TMPDIR', parent)
  })
  afterEach(async () => {
    vi.unstubAllEnvs()
    await rm(parent, { recursive: true, force: true })
  })

  const serve = (): Promise<SocketServer> =>
    serveSocket({
      dataDirectory: data,
      version: '0.0.0',
      dispatch: async () => ({ ok: true, value: [] }),
      subscribe: () => () => {},
    })
  const directory = (): string => socketAddress(data).directory ?? ''

  it.skipIf(process.platform === 'win32')('lies in a folder of its user alone', async () => {
    expect(directory()).toBe(join(parent, `quarry-${process.getuid?.()}`))
    const server = await serve()
    expect((await stat(directory())).mode & 0o777).toBe(0o700)
    const connection = await attachToOwner(data)
    expect(await connection?.call('session.list', {})).toEqual([])
    await connection?.close()
    await server.close()
  })

  it.skipIf(process.platform === 'win32')(
    'is refused in a folder that others can write to, or behind a link',
    async () => {
      await writeFile(socketAddress(data).tokenFile, 'a'.repeat(64))
      await mkdir(directory())
      await chmod(directory(), 0o777)
      await expect(serve()).rejects.toMatchObject({ code: 'socket.unauthorized' })
      await writeFile(socketAddress(data).tokenFile, 'a'.repeat(64))
      await expect(attachToOwner(data)).rejects.toMatchObject({ code: 'socket.unauthorized' })
      await rm(directory(), { recursive: true })
      await symlink(data, directory())
      await expect(serve()).rejects.toMatchObject({ code: 'socket.unauthorized' })
    },
  )

  it.runIf(process.getuid?.() === 0)('is refused where it, or its folder, is another user’s', async () => {
    await writeFile(socketAddress(data).tokenFile, 'a'.repeat(64))
    await mkdir(directory(), { mode: 0o700 })
    await writeFile(socketAddress(data).address, '')
    await chown(socketAddress(data).address, 12345, 12345)
    await expect(attachToOwner(data)).rejects.toMatchObject({ code: 'socket.unauthorized' })
    await chown(directory(), 12345, 12345)
    await expect(attachToOwner(data)).rejects.toMatchObject({ code: 'socket.unauthorized' })
    await expect(serve()).rejects.toMatchObject({ code: 'socket.unauthorized' })
  })
})
