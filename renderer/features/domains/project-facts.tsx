import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProjectFacts as Facts } from '../../../contract/library/project-facts'
import { quarry, useCall } from '../../bridge'
import { Button } from '../../ui/button'
import { Chip } from '../../ui/chip'
import { Fact, Facts as FactList } from '../../ui/facts'
import { Failure } from '../../ui/states'
import { useFormat } from '../../window/use-format'
import { useProjectName } from '../projects/use-project-name'
import { useFilterNames } from '../search/filter-names'
import { FactsForm } from './facts-form'

/** What the project is: what a person wrote of it, and what its sources say. `of` changes as they do. */
export function ProjectFacts({ of }: { of: string }) {
  const { t } = useTranslation()
  const nameOf = useProjectName()
  const [edits, setEdits] = useState(0)
  const [isOpen, setOpen] = useState(false)
  /** While a person writes, nothing is read anew: a field that they left alone would count as edited. */
  const [editedOf, setEditedOf] = useState<string | null>(null)
  const found = useCall(`facts ${editedOf ?? of} ${edits}`, () => quarry.projectFacts())
  if (found.status === 'failed') return <Failure error={found.error} />
  if (found.value === null) return null
  const facts = found.value
  if (editedOf !== null) {
    return (
      <FactsForm
        facts={facts}
        onClose={(isChanged) => {
          setEditedOf(null)
          if (isChanged) setEdits(edits + 1)
        }}
      />
    )
  }
  return (
    <details
      data-testid="project-facts"
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="mt-3 shrink-0 rounded-lg border border-line bg-panel px-3.5 py-2"
    >
      <summary className="cursor-pointer">
        <h2 className="inline font-medium">
          <bdi>{nameOf(facts)}</bdi>
        </h2>
        <Summary facts={facts} />
      </summary>
      <div className="mt-2 max-h-[38vh] overflow-auto">
        {facts.description !== '' && <p className="max-w-[68ch] wrap-anywhere">{facts.description}</p>}
        <Found facts={facts} />
        <div className="mt-2 flex items-center gap-2 pb-1">
          <Button icon={Pencil} onClick={() => setEditedOf(of)}>
            {t('facts.edit')}
          </Button>
          {facts.edited.length > 0 && <Chip tone="busy">{t('domains.edited')}</Chip>}
        </div>
      </div>
    </details>
  )
}

/** The languages of its code, else its most frequent types. */
function Summary({ facts: { code, types, sources } }: { facts: Facts }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { nameOf } = useFilterNames()
  const told =
    code.length > 0
      ? [
          t('app.labelled', {
            label: t('facts.code'),
            what: code
              .slice(0, 3)
              .map(({ language, share }) => `${nameOf('languages', language)} ${format.percent(share)}`)
              .join(t('app.listed')),
          }),
        ]
      : types.slice(0, 3).map(({ type, count }) => `${nameOf('types', type)} ${format.number(count)}`)
  return (
    <span className="ml-2 text-xs text-faint tabular-nums">
      {[t('facts.count', { count: sources, total: format.number(sources) }), ...told].join(' · ')}
    </span>
  )
}

function Found({ facts: { notes, folders, stack, code, types, languages, span } }: { facts: Facts }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { nameOf } = useFilterNames()
  return (
    <div className="mt-1.5">
      <FactList>
        {notes !== '' && (
          <Fact name={t('facts.notes')}>
            <span className="whitespace-pre-wrap wrap-anywhere">{notes}</span>
          </Fact>
        )}
        {code.length > 0 && (
          <Fact name={t('facts.code')}>
            {code.map(({ language, share }) => `${nameOf('languages', language)} ${format.percent(share)}`).join(' · ')}
          </Fact>
        )}
        {stack.map(({ ecosystem, manifests, dependencies, total }) => (
          <Fact key={ecosystem} name={ecosystem}>
            <span className="wrap-anywhere">{dependencies.join(', ')}</span>
            {total > dependencies.length &&
              ` ${t('facts.more', { total: format.number(total - dependencies.length) })}`}
            <span className="ml-2 text-xs text-faint wrap-anywhere">{manifests.join(', ')}</span>
          </Fact>
        ))}
        {types.length > 0 && (
          <Fact name={t('facts.types')}>
            {types.map(({ type, count }) => `${nameOf('types', type)} ${format.number(count)}`).join(' · ')}
          </Fact>
        )}
        {languages.length > 0 && (
          <Fact name={t('facts.languages')}>
            {languages
              .map(({ language, count }) => `${nameOf('languages', language)} ${format.number(count)}`)
              .join(' · ')}
          </Fact>
        )}
        {span !== null && (
          <Fact name={t('facts.span')}>{span.from === span.to ? span.from : `${span.from} – ${span.to}`}</Fact>
        )}
        {folders.length > 0 && (
          <Fact name={t('facts.folders')}>
            {folders.map((folder) => (
              <bdi key={folder} className="block font-mono text-2xs wrap-anywhere">
                {folder}
              </bdi>
            ))}
          </Fact>
        )}
      </FactList>
    </div>
  )
}
