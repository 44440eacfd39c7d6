import { z } from 'zod'
import { errorShape } from '../error-shape'
import { progressFact } from '../progress'
import { resourceOffer } from '../resources/resource'
import { confidence, recognition } from './recognition'

export const sourceId = z.string().min(1).max(64)
export const passageId = z.number().int().positive()

/**
 * Life of a source in the index. `reading`: a reader takes its text and cuts it into passages. `missing`: its file is
 * gone; what was indexed is kept and flagged.
 */
export const sourceState = z.enum(['queued', 'reading', 'embedding', 'indexed', 'failed', 'missing'])
export type SourceState = z.infer<typeof sourceState>

export const sourceKind = z.enum(['file', 'note'])
export type SourceKind = z.infer<typeof sourceKind>

/** What a reader made of a file. */
export const mediaType = z.enum([
  ...['markdown', 'text', 'html', 'pdf', 'docx', 'table', 'json', 'code'],
  ...['email', 'slides', 'book', 'notebook', 'rtf', 'odt', 'workbook', 'references', 'image'],
] as const)
export type MediaType = z.infer<typeof mediaType>

/** Whether names of code stand in it. */
export const holdsCode = (of: MediaType): boolean => of === 'code' || of === 'notebook'

/** What a place's `page` counts. */
export const partKind = z.enum(['page', 'slide', 'message', 'cell', 'sheet'])
export type PartKind = z.infer<typeof partKind>

const parts: Readonly<Partial<Record<MediaType, PartKind>>> = {
  email: 'message',
  slides: 'slide',
  notebook: 'cell',
  workbook: 'sheet',
}

/** What the parts of a kind of material are, where it has any. */
export const partOf = (of: MediaType | null): PartKind => (of === null ? 'page' : (parts[of] ?? 'page'))

/**
 * A place in a source. `start` and `end` are UTF-16 code units into the stored extracted text, end exclusive.
 * `page` is 1-based and only of material in pages or other numbered parts; lines are 1-based in the extracted text.
 */
export const locator = z.object({
  sourceId,
  start: z.number().int().nonnegative(),
  end: z.number().int().nonnegative(),
  page: z.number().int().positive().nullable(),
  /** Absent of pages. */
  part: partKind.optional(),
  /** How sure the text of its page is, where that was recognised in a picture. */
  recognised: confidence.optional(),
  lineStart: z.number().int().positive(),
  lineEnd: z.number().int().positive(),
})
export type Locator = z.infer<typeof locator>

/** What a person sorts sources by: a tag says what one is about, a collection what it was gathered for. */
export const labelKind = z.enum(['tag', 'collection'])
export type LabelKind = z.infer<typeof labelKind>

/** Name of a tag or collection. Two that differ in upper and lower case alone are one. */
export const label = z.string().trim().min(1).max(60)

/** What search is narrowed to by kind: a note that a person wrote is one, whatever its text is. */
export const sourceType = z.enum([...mediaType.options, 'note'])
export type SourceType = z.infer<typeof sourceType>

export const sourceView = z.object({
  id: sourceId,
  kind: sourceKind,
  name: z.string(),
  title: z.string().nullable(),
  path: z.string().nullable(),
  /** The dropped folder that it came with, or null for a single file. */
  root: z.string().nullable(),
  mediaType: mediaType.nullable(),
  language: z.string().nullable(),
  sizeBytes: z.number().nonnegative(),
  state: sourceState,
  /** 0 to 1 within the whole way from queued to indexed; null where nothing is under way. */
  progress: z.number().min(0).max(1).nullable(),
  /** How far it is within its state; null where nothing is counted. */
  counted: progressFact.nullable(),
  error: errorShape.nullable(),
  passages: z.number().int().nonnegative(),
  /** Different secrets that were masked in it; absent where there were none. */
  redacted: z.number().int().positive().optional(),
  /** Absent where no text of it was recognised in pictures. */
  recognition: recognition.optional(),
  /** Pages of it that could not be read; absent where all could. */
  unreadPages: z.number().int().positive().optional(),
  /** Absent where it has none, as are collections. */
  tags: z.array(label).optional(),
  collections: z.array(label).optional(),
  addedAt: z.string(),
  indexedAt: z.string().nullable(),
})
export type SourceView = z.infer<typeof sourceView>

