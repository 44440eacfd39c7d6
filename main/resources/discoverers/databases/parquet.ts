import { type FileKind, hasExtension, startsWith } from './file-discoverer'

export const parquetFiles: FileKind = {
  engine: 'parquet',
  exclusive: true,
  takesPassword: false,
  recognises: (target) => startsWith(target, 'PAR1') || hasExtension(target, ['.parquet', '.pq']),
}
