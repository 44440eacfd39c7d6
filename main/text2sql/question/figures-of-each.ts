/** A wording, and how the grammar reads it. */
export type Rewriting = readonly [said: RegExp, plainly: string | ((...parts: string[]) => string)]

const asking = '^ *(?:what (?:are|is)|show|list|find|give|return|get|display)(?: me)?(?: all)? '
const names = String.raw`(?:the )?(?:ids? and )?(?:(?:first|full|last) )?names?(?: and ids?)? of (?:(?:all|the|each|every|different) )*([\p{L} ]{3,40}?)`
const end = '(?=[ .?!]{0,3}$)'
const bounds = 'more than|fewer than|less than|at least|at most|over|under|the most|the fewest'
const called = '(?:full )?(?:ids?|names?|codes?)'
const pattern = (...parts: readonly string[]): RegExp => new RegExp(parts.join(''), 'giu')

/** What rows are called beside a figure of each: a figure of each is shown with what its row is called anyway. */
export const figuresOfEach: readonly Rewriting[] = [
  // "Customers with at least 5 orders, and how many orders each made": what bounds or ranks rows is shown beside them.
  [
    pattern(
      String.raw`^(.*\b(?:${bounds}|top) .*?)(?:,|[?.])? (?:and |with )?how many`,
      '(?: (?:of them|in total|each|there are|are there|(?:do|did) they have|each of them (?:has|had|have)|(?:it|they|each) (?:has|had|have)))?',
      end,
    ),
    '$1',
  ],
  [
    pattern(
      String.raw`^(.*\b(?:${bounds}|top) .*\b(\p{L}{3,20})\b.*?)(?:,|[?.])? (?:and |with )?`,
      String.raw`(?:how many \2(?: each(?: of them)?(?: \p{L}{3,12})?| (?:(?:does|do|did) )?(?:it|they|each)(?: of them)?(?: \p{L}{3,12}){1,2})`,
      String.raw`|(?:the |their )number of \2(?: (?:of|for) each(?: of them)?)?)`,
      end,
    ),
    '$1',
  ],
  [
    pattern(
      String.raw`^(.*\b(?:${bounds}) .*?)(?:,|[?.])? (?:and|with) (?:the|their) (?:numbers?|counts?)(?: (?:of|for) each)?`,
      '(?=[,.?! ]{0,3}$|, (?:most|highest|largest))',
    ),
    '$1',
  ],
  [
    pattern(
      String.raw`^((?:.*\b)?top \d.* by (?:the )?(?:number of |total )?(\p{L}{3,20}?)s?\b.*?),? (?:and|with) (?:the|their|these) \2s?`,
      end,
    ),
    '$1',
  ],
  // "Show the names of the stadiums and the number of concerts in each"
  [
    pattern(
      asking,
      names,
      String.raw`,? (?:and|as well as|along with) (?:the |their |its |what (?:is|are) the(?:ir)? )?(?:corresponding )?(?:(?:number|count)s? of|(average|mean|total|maximum|minimum)) ([\p{L} ]{3,40}?)`,
      '(?: (?:for|of|in|at) each(?: of them)?| (?:they have|it has|each (?:of them )?has)| corresponding to each)?',
      end,
    ),
    (_, rows, figure, what) =>
      figure === undefined
        ? `How many ${what} does each ${rows} have`
        : `What is the ${figure} ${what} of each ${rows}`,
  ],
  // "What are the names of the students, and how many friends does each have?"
  [
    pattern(asking, names, ',? and how many ([\\p{L} ]{3,30}?) (?:do|does) (?:each(?: of them)?|they|it) have', end),
    'How many $2 does each $1 have',
  ],
  // "For each continent, list its id, its name and how many countries it has"
  [
    pattern(
      String.raw`^ *for (?:each|every) ([\p{L} ]{2,40}), (?:list|show|give|return|find) (?:me )?(?:(?:its|the|their) )?${called}`,
      String.raw`(?:, (?:(?:its|the|their) )?${called})?,? and (?:how many|(?:the )?number of) ([\p{L} ]{3,30}?)(?: (?:it has|they have|in it))?`,
      end,
    ),
    'How many $2 does each $1 have',
  ],
  // "… by each maker, and what is the id and full name of each maker?", "… in each shop; show the shop name as well"
  [
    pattern(
      String.raw`(?<=\b(?:each|every|per) \p{L}{3,20}\b[^.?!;]{0,40}),? and what (?:is|are) (?:(?:its|the|their) )?${called}`,
      String.raw`(?: and (?:the )?${called})? (?:of|for) each \p{L}{3,20}`,
      end,
    ),
    '',
  ],
  [
    pattern(
      String.raw`(?<=\b(?:each|every|per) \p{L}{3,20}\b[^.?!;]{0,40})[,;] (?:and )?(?:also )?show (?:the )?(?:\p{L}{3,20} )?names?(?: as well| too)?`,
      end,
    ),
    '',
  ],
]
