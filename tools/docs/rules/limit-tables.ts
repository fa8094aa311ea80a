import { addQuote, emptyQuoteWindow, sightingOf } from '@aitai/engine/market/quote-window.ts'
import { defaultLimits } from '@aitai/engine/model/limits.ts'
import { type Price, toPrice } from '@aitai/engine/model/price.ts'
import type { State } from '@aitai/engine/model/state.ts'
import {
  advertIn,
  book,
  bookIn,
  buys,
  calendarOf,
  draftOf,
  modifyOf,
  moment,
  type Order,
  perform,
  quoteOf,
  refusalCodeOf,
  securityNamed,
  sells,
  submitOf,
  sightingOf as sureSightingOf,
  sweepWithSightings,
  world,
} from '../../../engine/test/book.ts'

/** The examples of the limit price (docs/rules.md §25), each played by commands. */
type Example = (...cells: string[]) => readonly (string | boolean | null)[]

const number = (cell: string): number => Number(cell.replace(/,/g, ''))
const priceOf = (cell: string): Price | null => (cell === '–' ? null : toPrice(number(cell)))
const orderOf = (side: string): typeof buys => (side === 'BUY' ? buys : sells)

/** The status of an advert after mids in yen, a second apart. */
function statusAfter(order: Order, mids: readonly number[]): string {
  const state = book(order)
  let window = emptyQuoteWindow()
  mids.forEach((mid, seconds) => {
    const quote = quoteOf('toyota', moment('00:05') + seconds * 1_000, mid)
    window = addQuote(window, quote, securityNamed('toyota'), defaultLimits)
    perform(state, sweepWithSightings(quote.at, sightingOf(window, 'toyota')))
  })
  return advertIn(state, 'alder-1').advertisementStatus
}

const midsIn = (cell: string): number[] => cell.split(', ').map(number)

function draftedBy(order: Order): State {
  const state = world()
  perform(state, draftOf(order, state.at + 1_000))
  return state
}

/** Two levels of triggers; one that is missing is off. */
const triggersOf = (advertising: string, knockout: string) => ({
  advertisingTriggerActivated: advertising !== '–',
  advertisingTrigger: priceOf(advertising),
  knockoutTriggerActivated: knockout !== '–',
  knockoutTrigger: priceOf(knockout),
})

const afterHours = calendarOf([{ from: 0, to: 1_440 }], [{ from: 0, to: 60 }], [{ from: 60, to: 120 }])

function statusAtClose(order: Order, officialClose: Price | null): string {
  const state = bookIn(world({ calendar: afterHours }), order)
  const quote = quoteOf('toyota', '01:05', 2_000, { officialClose })
  perform(state, sweepWithSightings('01:05', sureSightingOf(quote, [quote])))
  return advertIn(state, 'alder-1').advertisementStatus
}

/** By the head of the table: the number of cells that are inputs, and what follows from them. */
export const limitExamples: Readonly<Record<string, readonly [inputs: number, example: Example]>> = {
  'Limit | Mids, a second apart | BUY | SELL': [
    2,
    (limit = '', mids = '') =>
      [buys, sells].map((order) =>
        statusAfter(order('alder', 10_000, { limitPrice: priceOf(limit) }), midsIn(mids)),
      ),
  ],
  'Side | Limit | Last mid | Status when sent': [
    3,
    (side = '', limit = '', mid = '') => {
      const order = orderOf(side)('alder', 10_000, { limitPrice: priceOf(limit) })
      const state = draftedBy(order)
      const submit = submitOf('alder-1', order.terms, state.at + 1_000)
      perform(state, { ...submit, price: toPrice(number(mid)) })
      return [advertIn(state, 'alder-1').advertisementStatus]
    },
  ],
  'Side | Limit before | Limit after | Keeps priority': [
    3,
    (side = '', before = '', after = '') => {
      const state = book(orderOf(side)('alder', 10_000, { limitPrice: priceOf(before) }))
      const since = advertIn(state, 'alder-1').priorityTime
      perform(state, modifyOf(state, 'alder-1', { limitPrice: priceOf(after) }, '00:05'))
      return [advertIn(state, 'alder-1').priorityTime === since]
    },
  ],
  'Limit of BUY | Limit of SELL | Mid, not confirmed | Located': [
    3,
    (buy = '', sell = '', mid = '') => {
      const state = book(
        buys('alder', 10_000, { limitPrice: priceOf(buy) }),
        sells('birch', 10_000, { limitPrice: priceOf(sell) }),
      )
      const quote = quoteOf('toyota', '00:05', number(mid))
      const events = perform(state, sweepWithSightings('00:05', sureSightingOf(quote, [quote])))
      return [events.some(({ type }) => type === 'contraLocated')]
    },
  ],
  'Advertising trigger of BUY | Limit | Knockout | Mids, a second apart | Status': [
    4,
    (advertising = '', limit = '', knockout = '', mids = '') => {
      const terms = { limitPrice: priceOf(limit), ...triggersOf(advertising, knockout) }
      return [statusAfter(buys('alder', 10_000, terms), midsIn(mids))]
    },
  ],
  'Limit | Official close | BUY | SELL': [
    2,
    (limit = '', close = '') =>
      [buys, sells].map((order) =>
        statusAtClose(order('alder', 10_000, { limitPrice: priceOf(limit) }), priceOf(close)),
      ),
  ],
  'Side | Advertising trigger | Limit | Knockout | Refused with': [
    4,
    (side = '', advertising = '', limit = '', knockout = '') => {
      const terms = { limitPrice: priceOf(limit), ...triggersOf(advertising, knockout) }
      const order = orderOf(side)('alder', 10_000, terms)
      const state = draftedBy(order)
      const code = refusalCodeOf(state, submitOf('alder-1', order.terms, state.at + 1_000))
      return [code === null ? null : `\`${code}\``]
    },
  ],
}
