import type { FilePreview } from '../../contract/calls/file-change'

/** What a call of a file tool would do, by the arguments that the window asks about; null of any other call. */
export function previewOf(input: Readonly<Record<string, unknown>>): FilePreview | null {
  const { path, name, content } = input
  if (typeof content === 'string') return { kind: 'new', path: `/home/ada/exports/${String(name)}`, content }
  if (typeof path !== 'string') return null
  if (!path.startsWith('/home/ada/papers/'))
    return {
      kind: 'failure',
      error: {
        code: 'file.outside',
        message: 'file.outside',
        context: { path },
        remedy: { kind: 'addItsFolder', values: {} },
      },
    }
  return {
    kind: 'change',
    path,
    hunks: [
      {
        line: 3,
        parts: [
          { kind: 'same', lines: ['## Trial at Chur', '', 'Heat pumps were measured through one winter.'] },
          { kind: 'removed', lines: ['The trial began in 1969 and ended after 18 months.'] },
          {
            kind: 'added',
            lines: ['The trial began in 1971 and ended after 18 months.', '\tIts data are in trial.csv.'],
          },
          { kind: 'same', lines: ['', 'All sites had the same meters.'] },
        ],
      },
      {
        line: 61,
        parts: [
          { kind: 'same', lines: [`测量点的平均性能系数为 4.7，${'最高的一处位于库尔。'.repeat(8)}`] },
          { kind: 'removed', lines: ['Contact: ada@example.org\u202egro.live@mallory\u202c'] },
          { kind: 'added', lines: Array.from({ length: 30 }, (_, at) => `| ${at + 1} | Chur | 4.${at % 10} |`) },
        ],
      },
    ],
  }
}
