/** "For each city, which building …", "In every city, show the building …". */
const before =
  /^(?:for|in|within|of|at|per) (?:each|every)(?: of the)?(?: different| single)? ([^,]{2,40}?)(?:,|(?= (?:which|what|who)\b)) ?(?:and )?(?:please )?(?:(?:tell|show|give|list|find|name)(?: me)? )?(.{8,200})$/iu
/** "Which building has had the most repairs in each city?" */
const behind =
  /^((?:which|what|who|the|top)\b.{6,200}?),? (?:for|in|within|of|from|at|per|by) (?:each|every)(?: of the)?(?: different| single)? ([^,]{2,40})$/iu
const ranking =
  /\b(?:most|least|fewest|top|\p{L}{3,12}(?:est|iest))\b|\b(?:best|worst|highest|lowest|latest|last|first)\b/iu
const inChinese =
  /^(?:请问|请|麻烦)?(?:列出|给出|查询|找出|统计)?(?:一下)?每一?(?:个|种|类|位|家|名|座|所|款|门)(.{2,40}?最.{1,40})$/u
const longest = 12

export interface PartsOfEach {
  readonly ranked: string
  readonly each: string
}

/**
 * A question for the first place of each group as the question for the first of all, and the words for the groups. Of Chinese,
 * which puts nothing between them, each way in which it can be divided, the longest name of groups first.
 */
export function partsOfEach(question: string): readonly PartsOfEach[] {
  const asked = question.trim().replace(/[?？.。!]{1,5}$/u, '')
  if (/\p{Script=Han}/u.test(asked)) return dividedChinese(inChinese.exec(asked)?.[1] ?? '')
  const [, groupsBefore, rest] = before.exec(asked) ?? []
  const [, whole, groupsBehind] = behind.exec(asked) ?? []
  const each = groupsBefore ?? groupsBehind
  const said = rest ?? whole
  if (each === undefined || said === undefined || !ranking.test(said)) return []
  const ranked = /^(?:which|what|who|top)\b/i.test(said) ? said : `Which is ${said.replace(/^(?!the )/i, 'the ')}`
  return [{ each, ranked: `${ranked}?` }]
}

function dividedChinese(said: string): PartsOfEach[] {
  const plain = said.replace(/分别|各自/gu, '')
  const most = Math.max(0, Math.min(longest, plain.indexOf('最')))
  return Array.from({ length: most }, (_, at) => {
    const each = plain.slice(0, most - at)
    const ranked = plain.slice(most - at).replace(/^(?:里面?|之?中|以?内|当中|下|的)?[，,的]?/u, '')
    return { each, ranked }
  }).filter(({ each, ranked }) => ranked.includes('最') && !/[，,的里]$/u.test(each))
}
