import { defaultLimits, type Limits, type Range } from '@aitai/engine/limits.ts'
import { budgetKinds } from '@aitai/engine/matching/probing-budgets.ts'
import { formatSetting, settingNamed } from '@aitai/server/reference/venue-settings.ts'
import type { Section } from '../example.ts'
import { code, count, inPercent, inTime, inYen, list, table } from '../markdown.ts'

type Unit = 'time' | 'yen' | 'percent' | 'basis points' | 'number'
interface Meaning {
  readonly says: string
  readonly unit: Unit
}
const of = (unit: Unit, says: string): Meaning => ({ unit, says })

/** A limit without a row here is a type error. */
const meanings: Readonly<Record<Exclude<keyof Limits, 'ageing' | 'probing'>, Meaning>> = {
  locateWindowMs: of('time', 'how long a locate asks'),
  locateGraceMs: of('time', 'how long an answer on its way is still taken'),
  declineCooldownMs: of('time', 'how long two institutions are kept apart after a decline'),
  timeoutCooldownMs: of('time', 'how long after a timeout'),
  withdrawalCooldownMs: of('time', 'how long after a withdrawal without fault'),
  failuresToEndOfDay: of('number', 'the failure after which they are kept apart to the end of the day'),
  openLocatesPerTrader: of('number', 'open locates a trader may have before no further one is made'),
  minLiveMs: of('time', 'how long adverts must have stood unchanged before they meet'),
  restAfterFailureMs: of(
    'time',
    'the same for an institution that has failed a locate in the security on the day',
  ),
  directionFlipMs: of('time', 'how long after a locate an advert may not turn round'),
  platformMinimumNotional: of('yen', 'the smallest advert'),
  minimumQuantityPercent: of('percent', 'the minimum of an advert, of its quantity'),
  brokersPerAdvert: of('number', 'brokers an advert may name'),
  quoteAgeMs: of('time', 'how old a fresh quote may be'),
  spreadTicks: of('number', 'how wide a fresh quote may be in ticks'),
  spreadBasisPoints: of('basis points', 'or as a share of the middle, whichever is wider'),
  excusedMoveBasisPoints: of(
    'basis points',
    'a move against the decliner beyond which a decline is not scored',
  ),
  ratedEvents: of('number', 'newest events that make a rating'),
  ratedEventsPerContra: of('number', 'of these, from one contra institution'),
  confirmingQuotes: of('number', 'fresh middle prices in a row on which a trigger fires'),
  confirmingMs: of('time', 'how far apart they must be'),
  hardMarketErrorMs: of('time', 'how long a market may fail before adverts end by it'),
  armingRating: of('number', 'the rating from which an advertising trigger may be armed'),
  triggerOffset: of('basis points', 'how far trigger levels may stand from the close'),
  indexRelativeOffset: of('basis points', 'how far a stock may run from the index'),
  credibilityHurdle: of('number', 'the hurdle of an advert'),
  bulkRows: of('number', 'rows of one bulk file'),
}

const written: Readonly<Record<Unit, (value: number) => string>> = {
  time: inTime,
  yen: inYen,
  percent: (value) => `${count(value)} %`,
  'basis points': inPercent,
  number: count,
}

const defaultOf = (value: number | Range, unit: Unit): string =>
  typeof value === 'number'
    ? written[unit](value)
    : `${written[unit](value.min)} to ${written[unit](value.max)}`

/** The range in which the operator may set a limit; empty for one that is fixed. */
function rangeOf(name: string): string {
  const setting = settingNamed(name)
  return setting ? `${formatSetting(setting, setting.min)} to ${formatSetting(setting, setting.max)}` : ''
}

const rows = (Object.entries(meanings) as [keyof typeof meanings, Meaning][]).map(([key, { says, unit }]) => [
  code(key),
  defaultOf(defaultLimits[key], unit),
  rangeOf(key),
  says,
])
const { below, tradingDays, score } = defaultLimits.ageing
const { failuresPerSecurity, failedLocatesPerPair, failuresPerTrader, failuresPerFirm } =
  defaultLimits.probing

/** Every limit (limits.ts), and the range of those that a venue can set. */
export const limitsInForce: Section = {
  title: 'Limits and their defaults',
  text: [
    `The defaults are given. The operator of a venue may set those with a range, from the start of a trading day (${code('aitai venue set')}); the others are fixed. The numbers in force are part of the journal, so that a replay uses those of the day.`,
    table(
      ['Limit', 'Default', 'Range', 'What it is'],
      [
        ...rows,
        [
          code('probing'),
          `${failuresPerSecurity}, ${failedLocatesPerPair}, ${failuresPerTrader}, ${failuresPerFirm}`,
          rangeOf('probing.failuresPerSecurity'),
          'failures of a day after which locates end for it: of an institution in a security, of two institutions, of a trader, of an institution',
        ],
        [
          code('ageing'),
          `below ${count(below)}, ${count(tradingDays)} trading days, ${count(score)}`,
          ['below', 'tradingDays', 'score'].map((part) => rangeOf(`ageing.${part}`)).join('; '),
          'when a low rating recovers, and by which event',
        ],
      ],
    ),
  ],
}

/** What makes probing for others' adverts costly (docs/rules.md §21). */
export const probingBudgets: Section = {
  title: '21 Probing',
  text: [
    'A locate tells each side that the other exists and, if it is smaller, its size. That must not be cheap to ask for. A failure is a decline, excused or not, a timeout, a withdrawal by one’s own knockout, or an accept without following through (24); it counts on the trading day on which the locate ends. Until the next trading day:',
    list([
      `an institution with ${defaultLimits.probing.failuresPerSecurity} failures in a security is not located there;`,
      `two institutions with ${defaultLimits.probing.failedLocatesPerPair} failed locates between them, in all securities together, do not meet;`,
      `a trader with ${defaultLimits.probing.failuresPerTrader} failures, or an institution with ${defaultLimits.probing.failuresPerFirm}, is not located at all.`,
    ]),
    `An institution is told its own budgets by why-not-matching (${budgetKinds.map((kind) => code(`${kind}_BUDGET`)).join(', ')}). Nobody is told those of others, nor that of two institutions. Affiliates count separately.`,
    'The venue watches: `aitai surveillance` and an alert name from the journal who looks like probing, and who asked is in the journal first.',
  ],
}
