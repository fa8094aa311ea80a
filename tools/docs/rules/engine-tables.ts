import { basisPointsOf } from '@aitai/engine/adverts/percent.ts'
import { currentQuantity } from '@aitai/engine/adverts/quantity-decay.ts'
import { minSharesOf } from '@aitai/engine/adverts/size-limits.ts'
import { advertActions, advertCan, statusTransitions } from '@aitai/engine/adverts/status-actions.ts'
import { levelOf } from '@aitai/engine/adverts/trigger-levels.ts'
import { formatRange, phaseOf } from '@aitai/engine/calendar/hours.ts'
import { isTradingDay, minuteMs } from '@aitai/engine/calendar/trading-days.ts'
import { outcomeFor } from '@aitai/engine/locates/locate-outcome.ts'
import { marketErrorCodeOf, marketErrors } from '@aitai/engine/market/market-error.ts'
import { priceLimits, priceLimitWidths, widestPriceLimitWidth } from '@aitai/engine/market/price-limits.ts'
import { tickAt, tickBands } from '@aitai/engine/market/tick-sizes.ts'
import { chooseBroker } from '@aitai/engine/matching/broker-choice.ts'
import { legOf, transactionsFit } from '@aitai/engine/matching/cash-swap.ts'
import { locatableQuantity, mayMeet } from '@aitai/engine/matching/eligibility.ts'
import {
  advertStatuses,
  causesOfDeath,
  isTerminal,
  type TransactionType,
  transactionTypes,
} from '@aitai/engine/model/advert.ts'
import { type Calendar, type Exchange, exchanges } from '@aitai/engine/model/calendar.ts'
import { defaultLimits, type Range } from '@aitai/engine/model/limits.ts'
import { answers } from '@aitai/engine/model/locate.ts'
import { toPrice, toYen } from '@aitai/engine/model/price.ts'
import type { MarketErrorCode } from '@aitai/engine/model/quote.ts'
import { refusalCodes } from '@aitai/engine/model/refusals.ts'
import { tickTables } from '@aitai/engine/model/security.ts'
import type { State } from '@aitai/engine/model/state.ts'
import { outcomeNotifications } from '@aitai/engine/notifications.ts'
import {
  answerScores,
  hurdleOfStar,
  isAgeingDue,
  ratingOf,
  starsOf,
} from '@aitai/engine/rating/credibility.ts'
import { requiredColumns } from '@aitai/engine/upload/cells.ts'
import { uploadColumns } from '@aitai/engine/upload/header.ts'
import { restoreErrors, uploadErrors } from '@aitai/engine/upload/row-result.ts'
import { advertErrors } from '@aitai/messages/en/errors/advert-errors.ts'
import { generalErrors } from '@aitai/messages/en/errors/general-errors.ts'
import { uploadRowErrors } from '@aitai/messages/en/errors/upload-row-errors.ts'
import { formatSetting, settingNamed } from '@aitai/server/reference/venue-settings.ts'
import {
  advertIn,
  book,
  buys,
  modifyOf,
  moment,
  perform,
  sells,
  setRating,
  sweepAt,
} from '../../../engine/test/book.ts'
import jpx from '../../../server/data/calendar-jpx.json' with { type: 'json' }
import { limitExamples } from './limit-tables.ts'
import { notificationRows } from './notification-rows.ts'
import type { RulesTable } from './rules-page.ts'

type Value = string | number | boolean | null
type Rows = RulesTable['rows']
/** The rows that the engine gives. Examples take their inputs from the rows of the page. */
type Check = (rows: Rows) => readonly (readonly Value[])[]

const limits = defaultLimits
const calendar: Calendar = jpx

const numbers = new Intl.NumberFormat('en', { maximumFractionDigits: 4 })
function written(value: Value): string {
  if (value === null || value === '') return '–'
  if (typeof value === 'boolean') return value ? 'yes' : '–'
  return typeof value === 'number' ? numbers.format(value) : value.replaceAll('\n', '<br>')
}
const code = (text: string): string => `\`${text}\``
const number = (cell: string): number => Number(cell.replace(/[,%]/g, ''))

/** A table of examples: the first cells of each row are inputs, the others are computed from them. */
const vectors =
  (inputs: number, run: (...cells: string[]) => readonly Value[]): Check =>
  (rows) =>
    rows.map((row) => [...row.slice(0, inputs), ...run(...row.slice(0, inputs))])

