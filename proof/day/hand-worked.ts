import type { ExpectedCosts, SeenAgreement } from './oracle.ts'
import type { ScriptedQuote } from './price-script.ts'
import { dayOfScript, tokyo } from './tokyo-day.ts'

/** An agreement, the quotes around it, and its figures as worked out on paper from docs/rules.md §24. */
export interface HandWorkedExample {
  readonly name: string
  readonly seen: SeenAgreement
  readonly quotes: readonly ScriptedQuote[]
  readonly expected: Omit<ExpectedCosts, keyof SeenAgreement>
}

type At = readonly [hours: number, minutes: number, seconds?: number]

/** Quotes, one a line: when, bid, ask, last, the day's volume so far, the official close. `-` is none. */
const tape = (lines: string): readonly ScriptedQuote[] =>
  lines
    .trim()
    .split('\n')
    .map((line) => {
      const [time = '', ...cells] = line.trim().split(/\s+/)
      const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number)
      const [bid, ask, last, volume, close] = cells.map((cell) => (cell === '-' ? null : Number(cell)))
      return {
        at: tokyo(hours, minutes, seconds),
        bid: bid ?? null,
        ask: ask ?? null,
        last: last ?? null,
        volume: volume ?? null,
        condition: 'CONTINUOUS',
        officialClose: close ?? null,
      }
    })

const agreement = (
  direction: 'BUY' | 'SELL',
  submit: At,
  locate: At,
  terms: Pick<SeenAgreement, 'shareQuantity' | 'locatedQuantity' | 'midAtLocate' | 'fills'>,
): SeenAgreement => ({
  day: dayOfScript,
  advertisementId: 'an advert',
  locateNotificationId: 'a locate',
  securityId: 'a security',
  brokerName: 'Hinoki Securities',
  direction,
  submitTime: tokyo(...submit),
  locateTime: tokyo(...locate),
  ...terms,
})

