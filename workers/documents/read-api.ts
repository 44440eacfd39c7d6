import type { DescribedApi } from '../../contract/resources/documents'
import type { ApiOperation } from '../../contract/resources/resource'

/** An operation as its document has it: cleaned and limited. */
export interface ReadOperation extends ApiOperation {
  readonly description: string
  readonly tags: readonly string[]
  /** What it answers with, in words; empty where it does not say. */
  readonly answers: string
  readonly deprecated: boolean
  readonly authAlternatives: readonly (readonly string[])[]
}

/** An API as its document has it, whatever the format. */
export interface ReadApi extends Pick<DescribedApi, 'format' | 'version' | 'title' | 'servers' | 'auth' | 'secrets'> {
  readonly description: string
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly operations: readonly ReadOperation[]
  readonly operationsTotal: number
  /** What could not be used, in whole sentences. */
  readonly leftOut: readonly string[]
}
