import { closeSync, fsyncSync, openSync } from 'node:fs'
import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

type EmscriptenOptions = Parameters<NodeFS['init']>[1]

/** What Emscripten's NODEFS is here, as far as it is used. */
interface NodeFileStream {
  readonly nfd?: number
  readonly node: object
}
interface NodeFileSystem {
  realPath(node: object): string
  tryFSOperation<Value>(operation: () => Value): Value
  readonly stream_ops: { fsync?: (stream: NodeFileStream) => number }
}
interface EmscriptenModule {
  readonly FS: { readonly filesystems: { readonly NODEFS: NodeFileSystem } }
}

/**
 * PGlite's Node file system with a working fsync. Emscripten's NODEFS has no `fsync` operation and its fd_sync then
 * answers success without a call, so that a power cut could take what was acknowledged. Only `fsync` passes here:
 * `fdatasync` is a stub in Emscripten and `O_SYNC` aborts it, hence `wal_sync_method=fsync` in the engine.
 */
export class SyncedNodeFS extends NodeFS {
  /** Calls of fsync(2) so far. */
  fsyncs = 0

  override async init(pg: PGlite, options: EmscriptenOptions): Promise<{ emscriptenOpts: EmscriptenOptions }> {
    const { emscriptenOpts } = await super.init(pg, options)
    const addFsync = (module: EmscriptenModule): void => {
      const nodeFileSystem = module.FS.filesystems.NODEFS
      nodeFileSystem.stream_ops.fsync = (stream) =>
        nodeFileSystem.tryFSOperation(() => this.#sync(nodeFileSystem, stream))
    }
    const preRun = [...(emscriptenOpts.preRun ?? []), addFsync] as NonNullable<EmscriptenOptions['preRun']>
    return { emscriptenOpts: { ...emscriptenOpts, preRun } }
  }

  #sync(nodeFileSystem: NodeFileSystem, stream: NodeFileStream): number {
    this.fsyncs += 1
    if (stream.nfd !== undefined) {
      fsyncSync(stream.nfd)
      return 0
    }
    const opened = openSync(nodeFileSystem.realPath(stream.node), 'r')
    try {
      fsyncSync(opened)
    } finally {
      closeSync(opened)
    }
    return 0
  }
}