const texts: Readonly<Record<string, string>> = { ...generalErrors, ...advertErrors, ...uploadRowErrors }
const textOf = (errorCode: string): string => texts[errorCode] ?? `no text for ${errorCode}`

const pairIn = (state: State) => {
  const [a, b] = [advertIn(state, 'alder-1'), advertIn(state, 'birch-1')]
  const isEligible = mayMeet(state, a, b, state.at)
  return { isEligible, quantity: isEligible ? locatableQuantity(state, a, b, state.at) : null }
}

const legSymbols: Readonly<Record<TransactionType, string>> = {
  CASH_ONLY: 'C',
  CASH_SWAP: 'CS',
  SWAP_ONLY: 'S',
}
const legs = transactionTypes.flatMap((transactionType) =>
  transactionTypes.map((transactionTypePreference) => ({ transactionType, transactionTypePreference })),
)

const answered = [...answers, null].map((answer) => ({
  answer,
  name: (answer ?? 'none').toLowerCase(),
  score: answerScores[answer === null ? 'timeout' : answer === 'ACCEPT' ? 'accept' : 'decline'],
}))

/** Equal answers, the newest first, to as many institutions. */
const ratingAfter = (count: number, score: number, contras: number): number =>
  ratingOf(
    Array.from({ length: count }, (_, at) => ({ at, score, contraFirmId: `contra-${at % contras}` })),
    limits,
  )

/** Every limit by its name in Appendix A: `probing.failuresPerFirm` is a part of `probing`. */
const limitNamed: ReadonlyMap<string, number | Range> = new Map(
  Object.entries(limits).flatMap(([name, value]): [string, number | Range][] =>
    typeof value === 'number' || 'min' in value
      ? [[name, value]]
      : Object.entries<number>({ ...value }).map(([part, each]) => [`${name}.${part}`, each]),
  ),
)

/** A limit as the page writes it, in the unit that follows from its name. */
function limitText(name: string): string {
  const unit = (n: number): string => {
    if (name.endsWith('Ms')) return formatSetting({ unit: 'time' }, n)
    if (name.endsWith('Notional')) return `${numbers.format(toYen(n))} yen`
    if (name.endsWith('Percent')) return `${n} %`
    return /BasisPoints$|Offset$/.test(name) ? `${n / 100} %` : numbers.format(n)
  }
  const value = limitNamed.get(name) ?? Number.NaN
  return typeof value === 'number' ? unit(value) : `${unit(value.min)} to ${unit(value.max)}`
}

function rangeText(name: string): string | null {
  const setting = settingNamed(name)
  return setting ? `${formatSetting(setting, setting.min)} to ${formatSetting(setting, setting.max)}` : null
}

/** A table of which every row is computed, except one column that explains: it is taken as it is. */
const explained =
  (column: number, rowsOf: () => readonly (readonly Value[])[]): Check =>
  (rows) =>
    rowsOf().map((row, index) => row.toSpliced(column, 0, rows[index]?.[column] ?? null))

const complete =
  (rowsOf: () => readonly (readonly Value[])[]): Check =>
  () =>
    rowsOf()

