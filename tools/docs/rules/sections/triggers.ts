import type { Direction } from '@aitai/engine/adverts/advert.ts'
import { advertisingLevel, knockoutLevel } from '@aitai/engine/adverts/trigger-levels.ts'
import { defaultLimits } from '@aitai/engine/limits.ts'
import { yen } from '@aitai/engine/market/price.ts'
import { examples, type Section } from '../example.ts'
import { code, inPercent, inTime, table } from '../markdown.ts'

const { armingRating, confirmingMs, confirmingQuotes, indexRelativeOffset, triggerOffset } = defaultLimits

interface Close {
  readonly [name: string]: number
  readonly close: number
  readonly percent: number
}

const both =
  (level: typeof knockoutLevel, direction: Direction) =>
  ({ close, percent }: Close) => {
    const of = (topix500: boolean): number =>
      level(direction, Math.round(close * yen), percent * 100, { topix500, exchange: 'XTKS' }) / yen
    return { member: of(true), other: of(false) }
  }

const cases = (...rows: readonly (readonly [number, number, number, number])[]) =>
  rows.map(([close, percent, member, other]) => ({ given: { close, percent }, gives: { member, other } }))

const levels = [
  ...examples(
    'A buyer’s knockout {percent} % above a close of {close} yen is {member} yen in TOPIX500, {other} yen outside it.',
    both(knockoutLevel, 'BUY'),
    cases(
      [2_905.5, 5, 3_050, 3_050],
      [998.7, 5, 1_048.5, 1_048],
      [4_810, 5, 5_050, 5_050],
      [29_990, 10, 32_980, 32_950],
    ),
  ),
  ...examples(
    'A seller’s knockout {percent} % below a close of {close} yen is {member} yen in TOPIX500, {other} yen outside it.',
    both(knockoutLevel, 'SELL'),
    cases([2_905.5, 5, 2_760, 2_760]),
  ),
  ...examples(
    'A buyer’s advertising trigger {percent} % below a close of {close} yen is {member} yen in TOPIX500, {other} yen outside it.',
    both(advertisingLevel, 'BUY'),
    cases([2_905.5, 5, 2_760, 2_760]),
  ),
]

/** Advertising and cancel triggers (docs/rules.md §11). */
export const triggers: Section = {
  title: '11 Triggers and knockouts',
  text: [
    table(
      ['', 'A buyer’s fires when', 'A seller’s fires when', 'What then happens'],
      [
        ['Advertising trigger', 'mid ≤ level', 'mid ≥ level', 'SENT becomes LIVE, once and for good'],
        ['Knockout', 'mid ≥ level', 'mid ≤ level', `DEAD, ${code('CANCEL_TRIGGER')}`],
        [
          'Index-relative knockout',
          'move of the stock − move of TOPIX ≥ offset',
          'move of the stock − move of TOPIX ≤ −offset',
          `DEAD, ${code('INDEX_RELATIVE_CANCEL')}`,
        ],
      ],
    ),
    `A trigger fires on ${confirmingQuotes} fresh middle prices in a row that are at least ${inTime(confirmingMs)} apart, so that one bad quote ends nothing. The event carries the quotes that caused it. Moves are measured from the previous close.`,
    `Levels stand ${inPercent(triggerOffset.min)} to ${inPercent(triggerOffset.max)} from the close, index-relative ones ${inPercent(indexRelativeOffset.min)} to ${inPercent(indexRelativeOffset.max)}, and are rounded down to the tick of where they land. Both levels must be inside the day’s limits; a buyer’s advertising trigger is below its knockout, a seller’s above.`,
    `To arm an advertising trigger its owner needs a rating of ${armingRating}; one that is armed stays armed if the rating falls. One that has fired cannot be changed any more. While matching runs at the official close no trigger fires and none can be changed.`,
  ],
  examples: levels,
}
