import { LoaderCircle, TriangleAlert } from 'lucide-react'
import { Component, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ErrorShape } from '../../contract/error-shape'
import { Button } from './button'
import { Remedy } from './remedy'
import { useSpeech } from './use-speech'

/** A place with nothing in it yet. It says what comes here and what to do next. */
export function Empty({ title, help, children }: { title: string; help?: string; children?: ReactNode }) {
  return (
    <div className="px-5 py-8 text-center text-sm text-dim">
      <p className="font-medium text-ink">{title}</p>
      {help && <p className="mt-1">{help}</p>}
      {children && <div className="mt-3 flex flex-wrap justify-center gap-2">{children}</div>}
    </div>
  )
}

export function Loading({ text }: { text?: string }) {
  const { t } = useTranslation()
  return (
    <div role="status" className="flex items-center justify-center gap-2 px-5 py-8 text-sm text-dim">
      <LoaderCircle size={15} aria-hidden className="motion-safe:animate-spin" />
      {text ?? t('app.loading')}
    </div>
  )
}

/** Why something is not there, and what can be done about it. */
export function Failure({ error, onRetry }: { error: ErrorShape; onRetry?: (() => void) | undefined }) {
  const { t } = useTranslation()
  const speech = useSpeech()
  return (
    <div role="alert" className="px-5 py-6 text-sm">
      <p className="flex items-start gap-2 font-medium text-error">
        <TriangleAlert size={16} aria-hidden className="mt-0.5 shrink-0" />
        {speech.error(error)}
      </p>
      <Remedy remedy={error.remedy} className="mt-1 text-dim" />
      {onRetry && (
        <Button className="mt-3" onClick={onRetry}>
          {t('app.retry')}
        </Button>
      )}
    </div>
  )
}

function Crashed({ message, onShow }: { message: string; onShow(): void }) {
  const { t } = useTranslation()
  return (
    <div role="alert" className="px-5 py-6 text-sm">
      <p className="font-medium text-error">{t('app.crashed')}</p>
      <p className="mt-1 text-dim">{t('app.crashedHelp')}</p>
      <p className="mt-1 font-mono text-xs text-faint">{message}</p>
      <Button className="mt-3" onClick={onShow}>
        {t('app.showAgain')}
      </Button>
    </div>
  )
}

/** Keeps a failure of one pane from taking the whole window with it. */
export class Boundary extends Component<{ children: ReactNode }, { message: string | null }> {
  override state = { message: null as string | null }

  static getDerivedStateFromError(error: unknown): { message: string } {
    return { message: error instanceof Error ? error.message : String(error) }
  }

  override render(): ReactNode {
    if (this.state.message === null) return this.props.children
    return <Crashed message={this.state.message} onShow={() => this.setState({ message: null })} />
  }
}
