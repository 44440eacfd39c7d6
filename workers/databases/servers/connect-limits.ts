/** For a name to be found, a connection to stand and the server to answer. */
export const connectTimeoutMs = 5000
/** Longest run of one statement while a database is looked at or asked. The server itself holds to it. */
export const statementTimeoutMs = 10_000
/** Tables up to this many rows, by the server's own estimate, are counted. */
export const exactCountRows = 100_000
