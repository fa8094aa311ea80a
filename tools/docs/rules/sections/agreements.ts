import type { Direction } from '@aitai/engine/adverts/advert.ts'
import { minuteMs } from '@aitai/engine/calendar/calendar.ts'
import { costFiguresOf } from '@aitai/engine/cost-analysis/cost-figures.ts'
import { defaultLimits } from '@aitai/engine/limits.ts'
import { toPrice, yen } from '@aitai/engine/market/price.ts'
import { answerScores, notExecutedScore } from '@aitai/engine/rating/credibility.ts'
import {
  advertIn,
  agreedPair,
  answerOf,
  buys,
  locatedPair,
  moment,
  perform,
  refusalCodeOf,
  sells,
} from '../../../../engine/test/book.ts'
import { examples, type Section } from '../example.ts'
import { code, inYen, list } from '../markdown.ts'

/** The residual of a buyer with a smaller seller, and the result of requesting it at a price. */
function residual({ buy, sell, price }: { buy: number; sell: number; price: number }) {
  const state = locatedPair(buys('alder', buy), sells('birch', sell))
  perform(state, answerOf(state, 'alder', 'ACCEPT', '00:05:01'))
  perform(state, answerOf(state, 'birch', 'ACCEPT', '00:05:02'))
  const refusal = refusalCodeOf(state, {
    type: 'createResidual',
    at: state.at,
    traderId: 'alder',
    advertId: 'alder-1',
    residualId: 'rest',
    price: price * yen,
  })
  return { left: advertIn(state, 'alder-1').quantityRemaining, answer: refusal ?? 'a draft' }
}

const rests = examples(
  'A buyer of {buy} shares who agreed with a seller of {sell} has {left} left; asking for a residual at {price} yen gives {answer}.',
  residual,
  [
    { given: { buy: 20_000, sell: 6_000, price: 2_000 }, gives: { left: 14_000, answer: 'a draft' } },
    { given: { buy: 10_000, sell: 6_000, price: 2_000 }, gives: { left: 4_000, answer: 'ADVERT-ERROR-005' } },
    { given: { buy: 10_000, sell: 10_000, price: 2_000 }, gives: { left: 0, answer: 'ADVERT-ERROR-005' } },
  ],
)

/** Agreements and residuals (docs/rules.md §9, §10). */
export const agreements: Section = {
  title: '9, 10 Connection agreement and residual',
  text: [
    'When both have accepted there is one connection agreement with one executing broker. Each side has a password of its own and sees only that; the users of the executing broker, and of no other, see both. Per side the broker confirms that it has received the password and may take that back until the trading day of the agreement ends; who did it last, and when, is kept. A side may turn to the broker once. The agreement is no trade: the broker contracts with each side.',
    `What is left of a completed advert, in whole lots, may become a new draft with the same settings, the same minimum in percent and a reference to its parent: once, while platform hours run, while the institution has nothing else open in the security, and if it is worth at least ${inYen(defaultLimits.platformMinimumNotional)}. Otherwise the answer is ${code('ADVERT-ERROR-005')}.`,
  ],
  examples: rests,
}

type Sides = 'buyer' | 'seller' | 'buyer and the seller'
const directionsOf: Readonly<Record<Sides, readonly Direction[]>> = {
  buyer: ['BUY'],
  seller: ['SELL'],
  'buyer and the seller': ['BUY', 'SELL'],
}

/** The ratings of two fresh accounts that agreed, after the broker's report. */
function reported({ sides }: { sides: Sides }) {
  const state = agreedPair('agreement', buys('alder', 10_000), sells('birch', 10_000))
  const atFault = {
    BUY: directionsOf[sides].includes('BUY'),
    SELL: directionsOf[sides].includes('SELL'),
  }
  const report = { agreementId: 'agreement', brokerId: 'NOM', brokerUserId: 'kato', at: state.at }
  perform(state, { type: 'reportNotExecuted', ...report, atFault })
  return {
    buyer: state.traders.get('alder')?.rating ?? null,
    seller: state.traders.get('birch')?.rating ?? null,
  }
}

