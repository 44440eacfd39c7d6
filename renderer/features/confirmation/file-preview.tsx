import { clsx } from 'clsx'
import { useTranslation } from 'react-i18next'
import type { ConfirmationView } from '../../../contract/calls/calls'
import type { DiffHunk, DiffPart, FilePreview } from '../../../contract/calls/file-change'
import { quarry, useCall } from '../../bridge'
import { Breakable } from '../../ui/breakable'
import { Remedy } from '../../ui/remedy'
import { useSpeech } from '../../ui/use-speech'
import { useFormat } from '../../window/use-format'
import { Visible } from './visible'

const looks = {
  same: { sign: ' ', tag: 'div', className: 'text-dim' },
  removed: { sign: '−', tag: 'del', className: 'border-error text-error no-underline' },
  added: { sign: '+', tag: 'ins', className: 'border-ok text-ok no-underline' },
} as const

/** Lines that stay, go or come; a sign and its name say so besides the colour. */
function Part({ kind, lines }: DiffPart) {
  const { t } = useTranslation()
  const { sign, tag: Tag, className } = looks[kind]
  return (
    <Tag className={clsx('block border-l-2 border-transparent pr-2', className)} data-kind={kind}>
      {kind !== 'same' && <span className="sr-only">{t(`confirmation.file.${kind}`)}</span>}
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one part never change their order
        <span key={at} className="grid grid-cols-[1.5rem_minmax(0,1fr)]">
          <span aria-hidden className="text-center select-none">
            {sign}
          </span>
          <bdi className="block min-h-[1lh] whitespace-pre-wrap wrap-anywhere">
            <Visible text={line} />
          </bdi>
        </span>
      ))}
    </Tag>
  )
}

function Hunk({ line, parts }: DiffHunk) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <div className="not-first:mt-2 not-first:border-t not-first:border-line not-first:pt-2">
      <p className="px-2 font-sans text-faint">{t('confirmation.file.line', { line: format.number(line) })}</p>
      {parts.map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one place never change their order
        <Part key={at} {...part} />
      ))}
    </div>
  )
}

const box =
  'mt-1 max-h-80 overflow-auto rounded-md border border-line bg-bg py-1.5 font-mono text-xs leading-relaxed focus-visible:outline-2 focus-visible:outline-accent'

function Shown({ preview }: { preview: FilePreview }) {
  const { t } = useTranslation()
  const speech = useSpeech()
  if (preview.kind === 'failure')
    return (
      <div role="alert" className="mt-3 text-sm">
        <p className="text-error wrap-anywhere">{t('confirmation.file.fails', { why: speech.error(preview.error) })}</p>
        <Remedy remedy={preview.error.remedy} className="text-dim" />
      </div>
    )
  return (
    <div className="mt-3" data-testid="file-preview">
      <p className="text-sm font-medium">{t(`confirmation.file.${preview.kind}`)}</p>
      <p className="font-mono text-xs text-dim">
        <bdi>
          <Breakable name={preview.path} />
        </bdi>
      </p>
      <section
        aria-label={t('confirmation.file.content')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard, too
        tabIndex={0}
        className={box}
      >
        {preview.kind === 'new' ? (
          <pre className="px-2 font-mono whitespace-pre-wrap wrap-anywhere">
            <Visible text={preview.content} />
          </pre>
        ) : (
          preview.hunks.map((hunk) => <Hunk key={hunk.line} {...hunk} />)
        )}
      </section>
    </div>
  )
}

interface FilePreviewOfCallProps {
  readonly sessionId: string
  readonly asked: ConfirmationView
  /** The arguments that the gate was last asked about. */
  readonly input: Readonly<Record<string, unknown>>
}

/** What a call would do to a file, as main finds it: lines that go and come, or the whole of a new file. */
export function FilePreviewOfCall({ sessionId, asked, input }: FilePreviewOfCallProps) {
  const speech = useSpeech()
  const writes = asked.server === 'builtin' && asked.effect === 'changes'
  const preview = useCall(writes ? `${asked.id} ${JSON.stringify(input)}` : null, () =>
    quarry.sessionPreviewConfirmation({ sessionId, confirmationId: asked.id, input: { ...input } }),
  )
  if (!writes) return null
  if (preview.status === 'failed')
    return (
      <p role="alert" className="mt-3 text-sm text-error">
        {speech.error(preview.error)}
      </p>
    )
  return preview.value === null ? null : <Shown preview={preview.value} />
}
