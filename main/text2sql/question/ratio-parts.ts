/** "the ratio of A to B": A and B; "how many A does a B have on average", too. */
export function partsOfRatio(question: string): readonly [string, string] | null {
  const han =
    /^平均(?:每|一)[个名位家条座辆本件张台只项部次首支篇门节场间款份笔单棵头匹艘架颗块片层]?(.{1,12}?)有(?:多少|几)[个名位家条座辆本件张台只项部次首支篇门节场间款份笔单棵头匹艘架颗块片层]?(.{1,12}?)[？?]?$/u.exec(
      question.trim(),
    )
  if (han !== null) return [han[2]!, han[1]!]
  // 每个客户平均下多少订单
  const of =
    /^每[个名位家条座辆本件张台只项部次首支篇门节场间款份笔单棵头匹艘架颗块片层]?(.{1,12}?)平均(?:有|下|买|写|做|拥有|包含|收到)?(?:了|过)?(?:多少|几)[个名位家条座辆本件张台只项部次首支篇门节场间款份笔单棵头匹艘架颗块片层]?(.{1,12}?)[？?]?$/u.exec(
      question.trim(),
    )
  if (of !== null) return [of[2]!, of[1]!]
  const average =
    /^how many ([\p{L} ]{2,60}) (?:does|do|did|has|have) (?:an?|each|every|the average|one) ([\p{L} ]{2,60}?) (?:have|contain|get|receive|make|write|place)?(?: ?on average)\W*$/iu.exec(
      question.trim(),
    ) ??
    /^(?:what is |what's )?(?:the )?average number of ([\p{L} ]{2,60}) (?:per|for each|of each|of an?) ([\p{L} ]{2,60}?)\W*$/iu.exec(
      question.trim(),
    )
  if (average !== null) return [average[1]!, average[2]!]
  const start = question.toLowerCase().indexOf('ratio of ')
  if (start < 0) return null
  const rest = question.slice(start + 'ratio of '.length)
  const [middle] = [' to ', ' out of ']
    .filter((word) => rest.includes(word))
    .toSorted((a, b) => rest.indexOf(a) - rest.indexOf(b))
  if (middle === undefined) return null
  const at = rest.indexOf(middle)
  let end = rest.length
  while (end > 0 && '.?! '.includes(rest[end - 1]!)) end -= 1
  // "Of the highest to the lowest price": of one figure.
  const bare = /^(?:the )?(?:average|mean|highest|lowest|maximum|minimum)$/i.exec(rest.slice(0, at).trim())
  const below = rest.slice(at + middle.length, end)
  const figure = /^(?:the )?(?:average|mean|highest|lowest|maximum|minimum) (.+)$/i.exec(below)
  const above = bare === null || figure === null ? rest.slice(0, at) : `${bare[0]} ${figure[1]!}`
  // "Independent breweries to others that are not", "to non-independent ones": of the same.
  const rows = above.split(' ').at(-1)!
  return [above, below.replace(/^all (?:the |of the )?/i, '').replace(/\bones$/i, rows)]
}

/** "The ratio of A to B for each C", "for each C, the ratio of A to B": C, and the question without it. */
export function splitByGroups(question: string): { readonly question: string; readonly each: string } {
  const [asked] = question.split(/[.?!]\s*$/u)
  const front = /^ *(?:for|in) (?:each|every) ([\p{L} ]{2,40}), (?=.{0,40}\bratio of )/iu.exec(asked!)
  if (front !== null) return { question: asked!.slice(front[0].length), each: ` for each ${front[1]!}` }
  const behind = / (?:(?:for|in|of|at|within|by) (?:each|every)(?: of the)?|per|by) ([\p{L} ]{2,40})$/iu.exec(asked!)
  const isRatio = behind !== null && /\bratio of .+ to /iu.test(asked!.slice(0, behind.index))
  return isRatio ? { question: asked!.slice(0, behind.index), each: ` for each ${behind[1]!}` } : { question, each: '' }
}