/** The broker's report that nothing was executed (docs/rules.md §24). */
export const notExecuted: Section = {
  title: '24 Nothing executed',
  text: [
    `Until the trading day of an agreement ends, its executing broker may report that nothing was executed, and which side did not follow through, or that neither did. A report with other sides corrects the one before; a withdrawal takes it back. After the day both are refused with ${code('AGREEMENT-DAY-OVER')}. Each is in the journal.`,
    `The accept of a side at fault is scored ${notExecutedScore} instead of ${answerScores.accept}, in its place among the scored events; one that is no longer among them changes nothing. For each side at fault it is a failure, and for both institutions together a failed locate (21), once. No cooldown begins, and both adverts stay COMPLETED.`,
    'Each side is notified and sees in its own locate when the report was made and whether it, the other side or both did not follow through, without a name. Nobody else sees anything.',
  ],
  examples: examples(
    'Two fresh accounts agree, and the broker reports that the {sides} did not follow through: the buyer rates {buyer}, the seller {seller}.',
    reported,
    [
      { given: { sides: 'buyer' }, gives: { buyer: 54, seller: 64 } },
      { given: { sides: 'seller' }, gives: { buyer: 64, seller: 54 } },
      { given: { sides: 'buyer and the seller' }, gives: { buyer: 54, seller: 54 } },
    ],
  ),
}

/** The code with which the report of an execution is refused, or 'no refusal'. */
function executionReport({ shares, price, minute }: { shares: number; price: number; minute: number }) {
  const state = agreedPair('agreement', buys('alder', 10_000), sells('birch', 10_000))
  const report = { agreementId: 'agreement', brokerId: 'NOM', brokerUserId: 'kato', at: moment('00:10') }
  const executedAt = moment('00:00') + minute * minuteMs
  const execution = { executionId: 'one', quantity: shares, price: toPrice(price), executedAt }
  const refusal = refusalCodeOf(state, { type: 'reportExecution', ...report, ...execution })
  return { answer: refusal ?? 'accepted' }
}

/** The broker's reports of what was executed (docs/rules.md §24). */
export const executions: Section = {
  title: '24 Executions',
  text: [
    `The executing broker may report what was executed under an agreement: quantity, price and time, in one report or in several, in sum at most the located quantity (${code('EXECUTION-QUANTITY')}). The price is on the tick of the security, or the mid of the locate, which lies between two ticks when the spread is odd (${code('EXECUTION-PRICE')}). The time is between the locate and now (${code('EXECUTION-TIME')}).`,
    `Reports, corrections and withdrawals are accepted until the end of the first trading day after that of the agreement, then refused with ${code('AGREEMENT-DAY-OVER')}. A correction replaces the terms, a withdrawal removes the report; the journal has each with the user who made it. A report with the same terms does nothing.`,
    `Executions and the report that nothing was executed exclude each other: the one is refused (${code('EXECUTION-NONE')}, ${code('EXECUTION-EXISTS')}) until the other has been withdrawn. An execution changes no rating and no status. Each side is notified and sees the executions of its own agreement. Nobody else sees anything.`,
  ],
  examples: examples(
    'Two agree on 10,000 shares at 2,000.0, located at 00:05. The report of {shares} shares at {price} yen, executed at minute {minute}, made at 00:10: {answer}.',
    executionReport,
    [
      { given: { shares: 10_000, price: 2_000, minute: 6 }, gives: { answer: 'accepted' } },
      { given: { shares: 4_000, price: 2_000.5, minute: 6 }, gives: { answer: 'accepted' } },
      { given: { shares: 4_000, price: 2_000.3, minute: 6 }, gives: { answer: 'EXECUTION-PRICE' } },
      { given: { shares: 10_100, price: 2_000, minute: 6 }, gives: { answer: 'EXECUTION-QUANTITY' } },
      { given: { shares: 10_000, price: 2_000, minute: 4 }, gives: { answer: 'EXECUTION-TIME' } },
      { given: { shares: 10_000, price: 2_000, minute: 11 }, gives: { answer: 'EXECUTION-TIME' } },
    ],
  ),
}

