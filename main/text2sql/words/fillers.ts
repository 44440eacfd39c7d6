/** Words that a query does not depend on: of asking, of being, and verbs that say what rows are anyway. */
export const fillers: ReadonlySet<string> = new Set(
  `a an the there be been being do does did it its their them they his her him these those this all any some me us we our you your please can could
  made make makes making write writes wrote written post posted posts place placed places put gave give given giving
  exist exists existing together platform others lie lies lying stand stands standing keep keeps kept reside resides live lives living lived locate located situated based belong belongs belonging come comes appear appears occur occurred
  happen happened happens get gets got receive received take took taken taking placed recorded record records registered listed submit submitted find found
  flow flows run runs serve serves serving served contain contains contained include included including database table data dataset results result
  overall currently altogether respectively various only just also then will would should i my one ones total's system stored yet still anything anyone anybody something someone somebody everything ever catalogue catalog ours people's so far once going go handled handle handles handling oversees oversee oversaw involving concerning regarding assigned linked moment here take takes generate generates create creates collection operate operates operated operating went host hosts hosted group groups placed carried brought came played scored produced generated
  as such each's grand whole entire present conducted performed carried out held use used uses using produce produces associated related corresponding
  fly flies done broadcast broadcasts log logs logged logging offer offers offered company lasted lasts last single even worth cover covers covered guide guides guided per's value values what's who's many much did's same was's go goes work works working worked hold holds own owns owned offer's issue issued
  correspond corresponds organise organises organised organize organizes organized seen filed provided provides incurred incur participated participate participates participating
  sent send sends up members carry carries affiliated appeared appears appearing featured attached respective show showing's themselves together's made's prescribed administered cause causes caused experienced suffered underwent chosen selected filled ran raised triggered marked flagged labelled labeled tagged study studies studying following ever actually currently's involved attributed directly arranged reached entered shown speak speaks measured collected gathered noted counted turned`.split(
    /\s+/,
  ),
)
