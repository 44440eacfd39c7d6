import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { shopTables } from './material'

const run = promisify(execFile)
const password = 'Orders-of-4711'

export interface ShopServer {
  /** The connection string, with the password. */
  readonly address: string
  close(): Promise<void>
}

/** Folder of the newest PostgreSQL server that Debian's packages installed; null where there is none. */
async function findPrograms(): Promise<string | null> {
  const installed = '/usr/lib/postgresql'
  const versions = await readdir(installed).catch(() => [])
  const [newest] = versions.toSorted((one, other) => Number(other) - Number(one))
  return newest === undefined ? null : join(installed, newest, 'bin')
}

/** Who a server may run as: it refuses root. Undefined where that is no question. */
async function userOfServer(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const idOf = async (kind: '-u' | '-g'): Promise<number> => Number((await run('id', [kind, 'postgres'])).stdout)
  return { uid: await idOf('-u'), gid: await idOf('-g') }
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await once(probe.listen(0, '127.0.0.1'), 'listening')
  const { port } = probe.address() as { port: number }
  await new Promise((resolve) => probe.close(resolve))
  return port
}

/**
 * A shop with orders in a PostgreSQL server of its own, on loopback and with a password.
 * @returns null where no server is installed
 */
export async function startShopServer(): Promise<ShopServer | null> {
  const programs = await findPrograms()
  if (programs === null) return null
  const user = await userOfServer()
  // The server's user may not look into the folders of a test.
  const folder = await mkdtemp('/tmp/quarry-postgresql-')
  const [cluster, passwordFile] = [join(folder, 'cluster'), join(folder, 'password')]
  await writeFile(passwordFile, password)
  if (user !== undefined) for (const path of [folder, passwordFile]) await chown(path, user.uid, user.gid)
  const made = ['-D', cluster, '-U', 'shop', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`]
  await run(join(programs, 'initdb'), [...made, '--no-sync', '--no-locale', '-E', 'UTF8'], { ...user, cwd: folder })
  const port = await freePort()
  const options = ['-D', cluster, '-h', '127.0.0.1', '-p', String(port), '-k', '', '-F']
  const server = spawn(join(programs, 'postgres'), options, { ...user, stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = once(server, 'exit')
  await new Promise<void>((resolve, reject) => {
    let said = ''
    server.on('error', reject)
    server.on('exit', () => reject(new Error(`PostgreSQL did not start: ${said}`)))
    server.stderr.on('data', (data: Buffer) => {
      said += data.toString()
      if (said.includes('ready to accept connections')) resolve()
    })
  })
  const login = `postgresql://shop:${password}@127.0.0.1:${port}`
  const execute = async (database: string, sql: string): Promise<void> => {
    const client = new Client({ connectionString: `${login}/${database}` })
    await client.connect()
    await client.query(sql)
    await client.end()
  }
  await execute('postgres', 'create database shop')
  await execute('shop', shopTables)
  return {
    address: `${login}/shop`,
    async close() {
      server.kill('SIGINT')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