/** The costs of a purchase of 6,000 of 10,000 shares that was located three minutes after it was sent. */
function costs({
  arrival,
  mid,
  spread,
  executed,
}: Readonly<Record<'arrival' | 'mid' | 'spread' | 'executed', number>>) {
  const at = moment('01:00')
  const figures = costFiguresOf(
    {
      direction: 'BUY',
      shareQuantity: 10_000,
      submitTime: at,
      arrivalMid: toPrice(arrival),
      locatedAt: at + 3 * minuteMs,
      locatedQuantity: 6_000,
      midAtLocate: toPrice(mid),
      bid: toPrice(mid - spread / 2),
      ask: toPrice(mid + spread / 2),
      executions: [{ quantity: 6_000, price: toPrice(executed) }],
    },
    [{ at: at + minuteMs, volume: 1_000, vwap: toPrice(mid), mid: toPrice(mid) }],
    at + 60 * minuteMs,
  )
  return {
    half: figures.halfSpreadBp,
    saved: (figures.halfSpreadSaved ?? 0) / yen,
    arrivalBp: figures.againstArrivalBp,
    vwapBp: figures.againstVwapBp,
  }
}

/** Transaction cost analysis (docs/rules.md §24). */
export const costAnalysis: Section = {
  title: '24 Cost analysis',
  text: [
    'For each own IOI that was agreed on, unless the broker reports that nothing was executed. Basis points are of the arrival mid, or of the mid at the locate if there is no arrival mid; a positive half-spread or slippage is in the trader’s favour. Everything comes from the journal and the one-minute bars (23); a figure whose data are missing is left out. Bars of more than 20 trading days ago are deleted: older agreements have no interval VWAP and no reversion.',
    list([
      'Arrival mid: of a fresh quote at the submit. None if the exchange was closed then: before the open, in the lunch break, after the close. A book of such an hour is indicative.',
      'Price: the average of the reported executions by shares, else the mid at the locate. Quantity: the executed shares, else the located ones.',
      'Half-spread saved: half the difference of bid and ask at the locate, times the quantity. None at the official close.',
      'Slippage against arrival and against the interval VWAP: a BUY gains when its price is below the benchmark, a SELL when it is above.',
      'Interval VWAP: the average price by volume from the submit to the locate. A minute that the interval covers in part counts with that part of its volume.',
      'Reversion after 1, 5, 15 and 30 minutes: how far the mid came back since the locate; for a BUY that is a fall, for a SELL a rise. The mid is the last one of the newest minute that had ended by then, after the locate and at most 5 minutes before. Missing until its time has come.',
      'Share located: located shares of those of the IOI. Time to locate: from the submit.',
      'Acceptance rate: accepts of one’s own answers, accepts and declines. An answer counts even if the locate was withdrawn. What lapsed without one’s answer is counted apart.',
      'Totals by day, security and broker: yen and shares are added up, basis points are averaged by value. Basis points are rounded to 0.01, and the averages are of the rounded ones, so that they can be repeated from the list. Agreements are listed by the time of the locate, those of one moment by RIC.',
    ]),
    'Nothing is computed about a contra. The figures are the same whoever it was.',
  ],
  examples: examples(
    'A BUY with the arrival mid at {arrival}, located at a mid of {mid} with a spread of {spread} yen, 6,000 shares executed at {executed}: half-spread {half} bp, {saved} yen; against arrival {arrivalBp} bp; against the interval VWAP of {mid}, {vwapBp} bp.',
    costs,
    [
      {
        given: { arrival: 2_000, mid: 2_001, spread: 2, executed: 2_000.5 },
        gives: { half: 5, saved: 6_000, arrivalBp: -2.5, vwapBp: 2.5 },
      },
      {
        given: { arrival: 2_000, mid: 1_996, spread: 1, executed: 1_996 },
        gives: { half: 2.5, saved: 3_000, arrivalBp: 20, vwapBp: 0 },
      },
    ],
  ),
}
