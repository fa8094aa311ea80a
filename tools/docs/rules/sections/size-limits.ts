import { decide } from '@aitai/engine/decide.ts'
import { yen } from '@aitai/engine/market/price.ts'
import { bookIn, buys, draftOf, perform, submitOf, world } from '../../../../engine/test/book.ts'
import { examples, type Section } from '../example.ts'
import { code } from '../markdown.ts'

interface Sizes {
  readonly [name: string]: number | null
  readonly live: number
  readonly shares: number
  readonly one: number
  readonly all: number | null
}

/** Alder has an advert in play in one security and sends another in a second one, both at 2,000 yen. */
function sent({ live, shares, one, all }: Sizes): boolean {
  const sizes = {
    alder: { largestNotional: one * yen, largestLiveNotional: all === null ? null : all * yen },
  }
  const state = bookIn(world({ sizes }), buys('alder', live, { securityId: 'sony' }))
  const order = buys('alder', shares)
  perform(state, draftOf(order, state.at, 'alder-2'))
  return 'events' in decide(state, submitOf('alder-2', order.terms, state.at))
}

const cases = examples(
  'With an advert of {live} shares at 2,000 yen in play, limits of {one} yen for one advert and {all} for all, another of {shares} shares at 2,000 yen is sent: {isSent}.',
  (given: Sizes) => ({ isSent: sent(given) }),
  [
    { given: { live: 10_000, shares: 10_000, one: 20_000_000, all: null }, gives: { isSent: true } },
    { given: { live: 10_000, shares: 10_100, one: 20_000_000, all: null }, gives: { isSent: false } },
    { given: { live: 10_000, shares: 10_000, one: 20_000_000, all: 40_000_000 }, gives: { isSent: true } },
    { given: { live: 10_000, shares: 10_000, one: 20_000_000, all: 39_999_999 }, gives: { isSent: false } },
  ],
)

/** The largest adverts of an institution (docs/rules.md §22). */
export const sizeLimits: Section = {
  title: '22 Size limits',
  text: [
    `Each institution has a largest notional for one advert, 20,000,000,000 yen unless the operator sets another, and optionally one for all its live adverts together. Above them ${code('ADVERT-ERROR-014')} is returned with the limit, where an advert is sent, changed, resumed, uploaded or restored. A residual and a paused advert that is changed have the limit on one advert only. One advert counts at the last middle price or the close; the others of the institution that are in play count at the close of their securities, with the shares that remain.`,
  ],
  examples: cases,
}
