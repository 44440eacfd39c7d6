import { useTranslation } from 'react-i18next'
import type { GivenItem } from '../../../contract/library/memory'
import type { SessionView } from '../../../contract/session/session'
import { quarry, useCall } from '../../bridge'
import { SectionTitle } from '../../ui/field'
import { Failure } from '../../ui/states'
import { useFormat } from '../../window/use-format'

/** What the engine was given of what the project is, holds and remembers, for each part of the newest version. */
export function Given({ session: { id: sessionId, asked, updatedAt } }: { session: SessionView }) {
  const { t } = useTranslation()
  const format = useFormat()
  const version = asked.length
  const given = useCall(version === 0 ? null : `given ${sessionId} ${version} ${updatedAt}`, () =>
    quarry.sessionGiven({ sessionId, version }),
  )
  if (given.status === 'failed') return <Failure error={given.error} />
  if (given.value === null || given.value.length === 0) return null
  return (
    <section className="mt-3" data-testid="given">
      <div className="px-2.5">
        <SectionTitle>{t('given.title')}</SectionTitle>
      </div>
      <ol className="px-4">
        {given.value.map(({ part, title, items, tokens, budget }) => (
          <li key={`${part} ${title}`} className="border-t border-line py-1 text-sm">
            <details>
              <summary className="cursor-pointer">
                {t(`given.part.${part}`)}
                {title !== '' && <span className="text-dim wrap-anywhere"> · {title}</span>}
                <span className="block pl-3.5 text-xs text-faint tabular-nums">
                  {t('given.tokens', { tokens: format.number(tokens), budget: format.number(budget) })}
                </span>
              </summary>
              <ul className="mt-1 space-y-1.5">
                {items.map((item) => (
                  <Item key={item.id} item={item} />
                ))}
              </ul>
            </details>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Item({ item }: { item: GivenItem }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <li className="rounded bg-sunk px-2 py-1 text-xs">
      <span className="text-faint tabular-nums">
        {t(`given.kind.${item.kind}`, { when: format.when(item.at) })}
        {item.kind !== 'facts' && ` · ${t('given.relevance', { relevance: format.percent(item.relevance) })}`}
      </span>
      <Heading item={item} />
      {item.kind === 'code' ? (
        <pre className="mt-0.5 font-mono whitespace-pre-wrap wrap-anywhere">{item.text}</pre>
      ) : (
        <span className="block wrap-anywhere">{item.text}</span>
      )}
    </li>
  )
}

function Heading({ item }: { item: GivenItem }) {
  const { t } = useTranslation()
  const className = 'block font-medium wrap-anywhere'
  switch (item.kind) {
    case 'answer':
      return <span className={className}>{item.question}</span>
    case 'domain':
      return (
        <>
          <span className={className}>{item.name}</span>
          {item.keyFiles.length > 0 && (
            <span className="block text-faint wrap-anywhere">
              {t('given.keyFiles', { files: item.keyFiles.join(t('given.comma')) })}
            </span>
          )}
        </>
      )
    case 'code':
      return (
        <>
          <code className={className}>{item.symbol}</code>
          <span className="block text-faint wrap-anywhere">
            {t('given.lines', {
              path: item.path,
              lines: item.lineStart === item.lineEnd ? `${item.lineStart}` : `${item.lineStart}–${item.lineEnd}`,
            })}
          </span>
        </>
      )
    case 'facts':
    case 'memory':
      return null
  }
}
