/** Operations of one API that become resources; all are counted. */
export const maxOperations = 2000
export const maxParameters = 60
/** References (`$ref`) followed one after the other before the chain counts as endless. */
export const maxReferenceChain = 32
/** Levels of objects and arrays. Descriptions in use have less than 40. */
export const maxDepth = 200
/**
 * Values that a YAML document may stand for once each alias is written out: the largest API description of our own
 * measurements (40 MB) has 1.6 million.
 */
export const maxExpandedValues = 20_000_000
export const maxAliases = 100_000
export const maxMcpServers = 500
/** Entries of `leftOut`; more are counted. */
export const maxNotes = 20
/** Text of one document that leaves its thread. 2,000 operations of real APIs have 2 to 6 million characters. */
export const maxDescribedCharacters = 16_000_000
