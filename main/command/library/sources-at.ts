import { sep } from 'node:path'
import type { SourceFilter, SourceView } from '../../../contract/library/source'
import type { Connection } from '../../api'

const pageSize = 500

/** All sources of the project that pass the filter, page by page. */
export async function* pagesOfSources(
  connection: Connection,
  filter: SourceFilter = {},
): AsyncGenerator<readonly SourceView[]> {
  for (let offset = 0; ; offset += pageSize) {
    const { sources, total } = await connection.call('library.list', { offset, limit: pageSize, filter })
    yield sources
    if (offset + pageSize >= total) return
  }
}

/** Whether a source lies at a path, or below it. */
export const isAt = ({ path }: Pick<SourceView, 'path'>, at: string): boolean =>
  path === at || path?.startsWith(at.endsWith(sep) ? at : at + sep) === true
