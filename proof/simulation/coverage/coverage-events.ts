/**
 * Events that must occur in some days, or the simulation proves less than it seems to. A watcher counts them
 * over all days; the test fails for one that is too rare.
 */
export const coverageEvents = [
  // Locates and their answers
  'both sides accept',
  'one accepts, the other declines',
  'one accepts, the other lets it lapse',
  'both decline',
  'one declines, the other lets it lapse',
  'both let it lapse',
  'a locate is withdrawn',
  'an answer arrives within the grace period',
  'an answer arrives too late',
  'the same answer arrives twice',
  'a different second answer is refused',
  "a stranger answers another's locate",
  'a decline is excused',
  'a trader has two open locates at once',
  'one sweep locates several pairs',
  'a sweep locates in two securities at once',
  'the same two are located again after a cooldown',
  'a second failure starts a cooldown until the end of the day',
  'the legs of a locate differ',
  'a broker is chosen among several ranked ones',
  'a broker is chosen by the earlier of two adverts',
  'a broker is chosen by the sequence of two adverts',
  'a locate leaves a residual on one side',
  'a locate ends and another is made in one sweep',
  // Withdrawals
  'an own knockout withdraws a locate and counts as a decline',
  'an own knockout after an acceptance counts as a decline',
  'a market that is not fresh withdraws a locate',
  'the end of matching hours withdraws a locate',
  'an inactive broker withdraws a locate',
  'an answer completes a locate that may not go on',
  'a decline in a withdrawn locate is not scored',
  'a locate with both answers is withdrawn after its deadline',
  'a cooldown after a withdrawal keeps two apart',
  'an answer carries a quote of another security',
  // Contras that are passed over
  'live adverts of affiliates are on opposite sides',
  'an absent owner is passed over',
  'a trader with enough open locates is passed over',
  'the failures of an institution in a security keep a pair apart',
  'the failed locates of two institutions keep a pair apart',
  'the failures of a trader keep a pair apart',
  'the failures of an institution keep a pair apart',
  'a rest after a failure keeps a pair apart',
  'a halted institution is passed over',
  'a decayed quantity is too small for a contra',
  'new adverts must wait before they match',
  // Statuses of adverts
  'an advert expires',
  'an advert expires at the close, before its duration is over',
  'a paused advert expires',
  'an advert reaches its expiry in a locate',
  'a dead advert is sent again',
  'a second advert of the firm is refused',
  'a submit outside the hours is refused',
  'a submit on a day without trading is refused',
  'a sent advert waits for matching to open',
  'the end of a session pauses adverts',
  "a desk head acts on a colleague's advert",
  'a modify keeps the time priority',
  'a modify loses the time priority',
  'a modify changes nothing',
  'a modify raises a decayed offer and loses the time priority',
  'an advert that waited for the open queues from its sending',
  'an advert that waited for a trigger queues from its release',
  'an advert sent after midnight ends before the first sweep',
  'the opposite direction is refused after a locate',
  'a modify of a located advert is refused',
  // Quantity and residual
  'an advert above a size limit is refused',
  'a resume above the limit on all live adverts is refused',
  'a decayed quantity is located',
  'decay stops in a locate and continues',
  'a residual is drafted',
  'a residual is sent',
  'a residual is located',
  'a residual is refused',
  // Triggers
  'an advertising trigger fires',
  'an advertising trigger stays unfired after one quote beyond it',
  'a knockout ends a live advert',
  'a knockout ends an advert that waits',
  'the index ends an advert',
  'a live advert arms a trigger and waits again',
  'a rating under 41 arms no trigger',
  'a level is refused',
  'a trigger beyond its knockout is refused',
  'an offset from the index is refused',
  'a fired trigger cannot be changed',
  'triggers are frozen at the official close',
  // Market data
  'a market is not fresh for a while',
  'a market changes from one error to another',
  'bad market data ends an advert',
  'an inactive market ends an advert',
  'a malformed market ends an advert at once',
  'a single malformed quote ends no live advert',
  'a quote ahead of the clock ends no live advert',
  // Hours and days
  'two adverts are located at the official close',
  'an advert is released after hours',
  'one exchange matches while another does not',
  'a locate lapses on the day after',
  'the end of a day removes drafts and ended adverts',
  'several trading days end at once',
  'a holiday outside the weekend passes',
  'a low rating recovers by ageing',
  // Ratings
  'a rating is below 41',
  'a rating is above 80',
  'a fifth event with one institution removes the first',
  // Brokers and operators
  'a confirmation is undone',
  'an undo after the day is refused',
  'a broker reports that one side did not follow through',
  'a broker reports that neither side followed through',
  'a report is corrected',
  'a report is withdrawn',
  'the same report arrives twice',
  'a report after the day is refused',
  "another broker's report is refused",
  'a report comes after its accept has left the rating',
  'a report keeps a pair apart that no locate would',
  'the withdrawal of a report makes a pair eligible',
  'a broker reports an execution',
  'a reported execution is corrected',
  'a reported execution is withdrawn',
  'an execution is reported on the day after',
  'an execution beyond the located quantity is refused',
  'an execution off the tick is refused',
  'an execution before the locate or after now is refused',
  'an execution is refused after its last day',
  'an execution is refused while nothing was executed',
  'a report that nothing was executed is refused after an execution',
  'a halt withdraws a locate',
  'a submit while the platform is closed is refused',
  'a submit of a halted institution is refused',
  'a submit in a halted security is refused',
  'a match is explained',
  'the surveillance figures are viewed',
  'limits change while adverts are live',
  'two institutions become affiliates during a locate',
  // The server
  'a restart reads the whole journal',
  'a restart reads a snapshot and the rest of the journal',
  'a restart happens during a locate',
] as const
export type CoverageEvent = (typeof coverageEvents)[number]

/**
 * Events that the few days of `npm test` must show too. Those of single pairs occur in its short histories
 * (histories/matcher.test.ts).
 */
export const fastCoverageEvents: readonly CoverageEvent[] = [
  'a broker is chosen by the sequence of two adverts',
  'a cooldown after a withdrawal keeps two apart',
  'a market that is not fresh withdraws a locate',
  'an answer completes a locate that may not go on',
  'a modify raises a decayed offer and loses the time priority',
  'an advert that waited for the open queues from its sending',
  'an advert that waited for a trigger queues from its release',
  'an advert above a size limit is refused',
  'a malformed market ends an advert at once',
  'a single malformed quote ends no live advert',
  'a quote ahead of the clock ends no live advert',
]

/** Events that whole days reach too rarely. A full run of the short histories must show them as often. */
export const historyCoverageEvents: readonly CoverageEvent[] = [
  'a report comes after its accept has left the rating',
  'the withdrawal of a report makes a pair eligible',
]

/** The minimum count of every coverage event in a full run. */
export const leastCount = 20

export type CoverageCounts = Map<CoverageEvent, number>
export type RecordCoverage = (name: CoverageEvent) => void

/** Every name with its count, as a table. */
export const coverageTable = (seen: CoverageCounts): string =>
  coverageEvents.map((name) => `${String(seen.get(name) ?? 0).padStart(7)}  ${name}`).join('\n')