/** Counts over the whole library. `revision` grows with every change, so that a list knows to ask again. */
export const librarySummary = z.object({
  revision: z.number().int(),
  total: z.number().int(),
  byState: z.record(sourceState, z.number().int()),
  passages: z.number().int(),
  /** Of the last minute; null where unknown or idle. */
  passagesPerSecond: z.number().nullable(),
  /** Estimated milliseconds until everything queued is indexed; null while it cannot be trusted, and where idle. */
  remainingMs: z.number().nullable(),
  paused: z.boolean(),
  /** Languages of script that the built-in encoder does not cover are found by keyword only. */
  keywordOnlyPassages: z.number().int(),
  /**
   * Who answers by meaning while passages in the index still need their vectors: a long text, or all where another model
   * was chosen; absent where all have them. `former`: the model before, which is on disk; `partly`: the present one, for
   * what it has embedded.
   */
  answeredMeanwhile: z.enum(['former', 'partly']).optional(),
  /** So many of them are being given theirs; absent where none is. */
  passagesWithoutVector: z.number().int().positive().optional(),
  /** Why the queue stands still by itself (the disk is full, say); absent while it runs or a person paused it. */
  pauseReason: errorShape.optional(),
})
export type LibrarySummary = z.infer<typeof librarySummary>

/** Sources that wait or are under way. */
export const countUnderWay = ({ queued, reading, embedding }: LibrarySummary['byState']): number =>
  queued + reading + embedding

export const sourceFilter = z.object({
  text: z.string().max(500).optional(),
  states: z.array(sourceState).optional(),
  root: z.string().optional(),
  tag: label.optional(),
  collection: label.optional(),
})
export type SourceFilter = z.infer<typeof sourceFilter>

/** Sources that are versions of one document, the newest first. */
export const sourceVersions = z.object({
  sourceId,
  /** It and the others. */
  versions: z.array(z.object({ sourceId, name: z.string(), changedAt: z.string() })).min(2),
})
export type SourceVersions = z.infer<typeof sourceVersions>

const facet = <Value extends z.ZodType>(value: Value) =>
  z.array(z.object({ value, sources: z.number().int().positive() }))

/** What the library's sources can be narrowed by, each with the number of its sources, the most first. */
export const libraryFacets = z.object({
  types: facet(sourceType),
  /** Folders that were added, by their paths. */
  folders: facet(z.string()),
  languages: facet(z.string()),
  tags: facet(label),
  collections: facet(label),
})
export type LibraryFacets = z.infer<typeof libraryFacets>

/** What one dropped or chosen item becomes, told before it is taken in. */
export const dropItem = z.object({
  path: z.string().nullable(),
  name: z.string(),
  /** `resource`: no document, but something else of use; see `resources`. `searchModel`: an encoder or a reranker. */
  becomes: z.enum(['document', 'folder', 'note', 'resource', 'searchModel', 'unreadable']),
  mediaType: mediaType.nullable(),
  /** Files that would be read (1 for a file), those passed over, and bytes in all. */
  files: z.number().int().nonnegative(),
  ignored: z.number().int().nonnegative(),
  sizeBytes: z.number().nonnegative(),
  byMediaType: z.partialRecord(mediaType, z.number().int()),
  /** Count stopped early because the folder is very large. */
  truncated: z.boolean(),
  alreadyIndexed: z.number().int().nonnegative(),
  reason: errorShape.nullable(),
  /** Of a folder: links that lead out of it. They are passed over, but can be added by the `path` that they lead to. */
  linksOut: z.array(z.object({ path: z.string(), name: z.string(), leadsTo: z.string() })),
  /** What it becomes beside a document, or instead of one (`exclusive`). */
  resources: z.array(resourceOffer),
  /** Of a folder with tables: a limit was reached, there may be more in it. */
  mayHoldMoreTables: z.boolean(),
  /** Databases of a folder that cannot be opened. */
  broken: z.array(z.object({ name: z.string(), reason: errorShape })),
})
export type DropItem = z.infer<typeof dropItem>

