/**
 * Integration tests that run a second time, on Electron's Node: what depends on native code, threads, or the version of
 * Node (its ICU, sockets, processes). Everything else is the same JavaScript and runs once.
 */
export const testsOnElectron = [
  // PGlite in WebAssembly, in a thread, over a file system with fsync.
  'test/integration/store/',
  // onnxruntime-node; inference threads that end while they load.
  'test/integration/inference/',
  // Reader threads and their limits.
  'test/integration/readers/',
  // DuckDB, SQLite and the drivers of servers, in threads.
  'test/integration/resources/databases/',
  // ICU's word segmentation; the matrix of vectors in a thread.
  'test/integration/recall/',
  // All threads at once, and their end by kill -9.
  'test/integration/knowledge/ingest.test.ts',
  'test/integration/knowledge/kill.test.ts',
  'test/integration/research/kill.test.ts',
  // The order in which everything is closed.
  'test/integration/runtime/',
  // The socket beside the open app.
  'test/integration/socket/',
]
