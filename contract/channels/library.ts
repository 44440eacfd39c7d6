import { z } from 'zod'
import { annotation, annotationId, annotationNote, textRange } from '../library/annotation'
import {
  domainDocuments,
  domainEdit,
  domainMap,
  domainMerge,
  domainPage,
  domainView,
  onDomain,
} from '../library/domain'
import {
  deletionPreview,
  dropItem,
  figurePictures,
  label,
  labelKind,
  libraryFacets,
  librarySummary,
  pageBoxes,
  sourceFigure,
  sourceFilter,
  sourceId,
  sourceText,
  sourceVersions,
  sourceView,
} from '../library/source'
import { intent } from '../recall/intent'
import { searchAnswer, searchQuery } from '../recall/search'
import { searchModel } from '../recall/search-models'
import { sourceWork, work } from '../report/bibliography'
import { takenResource } from '../resources/resource'
import { sessionId } from '../session/session'
import { none, page, path } from './inputs'

/** The library: its sources, searches of it, and what it is about. */
export const libraryChannels = {
  /** The window names paths by tokens: of what a person dropped, pasted, chose, or started Quarry with. */
  'library.inspect': { input: z.object({ paths: z.array(path).min(1).max(10_000) }), output: z.array(dropItem) },
  'library.add': {
    input: z.object({ paths: z.array(path).min(1).max(10_000) }),
    output: z.object({
      added: z.number().int(),
      unchanged: z.number().int(),
      ignored: z.number().int(),
      /** The whole resources (not their parts) that the paths became beside documents. */
      resources: z.array(takenResource),
      /** Folders that hold a model for search; chosen in the settings. */
      models: z.array(searchModel),
    }),
  },
  /**
   * With `notSecretsOf` the note takes the place of one that was made of the same text: a person says that what was redacted
   * there is no secret. Of that one nothing is kept that could be shown again, so the text comes once more.
   */
  'library.addNote': {
    input: z.object({
      title: z.string().max(300).optional(),
      text: z.string().min(1).max(5_000_000),
      notSecretsOf: sourceId.optional(),
    }),
    output: sourceView,
  },
  'library.list': {
    input: page.extend({
      filter: sourceFilter.optional(),
    }),
    output: z.object({ sources: z.array(sourceView), total: z.number().int() }),
  },
  'library.summary': { input: none, output: librarySummary },
  'library.facets': { input: none, output: libraryFacets },
  /** Gives sources a tag or collection, or takes it from them. One that no source has is no more. */
  'library.label': {
    input: z.object({
      kind: labelKind,
      name: label,
      sourceIds: z.array(sourceId).min(1).max(10_000),
      /** Whether they have it from now on. */
      has: z.boolean(),
    }),
    output: none,
  },
  /** Takes the name of another one: both are one then. */
  'library.renameLabel': { input: z.object({ kind: labelKind, name: label, to: label }), output: none },
  'library.removeLabel': { input: z.object({ kind: labelKind, name: label }), output: none },
  'library.text': {
    input: z.object({
      sourceId,
      around: z.number().int().nonnegative().optional(),
      length: z.number().int().min(1).max(400_000).optional(),
    }),
    output: sourceText,
  },
  'library.pageBoxes': {
    input: z.object({ sourceId, start: z.number().int().nonnegative(), end: z.number().int().nonnegative() }),
    output: z.array(pageBoxes),
  },
  /** The figures that a passage of a PDF, Word document, book or web page names, or whose captions it has. */
  'library.figures': {
    input: z.object({ sourceId, start: z.number().int().nonnegative(), end: z.number().int().nonnegative() }),
    output: z.array(sourceFigure),
  },
  /** The pictures of the figure whose caption begins at `start`, of a source without pages. */
  'library.figurePictures': {
    input: z.object({ sourceId, start: z.number().int().nonnegative() }),
    output: figurePictures,
  },
  /** The bytes of a PDF source, to be drawn in the window. */
  'library.bytes': { input: z.object({ sourceId }), output: z.instanceof(Uint8Array) },
  'library.retry': { input: z.object({ sourceIds: z.array(sourceId).min(1).max(10_000) }), output: none },
  'library.keepRedacted': { input: z.object({ sourceId }), output: none },
  'library.retryFailed': { input: none, output: z.object({ retried: z.number().int() }) },
  'library.pause': { input: z.object({ paused: z.boolean() }), output: none },
  'library.rescan': { input: none, output: z.object({ changed: z.number().int(), missing: z.number().int() }) },
  'library.previewRemoval': {
    input: z.object({ sourceIds: z.array(sourceId).min(1).max(100_000) }),
    output: deletionPreview,
  },
  'library.remove': { input: z.object({ sourceIds: z.array(sourceId).min(1).max(100_000) }), output: deletionPreview },
  'library.removeRoot': { input: z.object({ root: path }), output: deletionPreview },
  'library.previewRootRemoval': { input: z.object({ root: path }), output: deletionPreview },
  'library.addSample': { input: none, output: z.object({ added: z.number().int() }) },
  /** What a source is as a work: its authors, year, title, … */
  'library.work': { input: z.object({ sourceId }), output: sourceWork },
  /** Keeps what a person says that it is; null forgets it. Answers what is known then. */
  'library.describeWork': { input: z.object({ sourceId, work: work.nullable() }), output: sourceWork },
  /** A person's highlights and notes on a source, in the order of its text. */
  'library.annotations': { input: z.object({ sourceId }), output: z.array(annotation) },
  'library.annotate': {
    input: z.object({ sourceId, range: textRange.nullable(), note: annotationNote }),
    output: annotation,
  },
  'library.editAnnotation': { input: z.object({ annotationId, note: annotationNote }), output: annotation },
  'library.removeAnnotation': { input: z.object({ annotationId }), output: none },
  /** Of these sources those that have other versions in the library. */
  'library.versions': {
    input: z.object({ sourceIds: z.array(sourceId).min(1).max(200) }),
    output: z.array(sourceVersions),
  },
  'library.citedBy': {
    input: z.object({ sourceId }),
    output: z.array(
      z.object({
        sessionId,
        sessionTitle: z.string(),
        /** Version of the report. */
        version: z.number().int(),
        n: z.number().int(),
        sentence: z.string(),
        start: z.number().int(),
        end: z.number().int(),
      }),
    ),
  },
  'recall.search': { input: searchQuery, output: searchAnswer },
  /** How a question is understood. */
  'recall.intent': { input: z.object({ question: z.string().max(20_000) }), output: intent },
  'domains.map': { input: none, output: domainMap },
  /** The nearest to the centre first. */
  'domains.documents': { input: domainPage, output: domainDocuments },
  'domains.edit': { input: domainEdit, output: domainView },
  'domains.merge': { input: domainMerge, output: none },
  'domains.remove': { input: onDomain, output: none },
  /** Answers once they are found. */
  'domains.rebuild': { input: none, output: none },
  'domains.stop': { input: none, output: none },
} as const
