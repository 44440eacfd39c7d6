import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resourceSummary } from '../../../contract/resources/resource'
import { matchAnswer } from '../../../contract/resources/resource-match'
import { prepareDataFolder } from '../../prepared-store'
import { openLibrary, quarry } from './quarry'

describe('resources by command', () => {
  let work: string
  let owner: Awaited<ReturnType<typeof openLibrary>>
  const data = (): string[] => ['--data', join(work, 'library')]

  beforeAll(async () => {
    work = await mkdtemp(join(tmpdir(), 'quarry-resources-'))
    prepareDataFolder(join(work, 'library'))
    owner = await openLibrary(join(work, 'library'))
    await writeFile(join(work, 'catch.csv'), 'species,tons\nherring,12\ncod,7\n')
    await writeFile(join(work, 'mcp.json'), '{"mcpServers":{"mail":{"command":"mail-server","args":[]}}}')
  })
  afterAll(async () => {
    await owner.close()
    await rm(work, { recursive: true, force: true })
  })

  it('are added, each said by what it became', async () => {
    const { code, stdout } = await quarry([...data(), 'add', join(work, 'catch.csv'), join(work, 'mcp.json')])
    expect(code).toBe(0)
    expect(stdout).toContain('catch: database/csv, ready')
    expect(stdout).toContain('mail: mcp_server/stdio, ready')
    expect(stdout).toContain('1 source, ')
  })

  it('are listed by type and matched to a need', async () => {
    const listed = await quarry([...data(), 'resources', '--type', 'database', '--json'])
    const databases = listed.stdout
      .trim()
      .split('\n')
      .map((line) => resourceSummary.parse(JSON.parse(line)))
    expect(databases.map(({ name, flavour }) => [name, flavour])).toEqual([['catch', 'csv']])
    const matched = await quarry([...data(), 'match', 'how many tons of herring were caught?', '--top', '2', '--json'])
    const answer = matchAnswer.parse(JSON.parse(matched.stdout))
    expect(answer.matches.map(({ resource }) => resource.name).join()).toMatch(/catch/)
    expect(answer.withoutVectors).toBe(0)
  })

  it('are described in the language of whoever asks; the text that is matched stays as it is', async () => {
    const need = ['match', 'how many tons of herring were caught?', '--top', '1']
    const chinese = await quarry([...data(), '--language', 'zh-CN', ...need])
    expect(chinese.stdout).toContain('CSV 文件，有 1 张表：catch（2 行：species、tons）。')
    const matched = await quarry([...data(), ...need, '--json'])
    const [match] = matchAnswer.parse(JSON.parse(matched.stdout)).matches
    expect(match?.described?.kind).toBe('databaseDescribed')
    expect(match?.resource.description).toContain('CSV file catch with 1 table. Catch (2 rows): species, tons.')
  })

  it.each([
    ['', 'is empty'],
    [' \n', 'is empty'],
    ['x'.repeat(20_000), '20000 characters'],
  ])('are matched to a sentence only: else (%#) the command ends with 2, and says what to do', async (need, said) => {
    const { code, stdout, stderr } = await quarry([...data(), 'match', need])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(said)
    expect(stderr).toContain('quarry match "')
    expect(stderr).not.toMatch(/query:|Too small|Too big|expected string/)
  })

  it('are shown one by one with how they are; what does not run is not started for it', async () => {
    const shown = await quarry([...data(), 'resources', 'mail'])
    expect([shown.code, shown.stdout.split('\n').slice(0, 4)]).toEqual([
      0,
      [
        'mail\tmcp_server/stdio\tready',
        expect.stringMatching(/^mcp_server:/),
        'server\tstopped',
        'check\tnot checked: the server is stopped',
      ],
    ])
    const asJson = await quarry([...data(), 'resources', 'catch', '--json'])
    expect(JSON.parse(asJson.stdout)).toMatchObject({ resource: { name: 'catch' }, service: { checks: [] } })
    const none = await quarry([...data(), 'resources', 'nobody'])
    expect([none.code, none.stdout]).toEqual([1, ''])
  })

  it('have their network opened host by host', async () => {
    const network = async (...more: string[]): Promise<string> => (await quarry([...data(), 'network', ...more])).stdout
    expect(await network('--add-host', 'API.example.org:443')).toBe('named\tapi.example.org:443\n')
    await network('--add-host', '*.example.net', '--remove-host', 'api.example.org:443')
    expect(await network('offline')).toBe('offline\n')
    expect(await network('named')).toBe('named\t*.example.net\n')
    const refused = await quarry([...data(), 'network', '--add-host', '127.1'])
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('four numbers up to 255')])
  })

  it('of an API are asked at the server that is chosen, which stays where the description is read again', async () => {
    const file = join(work, 'harbours.json')
    const writeDescription = (servers: string[]) =>
      writeFile(
        file,
        JSON.stringify({
          openapi: '3.0.3',
          info: { title: 'Harbours', version: '1' },
          servers: servers.map((url) => ({ url })),
          paths: { '/tides': { get: { operationId: 'tides', responses: {} } } },
        }),
      )
    await writeDescription(['/v1', 'https://{region}.example.org'])
    await quarry([...data(), 'add', file])
    const server = (...more: string[]) => quarry([...data(), 'resources', 'server', 'Harbours', ...more])
    const none = await server()
    expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('No server is chosen.')])
    for (const hostile of [
      'file:///etc/passwd',
      'http://user:pass@a.example',
      'javascript:alert(1)',
      'http://a\n.b/',
    ]) {
      expect((await server(hostile)).code).toBe(2)
    }
    const chosen = await server('http://127.0.0.1:9')
    expect([chosen.code, chosen.stdout]).toEqual([0, expect.stringContaining('http://127.0.0.1:9/v1\tin use')])
    await writeDescription(['/v1', 'https://api.example.org'])
    await quarry([...data(), 'add', file])
    expect((await server()).stdout).toContain('http://127.0.0.1:9/v1\tin use')
    await writeDescription(['/v2', 'https://api.example.org'])
    await quarry([...data(), 'add', file])
    const gone = await server()
    expect([gone.code, gone.stderr]).toEqual([1, expect.stringContaining('no longer in the description')])
    expect((await server('https://api.example.org')).stdout).toContain('https://api.example.org\tin use')
  })

  it('of a type that there is not end with 2, and say which there are', async () => {
    const { code, stdout, stderr } = await quarry([...data(), 'resources', '--type', 'spoon'])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain('mcp_server')
  })

  it('are given their keys by stdin, which the app keeps and nothing shows; without the app it says what to set', async () => {
    await writeFile(
      join(work, 'parcels.json'),
      JSON.stringify({
        openapi: '3.0.3',
        info: { title: 'Parcels', version: '1' },
        components: {
          securitySchemes: {
            key: { type: 'apiKey', in: 'header', name: 'X-Key' },
            account: { type: 'http', scheme: 'basic' },
          },
        },
        security: [{ key: [] }, { account: [] }],
        paths: { '/parcels': { get: { operationId: 'list', responses: {} } } },
      }),
    )
    expect((await quarry([...data(), 'add', join(work, 'parcels.json')])).stdout).toContain('needs a password or key')
    const unlock = (more: string[], input = '') =>
      quarry([...data(), 'resources', 'unlock', 'Parcels', ...more], { input })
    // The first line is empty: that key stays as it is.
    const unlocked = await unlock([], '\nada:hamster-4711\n')
    expect([unlocked.code, unlocked.stdout.trimEnd().split('\n')]).toEqual([
      0,
      [
        'key\tAPI key in the header X-Key\tnot saved',
        'account\tuser and password (USER:PASSWORD) in the header Authorization (Basic)\tsaved',
      ],
    ])
    expect(unlocked.stderr).toContain('ready')
    expect(unlocked.stdout + unlocked.stderr).not.toContain('hamster')
    const refused = await unlock(['--secret', 'account'], 'hamster-4711\n')
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('a user, a colon and a password')])
    expect((await unlock(['--secret', 'spoon'])).stderr).toContain('Use one of: key, account.')
    expect((await unlock(['--remove'])).stdout).not.toContain('\tsaved')
    await owner.close()
    const alone = await unlock([], 'x\n')
    expect([alone.code, alone.stderr]).toEqual([2, expect.stringMatching(/QUARRY_SECRET_API_\w+_KEY/)])
  })
})
