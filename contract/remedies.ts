/**
 * What a person can do, by a stable key: every remedy of an error that main or a worker makes and the window may show.
 * The sentence is what a terminal and the English window say; other languages have their own for each key. A test
 * fails where main or a worker has a remedy that is not here, or where one here is said nowhere.
 */
export const remedies = {
  // The library and its folder
  closeOtherQuarry: 'Close that one first, or use another data folder.',
  waitAMoment: 'Wait a moment and try again.',
  openWithNewer: 'Open it with that version or a later one, or choose another data folder. Nothing was changed.',
  openWithItsVersion: 'Open it with the version of Quarry that made it.',
  openWithItsVersionUnchanged: 'Open it with the version of Quarry that made it. Nothing was changed.',
  restoreWithLater: 'Restore it with a later version.',
  otherDump: 'Try the dump of another day.',
  moveRecordAway: 'Move that file away and start again: it is written anew from the database.',
  makeWritable: 'Make it writable for you, or choose another one.',
  makeDataWritable: 'Make the data folder writable for you, or choose another one.',
  freeSpaceStart: 'Free some space on that disk, then start again: nothing that was acknowledged is lost.',
  freeSpaceRetry: 'Free some space on that disk, then try again: nothing that was acknowledged is lost.',
  restoreDumps:
    'Keep a copy of the folder, move its "pg" folder away and start again: sessions, reports and settings can be ' +
    'restored from its "dumps" folder, and the library rebuilds from your files.',
  startAgain: 'Start Quarry again: everything acknowledged is in the log and is recovered.',
  updateQuarry: 'Update Quarry.',
  buildModel: 'Build it again: npm run setup.',
  setUpAgain: 'Run the set-up again: npm run setup.',
  // What doctor finds
  electronRetry: 'It is tried again after a day, or at once by: node scripts/electron-runtime.mjs --retry',
  startOnce: 'Run npm start once.',
  startOnceOrSetUp: 'Run npm start once, or: node scripts/setup.mjs',
  startOnceOrBuild: 'Run npm start once, or: npm run build',
  accessOrOtherFolder: 'Give yourself access to the folder, or choose another with --data.',
  spaceOrOtherFolder: 'Free some space, or choose another folder with --data.',
  startFromDesktop: 'Start from a desktop, or under Xvfb (Debian: apt-get install xvfb xauth).',
  // Files
  changePermissions: 'Change its permissions, then retry.',
  retryWhenWritten: 'Retry when whatever writes it has finished.',
  recogniseText: 'A scanned document needs text recognition first.',
  runOcr: 'Run OCR over it with another program, then retry.',
  splitOrOtherFormat: 'Split it into smaller files, or save it in another format.',
  split: 'Split it into smaller files.',
  saveWithoutPassword: 'Save it without a password, then retry.',
  saveAsDocx: 'Save it as DOCX, then retry.',
  saveAsUtf8: 'Save it as UTF-8.',
  download: 'Download it in the Finder, then retry.',
  serversBecomeResources: 'Nothing is lost: dropped, alone or in its folder, its servers become resources.',
  textShownInstead: 'The indexed text is kept and shown instead.',
  // Sessions, plans and reports
  waitForIndexed: 'Wait until the first of them is indexed, then go on.',
  dropFiles: 'Drop files or a folder on the window, then go on.',
  retrySteps: 'Retry runs the steps again.',
  addMissing: 'Add what is missing, then resume.',
  waitForReport: 'Wait until it is written, or stop the session to get what there is.',
  otherFolderForReport: 'Choose another folder or free some space; the report itself is kept in the session.',
  // The pool
  clearMember: 'Clear the member that failed, then resume.',
  moreExecutors: 'Raise the number of executors in the settings, or lower what the step needs, then resume.',
  dropResource:
    'Drop in what offers it (a database, an API, a tool), lower what the step needs, or skip it; then resume.',
  lowerOrSkip: 'Lower what the step needs or skip it, then resume.',
  // Resources
  removeFolder: 'Remove the folder from the library, or switch the resource off.',
  removeWhole: 'Remove the whole that it is part of, or switch it off.',
  switchOff: 'It belongs to Quarry: switch it off instead.',
  giveUserQuery: 'Give { "user_query": a sentence of 1 to 4000 characters, "max_resources": 1 to 50 }.',
  pasteKnown:
    'Paste a connection string (postgresql://…, mysql://…), mcpServers JSON, or an OpenAPI, Swagger or Postman document.',
  askAgain: 'Ask again, then say which answer helped.',
  lookThenChoose: 'Look again, then choose from what is found.',
  takeWholeCopy: 'Take a copy that is whole, or export it anew, then drop it again.',
  putRight: 'Put right what is said here, then drop or paste it again.',
  splitAndDropPart: 'Split it, and drop the part that you need.',
  lookWhenLessToDo: 'Look again when it has less to do.',
  lookWhenItAnswers: 'Look again when it answers.',
  savePlainerCopy: 'Save a copy in an older or a plainer format, then drop that.',
  startThenLook: 'Start it, then look again.',
  startOllama: 'Start Ollama, then look again.',
  startWithoutKey: 'Start it without a key, or paste its address with one.',
  nameFileInside: 'Name a file inside the folder, relative to it.',
  allowReading: 'Allow yourself to read it, then look again.',
  putBack: 'Put it back where it was, or remove the resource.',
  addResourceAgain: 'Add it again: drop its file, or paste what names it.',
  dropByHand: 'Drop what is missing by hand.',
  repairManifest: 'Repair quarry-tool.json, then drop the folder again.',
  repairFile: 'Repair the file, then drop it again.',
  // Databases
  suchAsUrl: 'Such as postgresql://user@host:5432/database.',
  enginesThatCan: 'PostgreSQL, MySQL and MariaDB can.',
  lookWhenMachineIsFree: 'Look again when the machine or the server has less to do.',
  oneSelect: 'Ask with one SELECT statement.',
  allowLocalNetwork: 'Allow the local network in the settings, then look again.',
  localServersOnly: 'Only servers of this machine and of the local network can be connected to, by their address.',
  keyAsPassword: 'Give its key as the password.',
  closeThatProgram: 'Close that program, or wait until it has finished. Then look again.',
  exportWithItsVersion: 'Export it with the version that wrote it: EXPORT DATABASE, or COPY … TO a Parquet file.',
  copyAgain: 'Copy or download it again.',
  copyAgainOrBackup: 'Copy or download it again, or take it from a backup.',
  xlsxWithoutPassword: 'Save it in Excel as .xlsx without a password.',
  sheetsAsCsv: 'Save its sheets as CSV files.',
  openInItsProgram: 'Open it once in the program that it belongs to, which repairs it. Then look again.',
  saveUnencrypted: 'Save an unencrypted copy in the program that it belongs to.',
  copyTablesToUtf8: 'Save a copy as UTF-8: PRAGMA encoding = "UTF-8" in a new database, then copy the tables.',
  userWhoMayRead: 'Connect as a user who may read it.',
  accountMaySignIn: 'See that the account is neither locked nor expired, and may sign in from this machine.',
  userWithPassword: 'Connect as a user with a password (caching_sha2_password or mysql_native_password).',
  hostAndPort: 'See that host and port are right.',
  runsAndHostAndPort: 'See that it runs and that host and port are right. Then look again.',
  sslmodeRequire: 'Add ?sslmode=require to the address.',
  withoutSslmode: 'Leave sslmode out of the address.',
  certificateName: 'Give the name that its certificate is for, or ?sslmode=require to encrypt without a proof.',
  userAndPassword: 'Check user and password.',
  passwordOfUser: 'Give the password of this user.',
} as const

export type RemedyKey = keyof typeof remedies

const keys: ReadonlyMap<string, RemedyKey> = new Map(
  Object.entries(remedies).map(([key, sentence]) => [sentence, key as RemedyKey]),
)

/** The key of a remedy as it crosses boundaries and is stored; null for one of another version. */
export const remedyKey = (remedy: string): RemedyKey | null => keys.get(remedy) ?? null