export const handWorkedExamples: readonly HandWorkedExample[] = [
  {
    // Half of 10:00's 8,000 at 2,001 and all of 10:01's 4,000 at 2,003: VWAP 2,002. At 10:17 the newest mid is of
    // 10:06, ten minutes old.
    name: 'a BUY above its arrival price, executed at the mid of an odd spread',
    seen: agreement('BUY', [10, 0, 30], [10, 2], {
      shareQuantity: 10_000,
      locatedQuantity: 6_000,
      midAtLocate: 2_002.5,
      fills: [{ quantity: 6_000, price: 2_002.5 }],
    }),
    quotes: tape(`
      09:59:00  1999  2001  2000  50000
      10:00:10  2000  2001  2001  58000
      10:00:28  1999  2001  2001  58000
      10:01:20  2001  2003  2003  62000
      10:01:58  2001  2004  2003  62000
      10:02:40  2001  2002  2002  63000
      10:06:50  2003  2004  2003  64000
      10:31:30  1998  1999  1998  90000`),
    expected: {
      quantity: 6_000,
      isExecuted: true,
      arrivalMid: 2_000,
      price: 2_002.5,
      value: 12_015_000,
      halfSpread: 7.5,
      halfSpreadSaved: 9_000,
      intervalVwap: 2_002,
      againstArrival: -12.5,
      againstVwap: -2.5,
      reversion: { after1: 5, after5: -5, after15: null, after30: 20 },
      timeToLocate: 90_000,
      executedQuantity: 6_000,
      shareLocated: 0.6,
      shareExecuted: 0.6,
    },
  },
  {
    // 2,000 at 1,001 and 6,000 at 1,003 are 8,000 at 1,002.5. A SELL gains by what it gets above the benchmark.
    name: 'a SELL executed in two parts, less than was located',
    seen: agreement('SELL', [13, 0], [13, 1], {
      shareQuantity: 20_000,
      locatedQuantity: 10_000,
      midAtLocate: 1_002,
      fills: [
        { quantity: 2_000, price: 1_001 },
        { quantity: 6_000, price: 1_003 },
      ],
    }),
    quotes: tape(`
      12:59:55   999  1001  1000  100000
      13:00:15  1000  1002  1001  101000
      13:00:45  1000  1002  1002  104000
      13:00:55  1001  1003  1002  104000
      13:01:59  1002  1004  1004  105000
      13:05:00  1000  1002  1002  106000
      13:15:30  1001  1003  1003  107000
      13:30:59  1000  1001  1000  108000`),
    expected: {
      quantity: 8_000,
      isExecuted: true,
      arrivalMid: 1_000,
      price: 1_002.5,
      value: 8_020_000,
      halfSpread: 10,
      halfSpreadSaved: 8_000,
      // 1,000 at 1,001 and 3,000 at 1,002.
      intervalVwap: 1_001.75,
      againstArrival: 25,
      againstVwap: 7.5,
      // Mids 1,003 (13:01), 1,001 (13:05), 1,002 (13:15) and 1,000.5 (13:30) against 1,002.
      reversion: { after1: 10, after5: -10, after15: 0, after30: -15 },
      timeToLocate: 60_000,
      executedQuantity: 8_000,
      shareLocated: 0.5,
      shareExecuted: 0.4,
    },
  },
  {
    // Without an arrival mid, basis points are of the mid at the locate. The first look has the opening auction's
    // 300,000 shares, which are in no minute.
    name: 'a BUY that was sent before the open and located at it, without a report',
    seen: agreement('BUY', [8, 30], [9, 2], {
      shareQuantity: 4_000,
      locatedQuantity: 4_000,
      midAtLocate: 4_000,
      fills: [],
    }),
    quotes: tape(`
      09:00:01  3994    3996  3995  300000
      09:00:31  3994    3996  3994  301000
      09:01:59  3998    4002  3998  302000
      09:02:30  3996    3998  3997  302000
      09:06:10  4003    4005  4004  302000
      09:11:40  3999    4000  4000  302000
      09:31:10  4000  4000.8  4000  302000`),
    expected: {
      quantity: 4_000,
      isExecuted: false,
      arrivalMid: null,
      price: 4_000,
      value: 16_000_000,
      halfSpread: 5,
      halfSpreadSaved: 8_000,
      // 1,000 at 3,994 and 1,000 at 3,998.
      intervalVwap: 3_996,
      againstArrival: null,
      againstVwap: -10,
      // Mids 3,997, 4,004, 3,999.5 (ended 09:12, exactly five minutes before 09:17) and 4,000.4.
      reversion: { after1: 7.5, after5: -10, after15: 1.25, after30: -1 },
      timeToLocate: 1_920_000,
      executedQuantity: null,
      shareLocated: 1,
      shareExecuted: null,
    },
  },
  {
    // Lunch: no minute has a mid between 11:30 and 12:05. 11:33 is within five minutes of 11:30, 11:43 is not.
    name: 'a SELL located just before lunch',
    seen: agreement('SELL', [11, 27, 30], [11, 28], {
      shareQuantity: 10_000,
      locatedQuantity: 10_000,
      midAtLocate: 5_000,
      fills: [{ quantity: 10_000, price: 5_000 }],
    }),
    quotes: tape(`
      11:26:59  4998  5000  4999  10000
      11:27:28  5003  5007  5003  10400
      11:27:59  4998  5002  5001  11000
      11:28:59  5000  5005  5001  11000
      11:29:58  4994  4996  4995  12000`),
    expected: {
      quantity: 10_000,
      isExecuted: true,
      arrivalMid: 5_005,
      price: 5_000,
      value: 50_000_000,
      // 2 of 5,005.
      halfSpread: 20_000 / 5_005,
      halfSpreadSaved: 20_000,
      // Half of 400 at 5,003 and of 600 at 5,001.
      intervalVwap: 5_001.8,
      againstArrival: -50_000 / 5_005,
      againstVwap: -18_000 / 5_005,
      // 5,002.5 is 2.5 higher, for a SELL a rise is a return; then 4,995.
      reversion: { after1: 25_000 / 5_005, after5: -50_000 / 5_005, after15: null, after30: null },
      timeToLocate: 30_000,
      executedQuantity: 10_000,
      shareLocated: 1,
      shareExecuted: 1,
    },
  },
  {
    // At the official close there is no spread. The last mid, of 15:29, was before the locate.
    name: 'a BUY at the official close',
    seen: agreement('BUY', [15, 20], [15, 31], {
      shareQuantity: 50_000,
      locatedQuantity: 20_000,
      midAtLocate: 800,
      fills: [],
    }),
    quotes: tape(`
      15:18:00  799  801  800  70000
      15:19:58  799  801  800  70000
      15:20:02  801  802  802  80000
      15:29:55  798  799  802  80000
      15:30:20    -    -  800  90000  800`),
    expected: {
      quantity: 20_000,
      isExecuted: false,
      arrivalMid: 800,
      price: 800,
      value: 16_000_000,
      halfSpread: null,
      halfSpreadSaved: null,
      // 10,000 at 802 and the closing auction's 10,000 at 800.
      intervalVwap: 801,
      againstArrival: 0,
      againstVwap: 12.5,
      reversion: { after1: null, after5: null, after15: null, after30: null },
      timeToLocate: 660_000,
      executedQuantity: null,
      shareLocated: 0.4,
      shareExecuted: null,
    },
  },
  {
    // Nothing was traded between the submit and the locate, so there is no VWAP of the interval.
    name: 'a SELL located at once, in a market without trades, at a worse price than the mid',
    seen: agreement('SELL', [14, 0, 5], [14, 0, 5], {
      shareQuantity: 30_000,
      locatedQuantity: 30_000,
      midAtLocate: 250,
      fills: [
        { quantity: 10_000, price: 249.9 },
        { quantity: 10_000, price: 249.6 },
        { quantity: 10_000, price: 250.2 },
      ],
    }),
    quotes: tape(`
      13:59:00  249.8  250.2  250  5000
      14:00:02  249.8  250.2  250  5000
      14:05:04  249.9  250.2  250  5000
      14:15:04  249.5    250  250  5000
      14:25:30    250  250.2  250  5000`),
    expected: {
      quantity: 30_000,
      isExecuted: true,
      arrivalMid: 250,
      price: 249.9,
      value: 7_497_000,
      halfSpread: 8,
      halfSpreadSaved: 6_000,
      intervalVwap: null,
      againstArrival: -4,
      againstVwap: null,
      // 14:01:05 and 14:05:05 have the mid of 14:00, because 14:05 has not ended and 14:01 ended four minutes
      // before. At 14:15:05 no minute with a mid had ended within five minutes; at 14:30:05 14:25 had.
      reversion: { after1: 0, after5: 0, after15: null, after30: 4 },
      timeToLocate: 0,
      executedQuantity: 30_000,
      shareLocated: 1,
      shareExecuted: 1,
    },
  },
]
