import type { Migration } from './migration'

/** What rules said of when a step is done, in both languages, by the criterion that it is. */
const said = {
  keepsEvidence: ['At least one sentence of the sources is kept as evidence.', '至少保留来源中的一个句子作为证据。'],
  bringsAnswer: ['What it asks answers with at least one row or value.', '所查询的资源至少返回一行数据或一个值。'],
  calculatesFigure: ['The figure is calculated from what the earlier steps found.', '已用先前步骤找到的内容算出数值。'],
} as const

/** @param words SQL of type text */
const asFact = (words: string): string => `case
${Object.entries(said)
  .map(([kind, sentences]) => {
    const quoted = sentences.map((sentence) => `'${sentence}'`).join(', ')
    return `  when ${words} in (${quoted}) then '{"kind": "${kind}", "values": {}}'::jsonb`
  })
  .join('\n')}
  else to_jsonb(${words})
end`

/** What rules said of when a step is done becomes a fact; words of persons and models stay as they are. */
export const stepCriteria: Migration = {
  version: 49,
  name: 'step criteria',
  sql: `
alter table steps alter column done_when drop default;
alter table steps alter column done_when type jsonb using ${asFact('done_when')};
alter table steps alter column done_when set default '""';
`,
  upgradeRow: {
    steps: (row) => `${row} || jsonb_build_object('done_when', ${asFact(`coalesce(${row} ->> 'done_when', '')`)})`,
  },
}
