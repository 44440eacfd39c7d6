import { pastOf, presentForm } from '../words/words'
import { rewritings } from './rewritings'
import { isUnit } from './units'

type Known = (word: string) => boolean

/** "How many cars did we sell" asks how many were sold: we are nobody in a database. What we sell is what there is. */
const ourDoing =
  /^( *(?:how many|how much|which|what) (?:(?!(?:did|do|have|has) )[\p{L}-]{1,20} ){1,4})(?:did|do(?! (?:we|they|you) sell\b)|have) (?:we|they|you) (?!(?:have|had|got|been|get|need|know|think|make|do)\b)(\p{L}{2,20})(?= in | on | at | during | to | from | between | since | before | after | last | each | per | by | online\b| offline\b| abroad\b|[?. ]{0,3}$)/iu
/** What the figure of a time is called. */
const periods: Readonly<Record<string, string>> = {
  night: 'nightly',
  day: 'daily',
  week: 'weekly',
  month: 'monthly',
  year: 'annual',
}
/** "The oldest director we have invited", "rabbit breeds we see": what we know of is what there is. */
const ofOurs =
  /(?<=\p{L}{2})(?<!\b(?:do|did|does|have|had|are|can|could|should|will|would)) (?:that |which |who |whom )?we(?:'ve| have| are| had)? (?:ever |already |currently |now |actually )?(\p{L}{3,20})(?: (?:of|about|with|for|at|here|so far|on file|on record))?(?=[ .?!]{0,3}$)/giu
const knowing =
  /^(?:had|have|got|know|known|see|seen|saw|keep|kept|hold|held|own|owned|run|ran|manage|managed|operate|operated|treat|treated|list|listed|stock|stocked|carry|carried|offer|offered|employ|employed|invite|invited|programmed|program|programme|screened|hosted|served|serve|deal|dealt|work|worked|look|looking|record|recorded|register|registered|store|stored|track|tracked|cover|covered|use|used|handle|handled|care|maintain|maintained|grow|teach|feature|featured)$/
const carers: readonly (readonly [doing: RegExp, doer: string])[] = [
  [/\b(?:that|which|who|whom) (?:nobody|no[ -]?one) (?:takes? care of|looks? after|cares? for)\b/giu, 'caretaker'],
  [/\b(?:that|which|who|whom) (?:nobody|no[ -]?one) (?:manages?|is in charge of)\b/giu, 'manager'],
  [/\b(?:that|which) (?:nobody|no[ -]?one) owns?\b/giu, 'owner'],
]
const costsEach =
  /\b(?:charges?|costs?|is|are) ((?:more|less) than|at (?:least|most)|over|under|above|below) (\d{1,9}(?:\.\d{1,2})?) (?:an?|per|each) (night|day|week|month|year)\b/giu
/** "All information about the courses", where no column is called so. */
const everything =
  /\b(?:(?:all|any|the|complete|full|every|available) ){0,3}(information|info|details?|data|attributes|columns|fields|records) (?:about|on(?! or (?:after|before)\b)|of|for|regarding|related to|from|in) (?:(?:all|the|each|every) )*/gi

/** How people say that nothing is left out, or where the rows are kept: no condition that a query could have. */
const idlePhrases: readonly RegExp[] = [
  // "Match strings exactly", "match the manufacturer case insensitively"
  /[.,;]? {0,3}\(?(?:please )?match (?:(?:the|all|any) )?(?:[\p{L}_]{2,30} ){0,3}(?:exactly|case[- ]?(?:in)?sensitive(?:ly)?)\)?(?=[ .?!)]{0,4}$|[.;])/giu,
  // "Leavers included", "including inactive ones": no condition.
  /(?<!\bnot),? \(?(?:(?:the|all) )?(?:[\p{L}-]{2,20} ){0,2}[\p{L}-]{2,20} (?:ones )?included\)?(?=[ .?!]{0,3}$|,)/giu,
  /,? \(?including (?:the |all |also )?(?:in)?active (?:ones|people|users|accounts|members|staff)\)?(?=[ .?!]{0,3}$|,)/giu,
  // "Including those who have left", "counting former ones too": no condition. "Counting those that are confirmed" may be one.
  /(?<!\bnot),? \(?(?:also )?including (?:also )?(?:those|the ones|any(?:one|body)?|people|\p{L}{3,20}s) (?:who|that|which) [\p{L} ]{3,40}?\)?(?=[ .?!]{0,3}$|,)/giu,
  /(?<!\bnot),? \(?(?:also )?including (?:also )?(?:the )?[\p{L}-]{3,20} ones(?: too| as well)?\)?(?=[ .?!]{0,3}$|,)/giu,
  /(?<!\bnot),? \(?(?:also counting (?:the )?[\p{L}-]{3,20} ones|counting (?:the )?[\p{L}-]{3,20} ones (?:too|as well))\)?(?=[ .?!]{0,3}$|,)/giu,
  // "Whatever became of the booking", "active or not": no condition.
  /,? (?:whatever|no matter what|regardless of|irrespective of) [\p{L} ]{2,40}?(?=[,.?!]|$)/giu,
  /,? \(?(?:whether )?\b\p{L}{3,20} or not\)?(?=[ .?!]{0,3}$)/giu,
  /,? \(?(?:[\p{L}-]{2,20} ){0,2}ones (?:are |were )?counted too\)?(?=[ .?!]{0,3}$|,)/giu,
  // "What do we have on file?"
  / on (?:file|record|our books|the books)(?=[ .?!,]{0,3}(?:$|,| (?:in|since|from|for)\b))/giu,
  // "In the patient file", "on our price list"
  /\b(?:in|on|from) (?:the|our) (?:\p{L}{3,20} (?:file|register|master file)|register|registry|price list|menu|catalogue|catalog)(?= ?(?:[.?!,]|$| (?:and|in|per|by|altogether|so far)\b))/giu,
]

