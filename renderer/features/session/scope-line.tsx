import { clsx } from 'clsx'
import { ListFilter } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ScopeItem } from '../../../contract/session/session-scope'
import { Button } from '../../ui/button'
import { ScopePicker } from './scope-picker'

interface ScopeLineProps {
  readonly items: readonly ScopeItem[]
  onChoose(items: readonly ScopeItem[]): void
}

/** What alone is asked, with the way to change it; a button alone where that is all of the project. */
export function ScopeLine({ items, onChoose }: ScopeLineProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const names = items.map(({ id, name }) => name ?? t('scope.gone', { id })).join(t('app.listed'))
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs" data-testid="scope">
      {items.length > 0 && (
        <span className="min-w-0 text-dim wrap-anywhere">
          <bdi>{t('scope.only', { names })}</bdi>
        </span>
      )}
      <Button
        tone="quiet"
        icon={ListFilter}
        className={clsx('h-7 px-2', items.length === 0 && '-ml-2')}
        onClick={() => setOpen(true)}
      >
        {t(items.length === 0 ? 'scope.narrow' : 'scope.change')}
      </Button>
      {isOpen && <ScopePicker chosen={items} onChoose={onChoose} onClose={() => setOpen(false)} />}
    </div>
  )
}
