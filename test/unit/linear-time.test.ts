import { createContext, runInContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { detectMediaType } from '../../contract/library/media-type-detection'
import { isCredentialFile } from '../../contract/resources/credential-files'
import { readRules } from '../../main/gate'
import { answerForm } from '../../main/language/question/form'
import { questionKind } from '../../main/language/question/kind'
import { parseRemark } from '../../main/language/question/remark'
import { figuresOf } from '../../main/language/text/figures'
import { inferRequirements } from '../../main/pool/infer'
import { headingName } from '../../main/reasoning/themes/find-themes'
import { looksLikeConnectionString } from '../../main/resources/discoverers/databases/connection-string'
import { apiFormatNames, createApiDiscoverer } from '../../main/resources/discoverers/documents/api-discovery'
import { createMcpServersDiscoverer } from '../../main/resources/discoverers/mcp-servers'
import { splitIntents } from '../../main/resources/matcher/intents'
import { withoutMarks } from '../../renderer/features/report/paragraphs'
import { cleanProse } from '../../workers/documents/clean'
import { publicAddress } from '../../workers/documents/public-address'
import { refuseCredentials } from '../../workers/secrets/credential-documents'
import { findSecrets } from '../../workers/secrets/find-secrets'
import { isPlaceholder, isSecretName, isSecretValue, withoutTokens } from '../../workers/secrets/secret-values'

/** What looks at foreign text before anything parses it, with the pieces that its patterns are made of. */
const detectors: Record<string, { readonly pieces: readonly string[]; detect(text: string): unknown }> = {
  'connection strings': {
    pieces: [
      'API\t= ',
      'https://x.example/?',
      'p0=0&',
      'host=',
      'dbname',
      '=',
      ' ',
      "'",
      '"',
      ';',
      'Password=x;',
      '\\',
      'a b',
    ],
    detect: looksLikeConnectionString,
  },
  'descriptions of APIs and MCP servers': {
    pieces: [
      '{',
      '"openapi"',
      ': ',
      '"mcpServers"',
      '\n',
      '  ',
      'paths:',
      '"item"',
      ',',
      '# x\n',
      "'",
      '//',
      '---',
      '/*',
    ],
    detect(text) {
      const reader = { read: async () => null, close: async () => {} }
      const all = [
        createMcpServersDiscoverer(reader),
        ...apiFormatNames.map((name) => createApiDiscoverer(name, reader)),
      ]
      return all.map((one) => one.recognises({ kind: 'text', text }))
    },
  },
  'types of files': {
    pieces: [
      '#!',
      '/usr/bin/',
      'env ',
      '-S ',
      'python',
      '<!--',
      '-->',
      '<html',
      '<?xml',
      '{"',
      ' ',
      '\n',
      '# ',
      ',',
      '\t',
    ],
    detect: (text) =>
      ['a', 'a.txt', 'a.csv', 'a.md'].map((name) => detectMediaType(new TextEncoder().encode(text), name)),
  },
  questions: {
    pieces: [
      'and ',
      'how ',
      'difference between ',
      'a',
      ', ',
      ' ',
      '比较',
      '和',
      '的',
      '？',
      '1.',
      '12,345',
      'table ',
      '在',
      '表',
      '；',
    ],
    detect: (text) => [questionKind(text), parseRemark(text), splitIntents(text), inferRequirements(text)],
  },
  sentences: {
    pieces: [
      '1',
      '.',
      ',',
      '一',
      '二',
      '年',
      'vol. ',
      'pp. ',
      'http://',
      ' ',
      'Lu',
      '[1]',
      'and ',
      '倍',
      'et al. ',
      '(',
    ],
    detect: (text) => [
      figuresOf(text),
      headingName(text),
      withoutMarks(text),
      (
        [
          'quantity',
          'finding',
          'listing',
          'definition',
          'person',
          'reason',
          'place',
          'manner',
          'name',
          'purpose',
        ] as const
      ).map((kind) => answerForm(kind, 'Which 1 et al. are there?')(text)),
    ],
  },
  secrets: {
    pieces: [
      'key',
      '=',
      'eyJ',
      '.',
      '-',
      '_',
      'sk-',
      '://',
      'a:',
      '@',
      '/',
      'your_',
      '0',
      'A',
      ' ',
      '{{',
      '<',
      '`',
      '[',
    ],
    detect: (text) => [
      isPlaceholder(text),
      isSecretName(text),
      isSecretValue(text),
      withoutTokens(text),
      publicAddress(text),
      cleanProse(text, text.length),
    ],
  },
  'rules of calls': {
    pieces: ['{"version":1,"rules":[', '{"decide":"deny"}', '[', '1', ',', '\n', '"a\\"', '"b":', ' ', ']'],
    detect: (text) => readRules('rules.json', text),
  },
  'secrets in documents': {
    pieces: [
      'password',
      ': ',
      '=',
      '"',
      "'",
      '\n',
      'key',
      'value',
      'Bearer ',
      '--',
      'token ',
      '-----BEGIN PRIVATE KEY-----',
      '://a:',
      'sk-',
      'a1B2c3D4e5F6g7H8',
      '"mcp": {',
      ';',
      '{',
      '密码：',
      'pass: |\n  ',
      '  ',
      ' -u a:',
      'mysql -p',
      "identified by '",
      'login a password ',
      'kind: Secret\n',
    ],
    detect: (text) => [
      findSecrets(text, 'settings'),
      findSecrets(text, 'prose'),
      findSecrets(text, 'prose', [{ start: 0, end: text.length }]),
      isCredentialFile(text),
      refused(text),
    ],
  },
}

function refused(text: string): boolean {
  try {
    refuseCredentials(text, 'json')
    return false
  } catch {
    return true
  }
}

/** The same numbers for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A start, a stretch that repeats itself, and an end: what backtracking is worst at. */
function attackOf(pieces: readonly string[], seed: number): (length: number) => string {
  const random = randomFrom(seed)
  const some = (most: number): string =>
    Array.from({ length: Math.floor(random() * (most + 1)) }, () => pieces[Math.floor(random() * pieces.length)]).join(
      '',
    )
  const [start, unit, end] = [some(2), some(3) || pieces[0]!, some(2)]
  return (length) => start + unit.repeat(Math.ceil(length / unit.length)) + end
}

/**
 * What takes its length in steps is done with 250 KB in a fraction of a second, on any machine. What takes the square
 * of it needs minutes, what backtracks further never ends: those are stopped.
 */
const stoppedAfterMs = 20_000
/** Texts that are tried of each form. */
const seeds = 16

function endsWithin(ms: number, work: () => unknown): boolean {
  const context = createContext({ work })
  try {
    runInContext('work()', context, { timeout: ms })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return false
    throw error
  }
}

describe('text of 250 KB in the form of what is looked for', () => {
  it.each(Object.entries(detectors))(
    'is looked at for %s in linear time',
    (_name, { pieces, detect }) => {
      for (let seed = 1; seed <= seeds; seed++) {
        const text = attackOf(pieces, seed)(250_000)
        if (!endsWithin(stoppedAfterMs, () => detect(text))) expect.fail(`seed ${seed}: ${text.slice(0, 60)}`)
      }
    },
    seeds * stoppedAfterMs,
  )

  it('is stopped where a pattern backtracks', () => {
    expect(endsWithin(200, () => /^(a+)+$/.test(`${'a'.repeat(250_000)}b`))).toBe(false)
  })

  it('costs nothing where it once held the thread for minutes', () => {
    const parameters = Array.from({ length: 30 }, (_, at) => `p${at}=${at}`).join('&')
    expect(looksLikeConnectionString(`API\t= https://x.example/?${parameters} see the docs`)).toBe(false)
    expect(looksLikeConnectionString(`a${' '.repeat(4000)}b=1;`)).toBe(false)
  })
})
