import { useTranslation } from 'react-i18next'
import type { TableSchema } from '../../../../contract/resources/resource'
import { Breakable } from '../../../ui/breakable'
import { Part } from '../../../ui/facts'
import { useFormat } from '../../../window/use-format'
import { GrowingList } from './growing-list'

const fullName = ({ schema, name }: TableSchema): string => (schema ? `${schema}.${name}` : name)

function Columns({ table }: { table: TableSchema }) {
  const { t } = useTranslation()
  return (
    <div className="pb-2 pl-4">
      {table.comment !== undefined && (
        <p className="pb-1 text-xs text-dim">
          <bdi>{table.comment}</bdi>
        </p>
      )}
      <table className="w-full table-fixed text-left text-xs">
        <thead>
          <tr className="text-faint">
            <th scope="col" className="w-[38%] py-1 pr-3 font-medium">
              {t('resources.detail.column')}
            </th>
            <th scope="col" className="w-[28%] py-1 pr-3 font-medium">
              {t('resources.detail.columnType')}
            </th>
            <th scope="col" className="py-1 font-medium">
              {t('resources.detail.samples')}
            </th>
          </tr>
        </thead>
        <tbody>
          {table.columns.map((column) => (
            <tr key={column.name} className="border-t border-line align-baseline">
              <th scope="row" className="py-1 pr-3 font-medium">
                <bdi>
                  <Breakable name={column.name} />
                </bdi>
                {column.primaryKey && (
                  <span className="ml-1.5 font-normal text-faint">{t('resources.detail.key')}</span>
                )}
                {column.comment !== undefined && <bdi className="block font-normal text-faint">{column.comment}</bdi>}
              </th>
              <td className="py-1 pr-3 font-mono text-2xs text-dim">
                <span className="line-clamp-3">{column.type}</span>
                {column.nullable && !column.primaryKey && (
                  <span className="sr-only"> ({t('resources.detail.optional')})</span>
                )}
              </td>
              <td className="py-1 text-dim">
                <bdi className="line-clamp-2">{column.samples.join(' · ')}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {table.foreignKeys.length > 0 && (
        <p className="mt-1.5 text-xs text-dim">
          {t('app.labelled', {
            label: t('resources.detail.foreignKeys'),
            what: table.foreignKeys
              .map(({ columns, table: other, references }) =>
                t('resources.detail.refersTo', {
                  columns: columns.join(', '),
                  table: other,
                  references: references.join(', '),
                }),
              )
              .join(t('steps.and')),
          })}
        </p>
      )}
    </div>
  )
}

/** The tables of a database, each with its columns, samples and what it refers to. */
export function Tables({ tables, total }: { tables: readonly TableSchema[]; total: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  const rows = (table: TableSchema): string => {
    if (table.rows === null) return t('resources.detail.rowsUnknown')
    return table.rowsEstimated
      ? t('resources.detail.rowsAbout', { rows: format.number(table.rows) })
      : t('resources.detail.rows', { count: table.rows, rows: format.number(table.rows) })
  }
  return (
    <Part
      title={t('resources.detail.tables')}
      end={<span className="text-xs text-faint tabular-nums">{format.number(total)}</span>}
    >
      {total > tables.length && (
        <p className="pb-1 text-xs text-dim">
          {t('resources.detail.tablesSome', { shown: format.number(tables.length), total: format.number(total) })}
        </p>
      )}
      <GrowingList
        items={tables}
        keyOf={fullName}
        wordsOf={(table) =>
          [fullName(table), table.comment, ...table.columns.flatMap(({ name, comment }) => [name, comment])]
            .join(' ')
            .toLowerCase()
        }
        findLabel={t('resources.detail.findTable')}
      >
        {(table) => (
          <details data-testid="table" open={tables.length === 1}>
            <summary className="flex items-baseline gap-2 py-1.5 text-sm before:text-faint before:content-['▸'] [[open]>&]:before:content-['▾']">
              <bdi className="min-w-0 flex-1 truncate font-medium">{fullName(table)}</bdi>
              {table.kind === 'view' && <span className="text-xs text-faint">{t('resources.detail.view')}</span>}
              <span className="shrink-0 text-xs text-faint tabular-nums">{rows(table)}</span>
            </summary>
            <Columns table={table} />
          </details>
        )}
      </GrowingList>
    </Part>
  )
}
