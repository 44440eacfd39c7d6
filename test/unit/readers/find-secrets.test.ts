import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { isCredentialFile } from '../../../contract/resources/credential-files'
import { readDocx } from '../../../workers/readers/docx'
import type { Draft } from '../../../workers/readers/draft'
import { readHtml } from '../../../workers/readers/html'
import { readOpenDocument } from '../../../workers/readers/office/open-document'
import { refuseDescriptions } from '../../../workers/readers/refuse-descriptions'
import { readRtf } from '../../../workers/readers/rtf'
import { refuseCredentials } from '../../../workers/secrets/credential-documents'
import { redactDraft, redactText } from '../../../workers/secrets/redact'

const letters = 'Zq3vT8mKx1Rb7YcW5dPn2LgH9sJf4uAe6oNi0'
const masked = (text: string, context: 'prose' | 'settings' = 'prose') => redactText(text, context, [])

describe('secrets in a text', () => {
  it.each([
    ['a GitHub token', `Use ghp_${letters.slice(0, 36)} for it.`, `ghp_${letters.slice(0, 36)}`],
    ['an OpenAI key', `OPENAI: sk-proj-${letters}`, `sk-proj-${letters}`],
    ['an AWS key id', 'id AKIAQ3ZT7MKX1RB7YCW5 here', 'AKIAQ3ZT7MKX1RB7YCW5'],
    [
      'a Slack webhook',
      `https://hooks.slack.com/services/T01ABCDEF/B01ABCDEF/${letters.slice(0, 24)}`,
      letters.slice(0, 24),
    ],
    [
      'a JWT',
      `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.${letters}`,
      `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.${letters}`,
    ],
    [
      'a key in an address',
      `https://api.example.org/v1?key=AIza${letters.slice(0, 35)}&x=1`,
      `AIza${letters.slice(0, 35)}`,
    ],
    ['a password in an address', 'postgres://ada:s3cr3t-of-ada@db.local/sales', 's3cr3t-of-ada'],
    ['a password in quotes', 'password = "correct horse 4 battery"', 'correct horse 4 battery'],
    ['a password of words', "PASSWORD='swordfishes'", 'swordfishes'],
    ['a bearer', `curl -H "Authorization: Bearer ${letters}" https://x`, letters],
    ['an option', `tool --api-key ${letters.slice(0, 20)} run`, letters.slice(0, 20)],
    [
      'a UUID that is called a token',
      'api_token=7f9c24e8-3b12-4fef-91e0-56a2d5a3c1d7',
      '7f9c24e8-3b12-4fef-91e0-56a2d5a3c1d7',
    ],
    ['pairs', 'Server=db;Database=sales;Uid=ada;Pwd=hunter2hunter2;', 'hunter2hunter2'],
  ])('finds %s', (_name, text, secret) => {
    const { text: clean, redactions } = masked(text)
    expect(clean).not.toContain(secret)
    expect(clean).toHaveLength(text.length)
    expect(clean.replaceAll('•', '')).toBe(text.replace(secret, ''))
    expect(redactions.count).toBe(1)
  })

  const password = 'hunter2-of-ada'
  it.each([
    `<add key="apiKey" value="${letters}"/><apiKey>${letters}</apiKey>`,
    `<server><username>ada</username><password>${password}</password></server>`,
    `curl -u ada:${password} https://x.example`,
    `curl --user "ada:${password}" https://x.example`,
    `mysqldump -u root -p${password} sales`,
    `PGPASSWORD=${password} psql -h db; sshpass -p ${password} ssh db`,
    `create user 'ada'@'%' identified by '${password}'; alter user ada with password '${password}'`,
    `machine api.example login ada password ${password}`,
    `define( 'DB_PASSWORD', '${password}' );`,
    `var apiKey = @"${letters}"; key = os.getenv("API_KEY", "${letters}")`,
    `const key = process.env.API_KEY || "${letters}"; const other = process.env["API_TOKEN"] ?? "${letters}"`,
    `config = "{\\"apiKey\\":\\"${letters}\\"}"`,
    `The password is ${password}. It was changed.`,
    `密码：${password}`,
    `数据库的密码是 ${password}。`,
    `API 密钥：${letters}`,
    `Passwort: ${password}; password：${password}`,
    `ConvertTo-SecureString "${password}" -AsPlainText; setx OPENAI_API_KEY "${letters}"`,
    `ENV API_TOKEN ${letters}`,
    `DB_PASS=${password} authtoken=${letters} ansible_ssh_pass: ${password}`,
    `https://api.telegram.org/bot123456789:AA${letters.slice(0, 33)}/getMe`,
    `https://a.blob.core.windows.net/c?sv=2020&sig=${letters}%3D&se=2030`,
    `abc8Q~${letters.slice(0, 32)}`,
    `The access token ${letters} is theirs. Secret key is "${letters}"`,
    `Wi-Fi password\n${letters}\n\nPSK ${letters}`,
    `| password | ${letters} |`,
    `user,ada\npassword,${letters}`,
    `contraseña: ${password}; mot de passe : ${password}; パスワード：${password}; psk="${password}"`,
    `val apiKey: String = "${letters}"; const secret: string = '${letters}'`,
    `docker login -u ada -p ${password} registry.local; net use \\\\nas\\a ${password} /user:ada; requirepass ${password}`,
    `X-Vault-Token: s.${letters}; setx API_KEY ${letters}`,
    `PuTTY-User-Key-File-3: ssh-ed25519\nPrivate-Lines: 2\n${letters}\n${letters}\nPrivate-MAC: 12`,
  ])('finds what stands in %s', (text) => {
    const { text: clean } = masked(text)
    expect(clean).not.toMatch(new RegExp(`${password}|${letters.slice(0, 32)}`))
    expect(clean).toHaveLength(text.length)
  })

  it('finds the lines of a block of settings', () => {
    const text = `db:\n  password: |\n    ${password}\n  private_key: >-\n    ${letters}\n    ${letters}\n  host: db2.local`
    expect(masked(text, 'settings').text).toBe(
      text.replaceAll(password, '•'.repeat(14)).replaceAll(letters, '•'.repeat(37)),
    )
  })

  it('finds names and values of settings, one behind the other too', () => {
    const text =
      'headers.key: X-Api-Key\nheaders.value: abc12345def\nauth.password: two words 4\nmodel: gpt-4o\nmax_tokens: 128000'
    expect(masked(text, 'settings').text).toBe(
      'headers.key: X-Api-Key\nheaders.value: •••••••••••\nauth.password: •••••••••••\nmodel: gpt-4o\nmax_tokens: 128000',
    )
  })

  it.each([
    ['the words of a wallet', 'absurd abuse access accident account accuse achieve acid acoustic acquire across act'],
    ['a secret key of 1Password', 'A3-ASWWYB-798JRY-LJVD4-23DC2-86TVM-H43EB'],
    ['one in base 32', 'JBSWY3DPEHPK3PXP'],
  ])('finds %s', (_name, secret) => {
    const { text } = masked(`Seed phrase: ${secret}. TOTP secret ${secret}.`)
    expect(text.replace(/•/g, '')).not.toBe(text)
    expect(text).toContain('•'.repeat(Math.min(12, secret.length)))
  })

  it('finds a private key, whose lines stay lines', () => {
    const body = `MIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n${letters}${letters}`
    const { text } = masked(`-----BEGIN PRIVATE KEY-----\n${body}\n-----END PRIVATE KEY-----\nafter`)
    expect(text).toBe(`-----BEGIN PRIVATE KEY-----\n${body.replace(/[^\n]/g, '•')}\n-----END PRIVATE KEY-----\nafter`)
  })

  it.each([
    'commit 9fceb02d0ae598e95dc970b74767f19372d61af8 by Ada',
    'sha256: e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    'id: 550e8400-e29b-41d4-a716-446655440000; key: 550e8400-e29b-41d4-a716-446655440000',
    `data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==`,
    'Donaudampfschifffahrtsgesellschaftskapitän pneumonoultramicroscopicsilicovolcanoconiosis',
    'The key: every token of the text is a unit. Password: must be changed every year.',
    'const token = await getToken(session); apiKey: process.env.API_KEY, password: os.environ["PW"]',
    'password=${DB_PASSWORD} token: <your token> api_key = YOUR_API_KEY secret: changeme',
    'tokens: 128000, max_tokens: 4096, primary_key: user_id, keyboard: qwerty2024layout',
    'Authorization: see chapter 12. Session 2: Keynote2024. Author: Smith2003. Signature: page 5',
    '"token-types": "^6.1.1", "connection-string": "^2.14.1", "auth_mode": "digest-2", password_policy = "min12!"',
    "secret: '其密码或密钥将被删除。', password: 'The password is wrong.'",
    'git@github.com:ada/engine.git http://localhost:3000/@scope/package https://en.wikipedia.org/wiki/Key_(cryptography)',
    'docker run -u 1000:1000 nginx; chown -R; sudo --user www:data',
    'The password is SHA-256 hashed, the token is 128 bits long. A password is required.',
    '密码学是一门学科。密码：至少 8 位字符。令牌是一个词。',
    '<password>required</password> <token>string</token> ["password", "firstname"] f("token", "the second")',
    'low_pass = 0.123456 by_pass: 2024-01-02 compass: 123456 passenger=abc123 bypass_key: user_id_1',
    'token or "abc" and password or passphrase; the password "may be any word"',
    'the token refresh_token_v2_handler; session key | value_of_column_2024 | and password\nresetPasswordV2Handler3of4',
    'Backup: please copy every file twice each week before the long winter holidays begin',
    'a recovery phrase is twelve words that the wallet shows once and that nobody else may ever see',
    'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGmXPn public_key: AAAAC3NzaC1lZDI1NTE5AAAAIGmXPn8Zq3vT8',
  ])('leaves alone: %s', (text) => {
    expect(masked(text).text).toBe(text)
    expect(masked(text, 'settings').redactions.count).toBe(text.startsWith('The key') ? 1 : 0)
  })

  it('leaves variables and numbers of code alone, and takes them for values in settings', () => {
    const text = 'this.passwordSha1 = options.passwordSha1; exports.LONG_PASSWORD = 0x00000001'
    expect(masked(text).text).toBe(text)
    expect(masked('password: my.pass1', 'settings').text).toBe('password: ••••••••')
  })

  it('leaves what a person said is none, by four digits of its hash', () => {
    const text = `ghp_${letters.slice(0, 36)} and password="hunter2hunter2"`
    const [first] = masked(text).redactions.fingerprints
    expect(first).toMatch(/^[0-9a-f]{4}$/)
    const again = redactText(text, 'prose', [first!])
    expect(again.text).toContain('ghp_')
    expect(again.text).not.toContain('hunter2')
    expect(again.redactions.count).toBe(1)
  })
})

