import {
  Book,
  BookMarked,
  Braces,
  CodeXml,
  File,
  FileText,
  FileType,
  FileType2,
  Globe,
  Image,
  type LucideIcon,
  Mail,
  NotebookText,
  Presentation,
  Sheet,
  StickyNote,
  Table,
  Text,
} from 'lucide-react'
import type { MediaType, SourceKind } from '../../../contract/library/source'

const icons: Record<MediaType, LucideIcon> = {
  markdown: FileText,
  text: Text,
  html: Globe,
  pdf: FileType,
  docx: FileType2,
  table: Table,
  json: Braces,
  code: CodeXml,
  email: Mail,
  slides: Presentation,
  book: Book,
  notebook: NotebookText,
  rtf: FileType2,
  odt: FileType2,
  workbook: Sheet,
  references: BookMarked,
  image: Image,
}

/** The picture of a kind of material. Its name always stands beside it. */
export function MediaIcon({ mediaType, kind = 'file' }: { mediaType: MediaType | null; kind?: SourceKind }) {
  const Icon = kind === 'note' ? StickyNote : mediaType ? icons[mediaType] : File
  return <Icon size={15} aria-hidden className="shrink-0 text-faint" />
}