/** What the engine gives for each table of docs/rules.md, by the header of the table. */
const checks: Readonly<Record<string, Check>> = {
  'Status | Meaning | submit | modify | pause | resume | cancel': explained(1, () =>
    advertStatuses.map((advertisementStatus) => [
      code(advertisementStatus),
      ...advertActions.map((action) => advertCan(action, { advertisementStatus })),
    ]),
  ),
  'From | To': complete(() =>
    advertStatuses.map((advertisementStatus) => [
      code(advertisementStatus),
      isTerminal({ advertisementStatus })
        ? 'final'
        : statusTransitions[advertisementStatus].map(code).join(', '),
    ]),
  ),
  'Cause of death | Meaning': explained(1, () => causesOfDeath.map((cause) => [code(cause)])),
  'Own side | `C→C` | `C→CS` | `C→S` | `CS→C` | `CS→CS` | `CS→S` | `S→C` | `S→CS` | `S→S`': complete(() =>
    legs.map((own) => [
      code(`${legSymbols[own.transactionType]}→${legSymbols[own.transactionTypePreference]}`),
      ...legs.map((contra) =>
        transactionsFit(own, contra) ? `${legOf(own, contra)?.[0]}${legOf(contra, own)?.[0]}` : null,
      ),
    ]),
  ),
  'Own answer | Contra’s answer | Own message | Own score | Own status': complete(() =>
    answered.flatMap((own) =>
      answered.map((contra) => {
        const outcome = outcomeFor(own.answer, contra.answer)
        const { message, errorCode } = outcomeNotifications[outcome]
        const status = outcome === 'ACCEPTED' ? 'COMPLETED' : 'PAUSED'
        const sent = [message, ...(errorCode ? [errorCode] : [])].map(code).join(', ')
        return [own.name, contra.name, sent, own.score, code(status)]
      }),
    ),
  ),
  'Code | The market is | Cause of death | Ends adverts after | Text': complete(() =>
    Object.entries(marketErrors).map(([name, { says, causeOfDeath }]) => {
      const errorCode = marketErrorCodeOf(name as MarketErrorCode)
      const after = causeOfDeath === 'MALFORMED_MARKET' ? 'at once' : limitText('hardMarketErrorMs')
      return [code(errorCode), says, code(causeOfDeath), after, textOf(errorCode)]
    }),
  ),
  'Market | Platform | Exchange | Matching | After-hours matching': complete(() =>
    exchanges.map((exchange) => {
      const { platform, exchange: open, matching, afterHours } = calendar.hours[exchange]
      return [
        exchange,
        ...[platform, open, matching, afterHours].map((each) => each.map(formatRange).join(', ')),
      ]
    }),
  ),
  'Year | Closed': complete(() =>
    Object.entries(Object.groupBy(calendar.holidays, (date) => date.slice(0, 4))).map(
      ([year, dates = []]) => [year, dates.map((date) => date.slice(5)).join(', ')],
    ),
  ),
  'Stars | Rating from | Rating to | Hurdle': complete(() =>
    [1, 2, 3, 4, 5].map((star) => {
      const ratings = Array.from({ length: 100 }, (_, index) => index + 1).filter(
        (each) => starsOf(each) === star,
      )
      return [star, Math.min(...ratings), Math.max(...ratings), hurdleOfStar(star)]
    }),
  ),
  'Event | Case | Receiver | Message | Code': complete(notificationRows),
  'Column | Required': complete(() =>
    uploadColumns.map((column) => [code(column), ['ric', ...requiredColumns].includes(column)]),
  ),
  'Code | What is wrong | Text': complete(() =>
    Object.entries(uploadErrors).map(([errorCode, { says }]) => [code(errorCode), says, textOf(errorCode)]),
  ),
  'Code of a restored row | Codes in a file | Text': complete(() =>
    Object.entries(restoreErrors).map(([errorCode, same]) => [
      code(errorCode),
      same.map(code).join(', '),
      textOf(errorCode),
    ]),
  ),
  'Level | Close | Offset | TOPIX500 | Other': vectors(3, (level, close, offset) => {
    const [side, kind] = level.split(' ')
    return (['FINE', 'COARSE'] as const).map((tickTable) => {
      const ticks = { tickTable, exchange: 'XTKS' } as const
      return toYen(
        levelOf(
          kind === 'knockout' ? 'knockout' : 'advertising',
          side === 'BUY' ? 'BUY' : 'SELL',
          toPrice(number(close)),
          basisPointsOf(number(offset)),
          ticks,
        ),
      )
    })
  }),
  'Price | Exchange | Fine | Coarse | Fund': vectors(2, (price, exchange) =>
    tickTables.map((tickTable) =>
      toYen(tickAt(toPrice(number(price)), { tickTable, exchange: exchange as Exchange })),
    ),
  ),
  'Close | Lowest price | Highest price': vectors(1, (close) => {
    const { minPrice, maxPrice } = priceLimits(toPrice(number(close)))
    return [toYen(minPrice), toYen(maxPrice)]
  }),
  'BUY shares | BUY minimum | SELL shares | SELL minimum | Located': vectors(
    4,
    (buy, ofBuy, sell, ofSell) => [
      pairIn(
        book(
          buys('alder', number(buy), { minimumQuantity: number(ofBuy) }),
          sells('birch', number(sell), { minimumQuantity: number(ofSell) }),
        ),
      ).quantity,
    ],
  ),
  'Rating of the contra | Hurdle | Eligible': vectors(2, (rating, hurdle) => {
    const state = book(buys('alder', 10_000, { credibilityHurdle: number(hurdle) }), sells('birch', 10_000))
    setRating(state, 'birch', number(rating))
    return [pairIn(state).isEligible]
  }),
  ...Object.fromEntries(
    Object.entries(limitExamples).map(([head, [inputs, example]]) => [head, vectors(inputs, example)]),
  ),
  'Time | Phase': vectors(1, (time) => {
    const [date, clock = ''] = time.split(' ')
    return [code(phaseOf(calendar, 'XTKS', moment(clock, date)))]
  }),
  'Date | Trading day': vectors(1, (date) => [isTradingDay(calendar, moment('03:00', date))]),
  'First seller | First rating | Second seller | Second rating | Located with': vectors(
    4,
    (one, its, two, then) => {
      const state = book(sells('birch', number(one)), sells('cypress', number(two)), buys('alder', 20_000))
      setRating(state, 'birch', number(its))
      setRating(state, 'cypress', number(then))
      const [event] = perform(state, sweepAt('00:05'))
      return [event?.type === 'contraLocated' && event.sellId === 'birch-1' ? 'first' : 'second']
    },
  ),
  'Changed term | From | To | Keeps priority': (rows) =>
    rows.map(([term = '', , to = '']) => {
      const state = book(buys('alder', 10_000))
      const name = term.slice(1, -1) as 'shareQuantity'
      const from = advertIn(state, 'alder-1').terms[name]
      const [event] = perform(state, modifyOf(state, 'alder-1', { [name]: number(to) }, '00:05'))
      return [term, from, to, event?.type === 'advertModified' && event.keepsPriority]
    }),
  'Shares | Minimum | Minutes | minShares | On offer': vectors(3, (shares, minimum, minutes) => {
    const terms = { minimumQuantity: number(minimum), quantityDecay: true, duration: '150' } as const
    const state = book(buys('alder', number(shares), terms))
    const advert = advertIn(state, 'alder-1')
    const at = (advert.submitTime ?? 0) + number(minutes) * minuteMs
    return [minSharesOf(advert.terms, { lotSize: 100 }), currentQuantity(state, advert, at)]
  }),
  'Earlier advert | Earlier is ranked | Later advert | Later is ranked | Broker': vectors(
    4,
    (one, its, two, then) => {
      const state = book(
        buys('alder', 10_000, { brokerIds: one.split(' '), ranked: its === 'yes' }),
        sells('birch', 10_000, { brokerIds: two.split(' '), ranked: then === 'yes' }),
      )
      return [chooseBroker(state, advertIn(state, 'alder-1'), advertIn(state, 'birch-1'), 'locate-1')]
    },
  ),
  'Answer | 1 | 2 | 3 | 4 | 5 | 20': vectors(1, (answer) => {
    const [name, contra] = answer.split(', ')
    const score = answerScores[name as keyof typeof answerScores]
    return [1, 2, 3, 4, 5, 20].map((count) => ratingAfter(count, score, contra ? 1 : count))
  }),
  'Rating | Trading days without an event | Event of 60': vectors(2, (rating, days) => [
    isAgeingDue(number(rating), number(days), limits),
  ]),
  'Limit | Default | Range | Meaning': explained(3, () =>
    [...limitNamed.keys()].map((name) => [code(name), limitText(name), rangeText(name)]),
  ),
  'Price up to | Fine tick | Coarse tick | Fund tick': complete(() =>
    tickBands.FINE.map(({ upTo }, row) => [
      Number.isFinite(upTo) ? toYen(upTo) : 'above',
      ...tickTables.map((table) => toYen(tickBands[table][row]?.tick ?? 0)),
    ]),
  ),
  'Base price below | Width': complete(() => [...priceLimitWidths, ['above', widestPriceLimitWidth]]),
  'Code | Text': complete(() =>
    refusalCodes.toSorted().map((errorCode) => [code(errorCode), textOf(errorCode)]),
  ),
}

/** The headers of all tables that the page must have. */
export const checkedHeads: readonly string[] = Object.keys(checks)

/** The rows of a table as the engine gives them; null for a table that it knows nothing about. */
export const engineRows = ({ head, rows }: RulesTable): Rows | null =>
  checks[head]?.(rows).map((row) => row.map(written)) ?? null

/** What is wrong with the values in front of names of limits: `30 s (\`locateWindowMs\`)`. */
export const limitFaults = (text: string): string[] =>
  [...text.matchAll(/(.{0,30}) \(`(\w+(?:\.\w+)*)`\)/g)]
    .map(([found, before = '', name = '']) => ({ found, before, name }))
    .filter(({ name }) => limitNamed.has(name))
    .filter(({ before, name }) => !` ${before}`.endsWith(` ${limitText(name)}`))
    .map(({ found, name }) => `"${found}" should have ${limitText(name)}`)