describe('tables in documents', () => {
  const rows = [
    ['User', 'Password', 'api_key'],
    ['ada', '28041976', 'kf82hd91'],
    ['grace', 'required', 'none yet'],
  ]
  const clean = [
    'User: ada; Password: ••••••••; api_key: ••••••••',
    // A manual says so of its parameters.
    'User: grace; Password: required; api_key: none yet',
  ].join('\n')
  const markup = (row: string, cell: string, paragraph: string): string =>
    rows
      .map((cells) => {
        const inner = cells.map((text) => `<${cell}><${paragraph}>${text}</${paragraph}></${cell}>`).join('')
        return `<${row}>${inner}</${row}>`
      })
      .join('')
  const zip = (entries: Readonly<Record<string, string>>): Uint8Array =>
    zipSync(Object.fromEntries(Object.entries(entries).map(([name, text]) => [name, strToU8(text)])))
  const input = (name: string) => ({ name, language: null, maxTextLength: 10_000 })

  const documents: Record<string, () => Draft | Promise<Draft>> = {
    'an HTML page': () =>
      readHtml({
        ...input('a.html'),
        bytes: strToU8(
          `<html><body><main><p>Who may enter.</p><table>${markup('tr', 'td', 'p')}</table></main></body></html>`,
        ),
      }),
    'a Word document': () =>
      readDocx({
        ...input('a.docx'),
        bytes: zip({
          '[Content_Types].xml':
            '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
          '_rels/.rels':
            '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
          'word/document.xml': `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:tbl>${markup('w:tr', 'w:tc', 'w:p').replaceAll('<w:p>', '<w:p><w:r><w:t>').replaceAll('</w:p>', '</w:t></w:r></w:p>')}</w:tbl></w:body></w:document>`,
        }),
      }),
    'an OpenDocument text': () =>
      readOpenDocument({
        ...input('a.odt'),
        bytes: zip({
          mimetype: 'application/vnd.oasis.opendocument.text',
          'content.xml': `<office:document-content><office:body><office:text><table:table>${markup('table:table-row', 'table:table-cell', 'text:p')}</table:table></office:text></office:body></office:document-content>`,
        }),
      }),
    'an RTF text': () =>
      readRtf({
        ...input('a.rtf'),
        bytes: strToU8(
          `{\\rtf1 ${rows.map((cells) => `\\trowd\\intbl ${cells.join('\\cell ')}\\cell\\row`).join('\n')}\\pard}`,
        ),
      }),
  }
  it.each(Object.entries(documents))('of %s say whose password a cell is', async (_, read) => {
    const { draft, redactions } = redactDraft(await read(), [])
    expect(draft.text).toContain(clean)
    expect(redactions.count).toBe(2)
  })
})

