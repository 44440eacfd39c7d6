import { type FileKind, hasExtension, startsWith } from './file-discoverer'

/** The magic bytes stand behind a checksum of eight bytes (https://duckdb.org/docs/stable/internals/storage). */
export const duckdbFiles: FileKind = {
  engine: 'duckdb',
  exclusive: true,
  takesPassword: true,
  recognises: (target) => startsWith(target, 'DUCK', 8) || hasExtension(target, ['.duckdb', '.ddb']),
}
