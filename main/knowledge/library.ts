import type { ChannelInput, ChannelOutput } from '../../contract/channels/channels'
import type { Annotation } from '../../contract/library/annotation'
import type { RecognitionLanguage } from '../../contract/library/recognition'
import type {
  DeletionPreview,
  DropItem,
  FigurePictures,
  LibraryFacets,
  LibrarySummary,
  PageBoxes,
  SourceFigure,
  SourceFilter,
  SourceText,
  SourceVersions,
  SourceView,
} from '../../contract/library/source'
import type { SourceDate } from '../../contract/library/source-date'
import type { SourceWork, Work } from '../../contract/report/bibliography'
import type { Database } from '../store'
import type { IntakeCounts } from './intake/intake'
import type { GivenNote } from './intake/note'
import type { CitationIndex, DetectMediaType, IndexChange, PassageEncoder, SourceReaders } from './ports'
import type { LibraryListener } from './sources/library-stream'

export interface LibraryOptions {
  readonly database: Database
  readonly readers: SourceReaders
  /** Default: the readers' own. */
  readonly detect?: DetectMediaType
  readonly inference: PassageEncoder
  readonly projectId: string
  readonly citations: CitationIndex
  /** Who answers by meaning until every passage has a vector of the encoder's model; told when some have none, and once all have. */
  readonly reembedding?: { state(): { readonly former: unknown } | null; begin(): void; end(): Promise<void> }
  /** Told of every commit that changed what recall finds. */
  readonly onIndexChanged?: (change: IndexChange) => void
  /** Languages of text to recognise in scans and images, now. Default: none. */
  readonly recognise?: () => readonly RecognitionLanguage[]
  /** Current version by reader name; sources read by an older one are read again when they are met. */
  readonly readerVersions?: Readonly<Record<string, number>>
  readonly clock?: { now(): number }
  /** Whether dropped folders are watched for changes. Default true. */
  readonly watch?: boolean
  /** Called with errors of background work that no call waits for. */
  readonly onBackgroundError: (error: unknown) => void
}

/** The library: what was dropped, its queue, its index. */
export interface Library {
  /** Begins to work through the queue, from where the last run stopped, and looks at all files again. */
  start(): void
  /** What each path becomes; writes nothing. */
  inspect(paths: readonly string[], signal?: AbortSignal): Promise<DropItem[]>
  /** Queues files and folders. Throws `read.notFound` or `read.forbidden` for a path, then nothing is queued. */
  add(paths: readonly string[], options?: { signal?: AbortSignal }): Promise<IntakeCounts>
  /** Throws `input.empty`, and `source.notFound` where the note is gone whose place it is to take. */
  addNote(note: GivenNote): Promise<SourceView>
  list(options: {
    offset: number
    limit: number
    filter?: SourceFilter | undefined
  }): Promise<{ sources: SourceView[]; total: number }>
  /** Throws `source.notFound`. */
  get(sourceId: string): Promise<SourceView>
  /** Throws `source.notFound`. */
  text(sourceId: string, window?: { around?: number | undefined; length?: number | undefined }): Promise<SourceText>
  /** The whole extracted text; null where the source is gone or nothing was read yet. */
  extractedText(sourceId: string): Promise<string | null>
  /** Path of the file on disk. Throws `source.notFound`, and `read.notFound` for a note, which has none. */
  originalPath(sourceId: string): Promise<string>
  /** Where characters of the text stand on the pages of a PDF; empty for anything else. */
  pageBoxes(sourceId: string, start: number, end: number): Promise<PageBoxes[]>
  /** The figures that the text between `start` and `end` names or captions, of a PDF, Word document, book or web page. */
  figures(sourceId: string, start: number, end: number): Promise<SourceFigure[]>
  /** The pictures of the figure whose caption begins at `start`, of a source without pages. Throws QuarryErrors `read.*`. */
  figurePictures(sourceId: string, start: number): Promise<FigurePictures>
  /** What each source is as a work, by its id. */
  works(sourceIds: readonly string[]): Promise<Map<string, SourceWork>>
  /** When each source is from. */
  dates(sourceIds: readonly string[]): Promise<SourceDate[]>
  /** Throws `source.notFound`. */
  work(sourceId: string): Promise<SourceWork>
  /** Keeps what a person says that it is; null forgets it. Throws `source.notFound`. */
  describeWork(sourceId: string, described: Work | null): Promise<SourceWork>
  /** What search can be narrowed by. */
  facets(): Promise<LibraryFacets>
  /** Gives sources a tag or collection, or takes it from them. */
  label(change: ChannelInput<'library.label'>): Promise<void>
  renameLabel(change: ChannelInput<'library.renameLabel'>): Promise<void>
  removeLabel(change: ChannelInput<'library.removeLabel'>): Promise<void>
  /** A person's highlights and notes on a source, in the order of its text. */
  annotations(sourceId: string): Promise<Annotation[]>
  /** Keeps a highlight or note. Throws `source.notFound`, and `input.invalid` for a range that the text does not have. */
  annotate(given: ChannelInput<'library.annotate'>): Promise<Annotation>
  /** Throws `source.notFound` where it was removed. */
  editAnnotation(given: ChannelInput<'library.editAnnotation'>): Promise<Annotation>
  removeAnnotation(annotationId: string): Promise<void>
  /** Of these sources those that have other versions in the library. */
  versions(sourceIds: readonly string[]): Promise<SourceVersions[]>
  citedBy(sourceId: string): Promise<ChannelOutput<'library.citedBy'>>
  /** Queues failed (or missing) sources again. */
  retry(sourceIds: readonly string[]): Promise<void>
  /** Queues every failed source again; answers how many. */
  retryAllFailed(): Promise<number>
  /** Text recognition has another language: queues again what it may read more of. */
  recogniseMore(): Promise<void>
  /** Reads a source again with what was masked in it: a person says that none of it is a secret. Throws `source.notFound`. */
  keepRedacted(sourceId: string): Promise<void>
  previewDeletion(sourceIds: readonly string[]): Promise<DeletionPreview>
  remove(sourceIds: readonly string[]): Promise<DeletionPreview>
  previewRootRemoval(root: string): Promise<DeletionPreview>
  removeRoot(root: string): Promise<DeletionPreview>
  /** Works on these sources no more: they are about to be another library's. */
  release(sourceIds: readonly string[]): void
  /** Sources with these passages came from another library, or went to one. */
  movedOver(change: IndexChange): void
  /** Looks at all files again: flags what is gone, queues what changed or is new. */
  rescan(signal?: AbortSignal): Promise<{ changed: number; missing: number }>
  summary(): Promise<LibrarySummary>
  /** The summary and what is in flight. */
  progress(): Promise<{ summary: LibrarySummary; inFlight: SourceView[] }>
  /** Streams the summary and what is in flight, at most every 150 ms; the first at once. */
  subscribe(listener: LibraryListener): () => void
  pause(): void
  resume(): void
  /** Resolves when nothing is queued or in flight. Rejects with the reason when the queue stands still by itself. */
  whenIdle(signal?: AbortSignal): Promise<void>
  /** Resolves when the index is of this version and this model throughout, or that was given up for now. */
  whenCurrent(): Promise<void>
  close(): Promise<void>
}
