import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { cellText } from './cell-text'

/** A row of an answer; `isMeant` marks the one that a citation points at. */
interface AnsweredRow {
  readonly key: string
  readonly cells: readonly unknown[]
  readonly isMeant?: boolean
  /** What stands in its last cell instead of the plain text: a sentence with its citation. */
  readonly last?: ReactNode
}

/** Rows that a database answered, below its columns. */
export function AnsweredTable({ columns, rows }: { columns: readonly string[]; rows: readonly AnsweredRow[] }) {
  return (
    <div className="overflow-x-auto rounded-md border border-line">
      <table className="w-full text-left text-sm tabular-nums" data-testid="answered-rows">
        <thead className="bg-sunk text-xs text-dim">
          <tr>
            {columns.map((column, index) => (
              <th
                // biome-ignore lint/suspicious/noArrayIndexKey: a column is its position; names may repeat
                key={index}
                scope="col"
                className={clsx(
                  'px-2 py-1 align-bottom font-medium [overflow-wrap:break-word]',
                  typeof rows[0]?.cells[index] === 'number' && 'text-right',
                )}
              >
                <bdi>{column}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells, isMeant = false, last }) => (
            <tr
              key={key}
              aria-current={isMeant || undefined}
              className={clsx('border-t border-line', isMeant && 'bg-mark text-ink')}
            >
              {cells.map((cell, index) => (
                <td
                  // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its position
                  key={index}
                  className={clsx(
                    'px-2 py-1 align-top [overflow-wrap:break-word]',
                    typeof cell === 'number' && 'text-right whitespace-nowrap',
                  )}
                >
                  {index === cells.length - 1 && last !== undefined ? (
                    last
                  ) : (
                    <bdi className={cell === null ? 'text-faint' : undefined}>{cellText(cell)}</bdi>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
