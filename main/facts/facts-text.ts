import type { ProjectFacts } from '../../contract/library/project-facts'

/** Dependencies, languages and types that an engine is told of each. */
const mostNamed = 15
const mostShares = 6

const words = {
  en: {
    name: 'Name',
    stack: 'Built with',
    code: 'Code',
    sources: (count: number) => `Sources: ${count}`,
    languages: 'Languages',
    span: 'Files of',
    notes: 'Notes',
    colon: ': ',
    comma: ', ',
    stop: '.',
  },
  'zh-CN': {
    name: '名称',
    stack: '技术栈',
    code: '代码',
    sources: (count: number) => `资料：${count}`,
    languages: '语言',
    span: '文件日期',
    notes: '备注',
    colon: '：',
    comma: '、',
    stop: '。',
  },
} as const

/**
 * What an engine is told of a project, a sentence for each fact; empty where nothing is known of it but its name. Folders are
 * left out: where a person keeps their files is nothing that a model needs.
 */
export function textOfFacts(facts: ProjectFacts, language: keyof typeof words): string {
  const { name, description, notes, stack, code, sources, types, languages, span } = facts
  if (sources === 0 && description === '' && notes === '') return ''
  const said = words[language]
  const fact = (label: string, value: string): string[] =>
    value === '' ? [] : [`${label}${said.colon}${value}${said.stop}`]
  const listed = (values: readonly string[]): string => values.join(said.comma)
  const counts = types.slice(0, mostShares).map(({ type, count }) => `${type} ${count}`)
  const lines = [
    ...fact(said.name, name),
    ...(description === '' ? [] : [ended(description, said.stop)]),
    ...(notes === '' ? [] : [`${said.notes}${said.colon}${ended(notes, said.stop)}`]),
    ...fact(said.code, listed(code.slice(0, mostShares).map(({ language: one, share }) => `${one} ${percent(share)}`))),
    ...stack.flatMap(({ ecosystem, dependencies }) =>
      fact(`${said.stack} ${ecosystem}`, listed(dependencies.slice(0, mostNamed))),
    ),
    ...(sources === 0 ? [] : [`${said.sources(sources)} (${listed(counts)})${said.stop}`]),
    ...fact(
      said.languages,
      listed(languages.slice(0, mostShares).map(({ language: one, count }) => `${one} ${count}`)),
    ),
    ...(span === null ? [] : fact(said.span, span.from === span.to ? span.from : `${span.from} – ${span.to}`)),
  ]
  return lines.join(' ')
}

const percent = (share: number): string => (share < 0.01 ? '<1%' : `${Math.round(share * 100)}%`)

const ended = (text: string, stop: string): string => (/[.!?。！？]$/.test(text) ? text : `${text}${stop}`)
