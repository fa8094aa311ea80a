import { type Calendar, exchanges, isTradingDay } from '@aitai/engine/calendar/calendar.ts'
import { formatRange, type Phase, phaseOf } from '@aitai/engine/calendar/hours.ts'
import { moment } from '../../../../engine/test/book.ts'
import jpxData from '../../../../server/data/calendar-jpx.json' with { type: 'json' }
import { examples, type Section } from '../example.ts'
import { code, list, table } from '../markdown.ts'

const jpx: Calendar = jpxData
const hours = ['platform', 'exchange', 'matching', 'afterHours'] as const

const years = [...new Set(jpx.holidays.map((date) => date.slice(0, 4)))]
const holidaysOf = (year: string): string =>
  jpx.holidays
    .filter((date) => date.startsWith(year))
    .map((date) => date.slice(5))
    .join(', ')

const days = examples(
  'On {date} the exchanges are open: {open}.',
  ({ date }: { date: string }) => ({ open: isTradingDay(jpx, moment('03:00', date)) }),
  (
    [
      ['2026-09-22', false],
      ['2026-12-30', true],
      ['2026-12-31', false],
      ['2027-01-03', false],
      ['2027-03-22', false],
    ] as const
  ).map(([date, open]) => ({ given: { date }, gives: { open } })),
)

const inWords: Readonly<Record<Phase, string>> = {
  MATCHING: 'at the middle price',
  AFTER_HOURS: 'at the official close',
  PAUSED: 'not now',
  CLOSED: 'no, the platform is closed',
}

const phases = examples(
  'At {clock} UTC on {date} contras are looked for in Tokyo: {phase}.',
  ({ clock, date }: { clock: string; date: string }) => ({
    phase: inWords[phaseOf(jpx, 'XTKS', moment(clock, date))],
  }),
  (
    [
      ['00:30', 'at the middle price'],
      ['02:45', 'not now'],
      ['06:24', 'not now'],
      ['07:00', 'at the official close'],
      ['07:30', 'not now'],
      ['12:00', 'no, the platform is closed'],
    ] as const
  ).map(([clock, phase]) => ({ given: { clock, date: '2026-11-20' }, gives: { phase } })),
)

/** Durations and matching hours (docs/rules.md §13). */
export const hoursAndLife: Section = {
  title: '13 Expiry and hours',
  text: [
    list([
      'A life of 60 or 150 minutes is counted on the clock from the moment the advert was sent, and cut at the end of platform hours. Pausing does not stop it.',
      'Good for the day means: until platform hours end today.',
      'Outside platform hours nothing can be sent. Sent before matching opens, an advert waits as SENT.',
      'After hours adverts meet at the official close of the day, and triggers are frozen.',
    ]),
    `Hours and holidays are data. These are the ones of the calendar ${code('jpx')}, in UTC; ${code('always-open')} has no hours and no holidays. A range may wrap midnight; its last minute is not included. The trading day begins at midnight in Tokyo.`,
    table(
      ['Exchange', 'Platform', 'Exchange', 'Matching', 'Matching at the official close'],
      exchanges.map((exchange) => [
        exchange,
        ...hours.map((each) => jpx.hours[exchange][each].map(formatRange).join(', ')),
      ]),
    ),
    'Closed on Saturdays, on Sundays, and on these days (month and day):',
    table(
      ['Year', 'Closed'],
      years.map((year) => [year, holidaysOf(year)]),
    ),
  ],
  examples: [...days, ...phases],
}
