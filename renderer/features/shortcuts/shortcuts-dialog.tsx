import { useTranslation } from 'react-i18next'
import { Key } from '../../ui/chip'
import { Dialog } from '../../ui/dialog'
import { modKey } from '../../window/use-shortcuts'

/** Every key that the window knows. */
export function ShortcutsDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation()
  const mod = modKey()
  const rows: [string, string[]][] = [
    [t('shortcuts.palette'), [`${mod} K`]],
    [t('shortcuts.newSession'), ['N']],
    [t('search.title'), ['S']],
    [t('shortcuts.search'), ['/']],
    [t('domains.title'), ['D']],
    [t('shortcuts.resources'), ['R']],
    [t('shortcuts.match'), ['M']],
    [t('shortcuts.pool'), ['P']],
    [t('shortcuts.calls'), ['C']],
    [t('shortcuts.nextCitation'), ['J']],
    [t('shortcuts.previousCitation'), ['K']],
    [t('whyDialog.title'), ['W']],
    [t('shortcuts.find'), [`${mod} F`]],
    [t('shortcuts.accept'), [`${mod} ↵`]],
    [t('shortcuts.left'), ['[']],
    [t('shortcuts.right'), [']']],
    [t('shortcuts.settings'), [`${mod} ,`]],
    [t('shortcuts.close'), ['Esc']],
    [t('shortcuts.show'), ['?']],
  ]
  return (
    <Dialog title={t('shortcuts.title')} onClose={onClose} testId="shortcuts">
      <dl className="text-sm">
        {rows.map(([label, keys]) => (
          <div key={label} className="flex items-center justify-between gap-3 border-t border-line py-1.5">
            <dt>{label}</dt>
            <dd className="flex gap-1">
              {keys.map((key) => (
                <Key key={key}>{key}</Key>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