describe('files of credentials', () => {
  it.each([
    ...[
      '.env',
      '.env.local',
      '.env (1)',
      '.ENV.bak',
      '.envrc',
      'prod.env',
      'id_rsa',
      'id_ed25519',
      'id_ed25519_work',
      'keys.kdbx',
    ],
    ...[
      'server.p12',
      '.npmrc',
      '.netrc',
      '.pgpass',
      'credentials',
      'kubeconfig',
      'prod.kubeconfig',
      'terraform.tfstate',
    ],
  ])('%s is one', (name) => {
    expect(isCredentialFile(name)).toBe(true)
  })
  it.each([
    '.env.example',
    'environment.md',
    'id_rsa.pub',
    'keys.md',
    'monkey.txt',
    'env.py',
    'chapter.key.md',
    'credentials.md',
    'environment',
    'env.md',
  ])('%s is none', (name) => expect(isCredentialFile(name)).toBe(false))
  it('may be written about', () => {
    expect(() => refuseCredentials('Put `"mcpServers": {"command": "npx"}` into it.', 'text')).not.toThrow()
    expect(() => refuseCredentials('{"mcpServers": {"a": {"command": "npx"}}}', 'text')).toThrow(/MCP servers/)
  })
  it('are private keys and addresses of servers of any name', () => {
    for (const text of ['PuTTY-User-Key-File-3: ssh-ed25519', '-----BEGIN PGP PRIVATE KEY BLOCK-----']) {
      expect(() => refuseCredentials(text, 'text')).toThrow(/private key/)
    }
    expect(() => refuseCredentials('# Sales\nmongodb+srv://ada:pass@db.local/x\n', 'text')).toThrow(/address/)
    for (const text of [
      'apiVersion: v1\nkind: Secret\nmetadata:\n  name: a\ndata:\n  config: ZGF0YQ==\n',
      '{\n  "kind": "Secret",\n  "stringData": {"config": "x"}\n}',
    ])
      expect(() => refuseCredentials(text, 'code')).toThrow(/Kubernetes/)
    expect(() => refuseCredentials('kind: ConfigMap\ndata:\n  a: b\n', 'code')).not.toThrow()
    expect(() => refuseCredentials('See postgres://ada:pass@db.local/x.\nIt has the sales.\n', 'text')).not.toThrow()
  })
})

describe('descriptions of APIs', () => {
  const json = '{"info":{"a":"}"},"openapi":"3.0.1","paths":{}}'
  const yaml = '# Orders\nopenapi: 3.1.0\ninfo: {}\npaths:\n  /a: {}\n'
  it.each([
    ['JSON, whatever comes first', json, 'json'],
    ['YAML', yaml, 'code'],
    ['Swagger', '{"swagger":"2.0","definitions":{}}', 'json'],
  ] as const)('are no documents: %s', (_, text, type) => {
    expect(() => refuseDescriptions(text, type)).toThrow(/describes an API/)
  })
  it.each([
    ['one inside of something else', `{"examples":[${json}]}`, 'json'],
    ['prose about them', yaml, 'markdown'],
    ['a package that is called so', '{"name":"x","dependencies":{"openapi":"3.1"},"paths":{}}', 'json'],
    ['settings', 'openapi: 3\nother: 1\n', 'code'],
  ] as const)('are none: %s', (_, text, type) => {
    expect(() => refuseDescriptions(text, type)).not.toThrow()
  })
})
