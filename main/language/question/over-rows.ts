const english =
  /\b(?:how many|number of|average|mean|median|total|sum|top \d+|per|(?:for|in|of|by) each|most|least|fewest|best|worst|highest|lowest|largest|smallest|biggest|longest|shortest|oldest|youngest|newest|latest|earliest|cheapest|fastest|slowest|heaviest|lightest|hottest|coldest|warmest|wettest|driest|strongest|weakest|deepest|widest|nearest|farthest|richest|poorest|greatest|tallest|busiest)\b/i
const chinese =
  /多少|几[个种次名位条人家]|平均|中位|总[共计数额和]|一共|最[多少高低大小早晚长短新旧快慢贵冷热]|前[十\d]|每[个种家年月位]|更[多少高低大小早晚长短新旧快慢贵便热冷]/

/**
 * Whether what is asked is found by looking at all rows of a table: how many there are, their mean, the first by a figure. Some of
 * its rows, however near they are, do not answer that.
 */
export const asksOverRows = (question: string): boolean => english.test(question) || chinese.test(question)
