/**
 * Integration tests that run on Electron's Node, as the window does, and on no other: of each thing that is native code, a
 * thread, or another with another version of Node (its V8, ICU, sockets, processes), the one or two files that use it most.
 * Everything else is the same JavaScript and the same SQL, and runs on Node, as commands do: their tests start the same
 * native code and threads there.
 */
export const testsOnElectron = [
  // PGlite in WebAssembly, in a thread, over a file system with fsync; its recovery after kill -9.
  'test/integration/store/database.test.ts',
  'test/integration/store/crash.test.ts',
  // onnxruntime-node; inference threads that end while they load.
  'test/integration/inference/',
  // Readers' processes and their limits.
  'test/integration/readers/',
  // DuckDB (native), SQLite (WebAssembly), and sockets with TLS, in threads.
  'test/integration/resources/databases/duckdb.test.ts',
  'test/integration/resources/databases/sqlite.test.ts',
  'test/integration/resources/databases/postgresql-servers.test.ts',
  'test/integration/resources/databases/mysql-tls.test.ts',
  // ICU's word segmentation; the matrix of vectors in a thread.
  'test/integration/recall/',
  // All threads at once.
  'test/integration/knowledge/ingest.test.ts',
  // The socket beside the open app.
  'test/integration/socket/',
]
