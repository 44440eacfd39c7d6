import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { detectMediaType } from '../../../contract/library/media-type-detection'
import { cutPassages } from '../../../workers/readers/chunk/passages'
import { readMail } from '../../../workers/readers/mail/mail'
import { readMarkdown } from '../../../workers/readers/markdown'
import { prepareSource } from '../../../workers/readers/prepare'
import { readDraft } from '../../../workers/readers/read'
import { mailbox, message } from '../../fixtures/formats'

const read = (text: string) =>
  readMail(
    { bytes: Buffer.from(text, 'latin1'), name: 'x', language: null, maxTextLength: 1e6 },
    async (bytes, name, maxTextLength) =>
      name.endsWith('.dwg')
        ? null
        : readMarkdown({ text: Buffer.from(bytes).toString(), name, language: null, encoding: null, maxTextLength }),
    () => {},
  )

it('reads a message with its header, its text and its attachments', async () => {
  const draft = await read(message)
  expect(draft).toMatchObject({ mediaType: 'email', title: '热泵 and tanks (2024-05-03)', pageStarts: [0] })
  expect(draft.headings.map(({ level, text }) => [level, text])).toEqual([
    [1, '热泵 and tanks (2024-05-03)'],
    [2, 'losses.md'],
    [3, 'Losses'],
    [2, 'plan.dwg'],
    [2, 'message.eml'],
  ])
  expect(draft.text).toContain(
    'From: Ada Lé <ada@example.org>\nTo: Bob <bob@example.org>, c@example.org\nDate: Fri, 3 May 2024 23:30:00 -0500\n\n' +
      'The south tank loses 74 W, as the café measured in the long winter that we had.\n\nlosses.md\n\nLosses\n\nThe north tank loses 91 W.',
  )
  expect(draft.text).not.toContain('Not this one')
})

it('reads a mailbox message by message, and leaves out quotations of what an earlier one says', async () => {
  const draft = await read(mailbox)
  expect(draft.title).toBe(null)
  expect(cutPassages(draft).map(({ page, headingPath, text }) => [page, headingPath, text])).toEqual([
    [
      1,
      ['Tanks (2024-05-03)'],
      'From: ada@example.org\nDate: Fri, 3 May 2024 10:00:00 +0000\n\nThe south tank is new.\nIt loses 74 W.',
    ],
    [
      2,
      ['Re: Tanks (2024-05-04)'],
      'From: bob@example.org\nDate: Sat, 4 May 2024 10:00:00 +0000\n\nFrom here it looks old.\n\nFrom me, too.',
    ],
    [
      3,
      ['Re: Tanks (2024-05-05)'],
      'From: cy@example.org\nDate: Sun, 5 May 2024 10:00:00 +0000\n\n> Nobody said this before.\n\ndiff --git a/x b/x\n-  old\n+  new',
    ],
  ])
})

it.each([
  [message, '1700000000.M1P2.host:2,S', 'email'],
  [mailbox, '2024-May.txt', 'email'],
  [`From: a\nTo: b\n\nSome words.`, 'letter.txt', 'text'],
  ['From: the beginning\nwe had\nDate: of nothing\nSubject: matter', 'poem.txt', 'text'],
])('knows a message by its header: %#', (text, name, mediaType) => {
  expect(detectMediaType(Buffer.from(text).subarray(0, 4096), name).mediaType).toBe(mediaType)
})

it('masks secrets of attachments as it does those of the files that they are', async () => {
  const attached = (name: string, text: string) =>
    `--b\nContent-Type: text/plain\nContent-Disposition: attachment; filename="${name}"\n\n${text}\n`
  const outer =
    'From: a@example.org\nTo: b@example.org\nSubject: Access\nDate: Fri, 3 May 2024 23:30:00 -0500\nMIME-Version: 1.0\n' +
    'Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n\nHere it is.\n' +
    attached('config.yaml', 'host: db\npassword: Sommerregen') +
    attached('logins.csv', 'user,password\nanna,Sommerregen\nbob,Winterschnee') +
    '--b--\n'
  const folder = mkdtempSync(join(tmpdir(), 'quarry-mail-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'access.eml')
  writeFileSync(path, outer)
  const task = {
    source: { kind: 'file', path },
    name: 'access.eml',
    mediaTypeHint: null,
    scripts: [],
    recognise: [],
  } as const
  const limits = { maxFileBytes: 1e6, maxTextLength: 1e6 }
  const prepared = async (notSecrets: string[]) =>
    prepareSource((await readDraft({ ...task, ...limits, notSecrets }, () => {})).draft, [], null, notSecrets)
  const { text, redactions } = await prepared([])
  expect(text).toContain('bob')
  expect(text).not.toMatch(/Sommerregen|Winterschnee/)
  expect(redactions.count).toBe(2)
  const shown = await prepared([redactions.fingerprints[0]!])
  expect(shown.text.match(/Sommerregen|Winterschnee/g)).toHaveLength(2)
  expect(shown.redactions.count).toBe(1)
})
