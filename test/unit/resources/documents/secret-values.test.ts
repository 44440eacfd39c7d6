// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders of configurations are written like this
import { describe, expect, it } from 'vitest'
import { withSecretsNamed } from '../../../../workers/documents/mcp-secrets'
import { publicAddress } from '../../../../workers/documents/public-address'
import { isPlaceholder, isSecretName, isSecretValue, withoutTokens } from '../../../../workers/secrets/secret-values'

describe('what is a secret', () => {
  it.each([
    'api-key',
    'API_KEY',
    'apiKey',
    'GITHUB_TOKEN',
    '--token',
    'X-Auth',
    'Authorization',
    'db_password',
    'clientSecret',
    'key',
  ])('is called %s', (name) => expect(isSecretName(name)).toBe(true))
  it.each([
    'path',
    'keyboard',
    '--author',
    'max_tokens',
    '--key-file',
    'tokenizer',
    'region',
    '--host',
    'monkey',
    'token_limit',
  ])('is not called %s', (name) => expect(isSecretName(name)).toBe(false))
  it.each([
    'ghp_0123456789abcdefghij',
    'sk-ant-api03-abcdef',
    'xoxb-1234567890-abc',
    'AKIAIOSFODNN7EXAMPLE',
    'd41d8cd98f00b204e9800998ecf8427e',
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc',
    'aB3dE5fG7hI9jK1lM3nO5pQ7',
  ])('looks like %s', (value) => expect(isSecretValue(value)).toBe(true))
  it.each([
    '@modelcontextprotocol/server-filesystem',
    '/home/me/Documents/Research2024/Papers',
    'mcp-server-sequential-thinking',
    'https://api.example.com/v1',
    'ghcr.io/github/github-mcp-server',
    '--allow-write',
    'C:\\Users\\Someone\\AppData',
    'server-everything@2025.1.14',
  ])('does not look like %s', (value) => expect(isSecretValue(value)).toBe(false))
  it.each([
    '',
    '${env:KEY}',
    '${input:key}',
    '${KEY}',
    '$KEY',
    '%KEY%',
    '<token>',
    'YOUR_API_KEY',
    'your-token-here',
    'Bearer ${input:t}',
    'xxxx',
    'sk-...',
    '{{key}}',
    'REPLACE_ME',
    'INSERT_YOUR_KEY_HERE',
  ])('is still to be put in for %s', (value) => expect(isPlaceholder(value)).toBe(true))
  it.each(['abc123', 'ghp_0123456789abcdefghij', 'true', '/data', 'hunter2'])('stands there as %s', (value) =>
    expect(isPlaceholder(value)).toBe(false),
  )

  // A pattern that went through all ways to part such a text would run into the time limit of the test.
  it('is looked for in a time that grows with the text alone', () => {
    for (const value of [
      `your_${'a_'.repeat(10_000)}`,
      'a'.repeat(100_000),
      `${'my '.repeat(20_000)}`,
      '<'.repeat(50_000),
    ]) {
      isPlaceholder(value)
      isSecretName(value.slice(0, 2000))
      expect(isSecretValue(value)).toBe(false)
    }
  })
})

describe('what is shown', () => {
  it('has no tokens of known services and no passwords of addresses in prose', () => {
    expect(withoutTokens('Send Bearer sk-live4242abcdefgh. Or ghp_0123456789abcdefghij, as in "sk-...".')).toBe(
      'Send Bearer {secret}. Or {secret}, as in "sk-...".',
    )
    expect(withoutTokens('postgres://me:hunter2@db.example/shop')).toBe('postgres://me:{secret}@db.example/shop')
    for (const plain of ['secret_manager_configuration', 'https://api.example:8080/v1', 'at 10:30, me@example.com']) {
      expect(withoutTokens(plain)).toBe(plain)
    }
  })

  it('of an address is what names the server', () => {
    expect(publicAddress('https://me:pw@api.example/v1?api_key=abc#t=d')).toBe('https://api.example/v1')
    expect(publicAddress('https://hooks.example/ghp_0123456789abcdefghij/in')).toBe('https://hooks.example/{secret}/in')
    expect(publicAddress('//me@api.example:8443')).toBe('//api.example:8443')
    expect(publicAddress('/v1')).toBe('/v1')
  })
})

describe('secrets of a command', () => {
  const named = (args: string[], command = 'x') => withSecretsNamed({ command, args, url: null, values: [] })

  it('are found wherever they stand', () => {
    expect(named(['--token', 'abc', '-e', 'API_KEY=def', '--url=https://u:pw@h.example/?token=ghi'])).toMatchObject({
      args: [
        '--token',
        '${TOKEN}',
        '-e',
        'API_KEY=${API_KEY}',
        '--url=https://u:${PASSWORD}@h.example/?token=${TOKEN_2}',
      ],
      secrets: { TOKEN: 'abc', API_KEY: 'def', PASSWORD: 'pw', TOKEN_2: 'ghi' },
    })
    expect(named(['-c', 'npx thing --password def API_KEY=abc'], 'run --token=ghi')).toMatchObject({
      args: ['-c', 'npx thing --password ${PASSWORD} API_KEY=${API_KEY}'],
      command: 'run --token=${TOKEN}',
    })
    expect(named(['postgresql://me:pw@localhost/db'])).toMatchObject({
      args: ['postgresql://me:${PASSWORD}@localhost/db'],
    })
  })

  it('are not seen where there are none', () => {
    const args = [
      '-y',
      '@scope/server',
      '/home/me/a b',
      '--port=8080',
      '--verbose',
      'https://mcp.example/sse?region=eu',
      '--key-file',
      'k.pem',
    ]
    expect(named(args)).toMatchObject({ args, secretNames: [], secrets: {} })
  })

  it('are asked for where a placeholder stands', () => {
    expect(named(['--token', '${input:t}', '--api-key=YOUR_KEY'])).toMatchObject({
      args: ['--token', '${TOKEN}', '--api-key=${API_KEY}'],
      secretNames: ['TOKEN', 'API_KEY'],
      secrets: {},
    })
  })
})
