import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chown, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import mysql from 'mysql2/promise'
import { Client } from 'pg'
import type { DatabaseServer } from '../../../contract/databases/database-tasks'

const run = promisify(execFile)

/** A server of this machine's own packages, started for a while on a socket in a folder of its own. */
export interface RealServer {
  /** Makes a database of statements with names in double quotes. */
  create(name: string, statements: string): Promise<DatabaseServer>
  stop(): Promise<void>
}

/** Where Debian's packages put what starts a server; null where they are not installed. */
export async function serverFolder(engine: DatabaseServer['engine']): Promise<string | null> {
  const mariadb = process.env.MARIADB_HOME ?? '/usr'
  if (engine === 'mysql') return existsSync(join(mariadb, 'sbin', 'mariadbd')) ? mariadb : null
  const versions = await readdir('/usr/lib/postgresql').catch(() => [])
  const [newest] = versions.toSorted((left, right) => Number(right) - Number(left))
  const folder = join('/usr/lib/postgresql', newest ?? '', 'bin')
  return newest !== undefined && existsSync(join(folder, 'postgres')) ? folder : null
}

/** @param folder as `serverFolder` answers it */
export async function startServer(engine: DatabaseServer['engine'], folder: string): Promise<RealServer> {
  // Where another user can enter, and a socket's path is short enough.
  const home = await mkdtemp('/tmp/quarry-server-')
  // Neither server runs as root.
  const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  if (process.getuid?.() === 0) await chown(home, 65_534, 65_534)
  const { LD_LIBRARY_PATH: path } = process.env
  const libraries = path === undefined ? {} : { LD_LIBRARY_PATH: path }
  const options = {
    ...nobody,
    cwd: home,
    env: { ...libraries, LANG: 'C.UTF-8', PATH: '/usr/sbin:/usr/bin:/sbin:/bin' },
  }
  const rows = join(home, 'data')
  const base = { kind: 'server', engine, user: engine === 'mysql' ? 'root' : 'postgres', password: null } as const
  const socket = join(home, 'mysql.sock')
  let child: ChildProcess
  if (engine === 'mysql') {
    const common = ['--no-defaults', `--datadir=${rows}`, `--socket=${socket}`]
    const make = [
      '--no-defaults',
      `--basedir=${folder}`,
      `--datadir=${rows}`,
      '--auth-root-authentication-method=normal',
    ]
    await run(join(folder, 'bin', 'mariadb-install-db'), make, options)
    child = spawn(join(folder, 'sbin', 'mariadbd'), [...common, `--basedir=${folder}`, '--skip-networking'], {
      ...options,
      stdio: 'ignore',
    })
  } else {
    await run(join(folder, 'initdb'), ['-D', rows, '-U', 'postgres', '-A', 'trust', '-N', '-E', 'UTF8'], options)
    child = spawn(join(folder, 'postgres'), ['-D', rows, '-k', home, '-h', '', '-F'], { ...options, stdio: 'ignore' })
  }
  const stop = async (): Promise<void> => {
    const gone = child.exitCode === null ? once(child, 'exit') : Promise.resolve()
    child.kill(engine === 'mysql' ? 'SIGTERM' : 'SIGINT')
    await gone
    await rm(home, { recursive: true, force: true })
  }
  const open = async (database: string): Promise<{ run(sql: string): Promise<unknown>; end(): Promise<unknown> }> => {
    if (engine === 'mysql') {
      const connection = await mysql.createConnection({
        socketPath: socket,
        user: 'root',
        database,
        multipleStatements: true,
      })
      await connection.query("SET SESSION sql_mode = 'ANSI_QUOTES', NAMES utf8mb4")
      return { run: (sql) => connection.query(sql), end: () => connection.end() }
    }
    const client = new Client({ host: home, user: 'postgres', database })
    await client.connect()
    return { run: (sql) => client.query(sql), end: () => client.end() }
  }
  const first = engine === 'mysql' ? 'mysql' : 'postgres'
  for (let tries = 0; ; tries += 1) {
    try {
      await (await open(first)).end()
      break
    } catch (error) {
      if (tries > 150 || child.exitCode !== null) {
        await stop()
        throw error
      }
      await wait(100)
    }
  }
  return {
    stop,
    async create(name, statements) {
      const server = await open(first)
      await server.run(`CREATE DATABASE "${name}"${engine === 'mysql' ? ' CHARACTER SET utf8mb4' : ''}`)
      await server.end()
      const made = await open(name)
      await made.run(statements)
      await made.end()
      const host = engine === 'mysql' ? socket : home
      return { ...base, host, port: engine === 'mysql' ? 3306 : 5432, database: name, tls: 'off' }
    },
  }
}
