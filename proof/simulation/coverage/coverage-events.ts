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
  'a locate leaves a residual on one side',
  'a knockout withdraws a locate',
  'a market that is not fresh withdraws a locate',
  'an inactive broker withdraws a locate',
  // Contras that are passed over
  'live adverts of affiliates are on opposite sides',
  'an absent owner is passed over',
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
  'a modify keeps the time priority',
  'a modify loses the time priority',
  'a modify changes nothing',
  'the opposite direction is refused after a locate',
  'a modify of a located advert is refused',
  // Quantity and residual
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
  // Hours and days
  'two adverts are located at the official close',
  'an advert is released after hours',
  'one exchange matches while another does not',
  'matching closes during a locate',
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

export type CoverageCounts = Map<CoverageEvent, number>
export type RecordCoverage = (name: CoverageEvent) => void

/** Every name with its count, as a table. */
export const coverageTable = (seen: CoverageCounts): string =>
  coverageEvents.map((name) => `${String(seen.get(name) ?? 0).padStart(7)}  ${name}`).join('\n')
