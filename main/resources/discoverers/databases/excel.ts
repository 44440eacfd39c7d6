import { type FileKind, hasExtension, startsWith } from './file-discoverer'

/** Workbooks are ZIP archives; one with a password is wrapped into the container of the older format. */
export const excelFiles: FileKind = {
  engine: 'excel',
  exclusive: true,
  takesPassword: false,
  recognises: (target) => {
    if (hasExtension(target, ['.xlsx', '.xlsm'])) return true
    return startsWith(target, 'PK\x03\x04') && Buffer.from(target.head).includes('xl/workbook.xml')
  },
}