/** What a deletion would remove, told before it is done. */
export const deletionPreview = z.object({
  sources: z.number().int(),
  passages: z.number().int(),
  notes: z.number().int(),
  /** The person's highlights and notes on it. */
  annotations: z.number().int(),
  /** Reports that cite it: they keep the cited text. */
  citingReports: z.number().int(),
  sessions: z.number().int(),
})
export type DeletionPreview = z.infer<typeof deletionPreview>

export const heading = z.object({
  level: z.number().int(),
  text: z.string(),
  start: z.number().int(),
  /** Of a symbol of code: the end of what it declares, exclusive; its comment begins at `start`. */
  end: z.number().int().optional(),
})

/** A source opened for reading: the stored text, whole or a window around a place. */
export const sourceText = z.object({
  source: sourceView,
  text: z.string(),
  /** Offset of `text` in the extracted text. */
  offset: z.number().int().nonnegative(),
  totalLength: z.number().int().nonnegative(),
  pageStarts: z.array(z.number().int()),
  headings: z.array(heading),
  /** Whether the file on disk is still the one that was read. */
  fileState: z.enum(['same', 'changed', 'missing', 'none']),
})
export type SourceText = z.infer<typeof sourceText>

/** A page of a PDF and a box on it, in PDF points from the top left of the unrotated page. */
const pdfPage = z.object({ page: z.number().int().positive(), widthPoints: z.number(), heightPoints: z.number() })
const pdfBox = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })

/** Boxes of a character range on a page. */
export const pageBoxes = pdfPage.extend({ boxes: z.array(pdfBox) })
export type PageBoxes = z.infer<typeof pageBoxes>

/** Part of a page. */
export const pageArea = pdfPage.extend(pdfBox.shape)
export type PageArea = z.infer<typeof pageArea>

/** Whether its figures can be shown. */
export const showsFigures = (of: MediaType): boolean => ['pdf', 'docx', 'book', 'html'].includes(of)

/** A figure that a passage names, or whose caption it is. */
export const sourceFigure = z.object({
  /** As its caption begins: `Figure 3`. */
  label: z.string(),
  /** Its caption, cut where it is very long. */
  caption: z.string(),
  /** Where the caption stands in the extracted text. */
  start: z.number().int().nonnegative(),
  end: z.number().int().nonnegative(),
  /** Page of the caption; null of material without pages, whose figures are pictures in the file. */
  page: z.number().int().positive().nullable(),
  /** Where on pages the figure itself may be, the likeliest first: what is there has to be looked at. */
  areas: z.array(pageArea),
})
export type SourceFigure = z.infer<typeof sourceFigure>

/**
 * Why a picture is not shown. `absent`: there is none at the caption, or its file is gone; `format`: it is no PNG, JPEG, GIF or
 * WebP; `elsewhere`: on the web, or outside the folder of its page; `changed`: its file changed since the source was read.
 */
export const unshownPicture = z.enum(['absent', 'format', 'tooLarge', 'elsewhere', 'changed'])
export type UnshownPicture = z.infer<typeof unshownPicture>

/** The pictures of a figure in a file without pages, as files of their own, and why one of them is not among them. */
export const figurePictures = z.object({
  pictures: z.array(z.instanceof(Uint8Array)),
  unshown: unshownPicture.nullable(),
})
export type FigurePictures = z.infer<typeof figurePictures>
