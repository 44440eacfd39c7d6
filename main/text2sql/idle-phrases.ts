/** How people say that nothing is left out, or where the rows are kept: no condition that a query could have. */
export const idlePhrases: readonly RegExp[] = [
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
  // "In the patient file", "on our price list"
  /\b(?:in|on|from) (?:the|our) (?:\p{L}{3,20} (?:file|register|master file)|register|registry|price list|menu|catalogue|catalog)(?= ?(?:[.?!,]|$| (?:and|in|per|by|altogether|so far)\b))/giu,
]
