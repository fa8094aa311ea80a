import type { Day } from './day.ts'
import { cancel, modify, pause, post, rearm, resume, sendDraft, takeResidual } from './deeds.ts'
import { answer, comeAndGo, connect, leave } from './deeds-locates.ts'
import { changeReference, execute, explain, keep, restartServer, turn } from './deeds-office.ts'
import { meddle } from './deeds-outside.ts'
import { pass } from './passing.ts'
import { moveOn } from './prices.ts'
import { sweepAll } from './sweeping.ts'

type Deed = (day: Day) => void

/** What people do, and how often. */
const deeds: readonly (readonly [weight: number, deed: Deed])[] = [
  [36, post],
  [8, sendDraft],
  [6, modify],
  [4, rearm],
  [2, pause],
  [14, resume],
  [4, cancel],
  [50, answer],
  [5, takeResidual],
  [1, leave],
  [5, comeAndGo],
  [4, connect],
  [6, execute],
  [3, turn],
  [7, meddle],
  [0.5, explain],
  [2, changeReference],
  [0.6, keep],
  [1, restartServer],
]

/** One thing that somebody does, what the platform makes of it, and some time after it. */
export function step(day: Day, seesAll: boolean): void {
  day.chance.weighted(deeds)(day)
  if (day.chance.happens(0.5)) sweepAll(day, seesAll)
  pass(day)
  moveOn(day.prices, day.chance, day.state, day.at, day.market.friendly)
}