/**
 * A question in English with other words for what the grammar reads. What the schema or the values know as it is written stays.
 * @param isKnown whether a word stands in the schema or the values
 */
export function plainEnglish(question: string, isKnown: Known): string {
  let text = question
  // "Full names" are names, where no column is called so.
  if (!isKnown('full'))
    text = text.replace(/\bfull names?\b(?: \((?:first|given)[^()]{3,30}\))?/gi, (said) =>
      /names\b/i.test(said) ? 'names' : 'name',
    )
  if (!isKnown('headcount') && !(isKnown('head') && isKnown('count')))
    text = text.replace(/\bhead ?counts?\b/gi, 'number of employees')
  // "The largest amount of courses" is most courses.
  // Tax is no figure that is asked for where what it is part of is known.
  if (isKnown('tax') && (isKnown('total') || isKnown('gross')))
    text = text.replace(/,? (?:including|incl\.?|inclusive of|with) (?:the )?(?:tax(?:es)?|vat)\b/giu, '')
  if (!isKnown('outstanding') && isKnown('paid'))
    text = text.replace(/\boutstanding on (?=(?:the )?unpaid\b)/giu, 'on ').replace(/\boutstanding\b/giu, 'unpaid')
  // What somebody owes is not paid yet; where nothing says what is paid, nobody knows it.
  if (!isKnown('owe') && !isKnown('owed') && isKnown('paid'))
    text = text
      .replace(/\bowes? (?:us )?(?:the )?most(?: money)?\b/giu, 'has the highest unpaid amount')
      .replace(
        /\b((?:total )?(?:amount|money|sum))(?: (?:that is|which is|still|currently))? owed(?: to us)?(?: by| from)? /giu,
        'unpaid $1 of ',
      )
      .replace(
        /^\s*how much (?:money )?(?:do|does) (?:(?:our|all|the) )*(.{2,60}?)(?: still| currently)? owe(?: us)?(?: in total| altogether)?(?=[ .?!]{0,3}$)/iu,
        (_said, who) =>
          /^(?:customer|client|member|patient|buyer|tenant|guest|people|they)s?$/i.test(who)
            ? 'What is the total unpaid amount'
            : `What is the total unpaid amount of ${who}`,
      )
  if (!isKnown('owe') && !isKnown('owed')) text = text.replace(/\bowed\b/giu, 'owe')
  // "How long does a visit take on average, in minutes?" where what it takes is in minutes.
  text = text.replace(/, (?=in (\p{L}{3,20})[ .?!]{0,3}$)/u, (said, unit) => (isUnit(unit) ? ' ' : said))
  // "How long, in hours, is it?" says the unit in between.
  text = text.replace(/, (in (\p{L}{2,20})), ([^,]{3,80}?)(?=[ .?!]{0,3}$)/u, (said, inUnit, unit, rest) =>
    isUnit(unit) ? ` ${rest} ${inUnit}` : said,
  )
  // "Sales channel" of a column that is called a channel.
  if (!isKnown('sales'))
    text = text.replace(/\bsales (?=(\p{L}{3,20})\b)/giu, (said, what) => (isKnown(what) ? '' : said))
  // "Which invoices were paid late?", whatever is overdue
  if (isKnown('due'))
    text = text.replace(
      /\b(paid|settled|returned|submitted|delivered|completed|finished) late(?=[ .?!]{0,3}$)/giu,
      '$1 after the due date',
    )
  // "Our current employees" of whom some have a day on which they left
  if (!isKnown('current') && ['termination', 'terminated', 'left', 'exit', 'resigned', 'leaving'].some(isKnown))
    text = text.replace(/\b(?:(?:our|the|all) )*current (?=\p{L}{3,20}(?:s|ff|nel)\b)/giu, 'currently ')
  // "Vessels that can carry more than 1,000 passengers"
  if (isKnown('capacity'))
    text = text.replace(
      /\b(?:can|could) (?:carry|hold|take|seat|accommodate|fit|transport) ((?:more|fewer|less) than|at least|at most|over|up to) (\d{1,9}) (\p{L}{3,20}?)s?(?=[ .?!]{0,3}$| at once\b)/giu,
      (_, bound, number, what) =>
        `have a ${isKnown(what) || isKnown(`${what}s`) ? `${what} ` : ''}capacity of ${bound} ${number}`,
    )
  if (!isKnown('scheduled'))
    text = text
      .replace(/\b(?:were|was|are|is) scheduled to (?=(?:leave|depart|sail|arrive|start|begin|end|run)\b)/giu, '')
      .replace(/\b((?:were|was|are|is) )scheduled (?=(?:from|in|on|between|for|during|after|before)\b)/giu, '$1')
  // "Which students failed an exam?" where rows say what was passed
  if (isKnown('passed') && !isKnown('failed') && !isKnown('fail'))
    text = text.replace(
      /\b(?:(?:have|has|had) )?failed (an?|the|any|their|at least one) ((?:\p{L}{3,20} )?\p{L}{3,20})(?=[ .?!]{0,3}$)/giu,
      (_, __, what) => `have ${what.replace(/s$/, '')}s that are not passed`,
    )
  // "How many sailings were late?" of a delay that is measured.
  if (isKnown('delay') && !isKnown('late') && !isKnown('due') && !isKnown('scheduled'))
    text = text.replace(
      /\b(?:were|was|are|is|ran|left|arrived) (?:late|delayed)(?=[ ,.?!]|$)(?! (?:by|on average))/giu,
      'have a delay above 0',
    )
  if (!isKnown('library')) text = text.replace(/ in (?:the|our) library(?=[ ,.?!]|$)/giu, '')
  if (isKnown('runtime')) text = text.replace(/\brunning times?\b/giu, 'runtime')
  if (!isKnown('origin')) text = text.replace(/\b(countr(?:y|ies)|cit(?:y|ies)|places?) of origin\b/giu, '$1')
  if (!isKnown('level')) text = text.replace(/\blevels? of (?=\p{L})/giu, '')
  // "Who charges more than 55 an hour?"
  if (isKnown('hourly'))
    text = text.replace(
      /\b(?:charges?|costs?|earns?|makes?|gets?|(?:is|are) paid) ((?:more|less) than|at (?:least|most)|over|under|above|below) (\d{1,6}(?:\.\d{1,2})?) (?:an|per) hour\b/giu,
      'have an hourly rate of $1 $2',
    )
  // "How much do our mechanics earn per hour?"
  const hourly = ['wage', 'rate', 'pay', 'salary'].find(isKnown)
  if (hourly !== undefined && ['hourly', 'hour', 'hr'].some(isKnown))
    text = text.replace(
      /^ *(?:how much|what) (?:does|do|did) ((?:\p{L}|[ '-]){3,60}?) (?:earn|make|get|cost) (?:an|per) hour(,? on average)?(?=[ .?!]{0,3}$)/iu,
      (_, who: string, mean: string | undefined) =>
        `What is the ${mean === undefined ? '' : 'average '}hourly ${hourly} of ${who}`,
    )
  // Who is oldest by an age is not who came first.
  if (!isKnown('age'))
    text = text
      .replace(
        /(?:,? (?:ordered|sorted|listed))?,? from (?:the )?oldest to (?:the )?(?:youngest|newest|latest)\b/giu,
        ', earliest first',
      )
      .replace(
        /(?:,? (?:ordered|sorted|listed))?,? from (?:the )?(?:youngest|newest|latest) to (?:the )?oldest\b/giu,
        ', latest first',
      )
  // "Which cost less than 15 per night?" of a nightly price
  const figure = ['price', 'rate', 'cost', 'fee', 'rent'].find(isKnown)
  text = text.replace(costsEach, (said, bound, number, unit) => {
    const kind = periods[String(unit).toLowerCase()]
    return figure === undefined || kind === undefined || !isKnown(kind)
      ? said
      : `have a ${kind} ${figure} of ${bound} ${number}`
  })
  if (!isKnown('amount'))
    text = text
      .replace(/\b(?:largest|highest|greatest|most) amounts? of (?=\p{L})/giu, 'most ')
      .replace(/\b(?:smallest|lowest|least|fewest) amounts? of (?=\p{L})/giu, 'fewest ')
      .replace(/(?<=\bby (?:the |their |its )?)amounts? of (?=\p{L})/giu, '')
  text = text.replace(ourDoing, (_, asked, verb) => `${asked}were ${pastOf(verb)}`)
  text = text.replace(everything, (said, word) => (isKnown(word) ? said : 'everything about '))
  text = text.replace(ofOurs, (said, verb) =>
    knowing.test(verb.toLowerCase()) && !isKnown(presentForm(verb)) && !isKnown(verb) ? '' : said,
  )
  text = text.replace(
    / in (?:the|our) (programme|program|portfolio|range|line-?up|fleet|house|archive|building|shop|store|office|company|firm)(?=[ ,.?!]|$)/giu,
    (said, place: string) => (isKnown(place.toLowerCase()) ? said : ''),
  )
  // "That nobody takes care of" has no caretaker.
  for (const [doing, doer] of carers) if (isKnown(doer)) text = text.replace(doing, `without a ${doer}`)
  // "In what ways do people pay?"
  if (isKnown('method'))
    text = text.replace(
      /^ *(?:in (?:what|which) (?:different )?ways|how) (?:do|can|did) [\p{L} ]{3,30}? pay(?: (?:for )?(?:their|the|our) \p{L}{3,20})?(?=[ .?!]{0,3}$)/iu,
      'What are the different payment methods',
    )
  // "Line of business" of a column that is called `lob`.
  text = text.replace(/\b(\p{L}{3,20}) of (\p{L}{3,20})\b/giu, (said, first: string, last: string) => {
    const initials = `${first[0]}o${last[0]}`.toLowerCase()
    return isKnown(initials) && !isKnown(first) && !isKnown(last) ? initials : said
  })
  // "Which venue holds the most people?"
  const room = ['capacity', 'seats'].find(isKnown)
  if (room !== undefined)
    text = text.replace(
      /\b(?:holds?|seats?|fits?|accommodates?) the (most|fewest|least) (?:people|guests|visitors|spectators)\b/giu,
      (_, end) => `has the ${/most/i.test(end) ? 'highest' : 'lowest'} ${room}`,
    )
  if (!isKnown('music')) text = text.replace(/\b(styles?|genres?|kinds?|types?) of music\b/giu, '$1')
  // "Who earns the most per day?" of a day rate.
  text = text.replace(
    /\b(?:earns?|makes?|gets?|charges?|costs?) the (most|least) (?:per|an?) (hour|day|night|week|month)\b/giu,
    (said, end, unit) =>
      isKnown('rate') && isKnown(unit.toLowerCase())
        ? `has the ${/most/i.test(end) ? 'highest' : 'lowest'} ${unit} rate`
        : said,
  )
  // "Used cars" where rows say which are new
  if (isKnown('new') && !isKnown('used') && !isKnown('condition'))
    text = text.replace(/\bused (\p{L}{3,20}s(?: sold)?)\b/giu, '$1 that are not new')
  if (!isKnown('spare')) text = text.replace(/\bspare (?=parts?\b)/giu, '')
  for (const phrase of idlePhrases) text = text.replace(phrase, ' ')
  for (const [said, plainly] of rewritings)
    text = typeof plainly === 'string' ? text.replace(said, plainly) : text.replace(said, plainly)
  // "Who has been with us the longest?"
  const entry = ['hired', 'joined', 'started', 'start', 'employed', 'entry'].find(isKnown)
  if (entry !== undefined && entry !== 'hired')
    text = text.replace(/\bearliest hired\b/giu, `first to be ${entry === 'start' ? 'started' : entry}`)
  if (isKnown('award') || isKnown('awards')) text = text.replace(/\bwon (?=(?:an?|any|the) award\b)/giu, 'have ')
  return text
}
