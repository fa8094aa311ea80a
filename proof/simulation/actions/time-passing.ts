import { dayMs, minuteMs } from '@aitai/engine/calendar/trading-days.ts'
import type { Calendar } from '@aitai/engine/model/calendar.ts'
import { phaseAt } from '../oracle/trading-hours.ts'
import type { SimulatedDay } from '../simulated-day.ts'
import { hourBoundaries } from '../world/calendars.ts'

/** Time passes: mostly seconds, sometimes until something is due, sometimes hours or days. */
export function passTime(day: SimulatedDay): void {
  const { chance, market, at } = day
  const jump =
    isAsleep(day) && chance.happens(0.2)
      ? toEdge
      : chance.weighted(market.friendly ? friendlyJumps : usualJumps)
  day.at = Math.max(at, jump(day))
}

/** Nothing is matched anywhere. */
const isAsleep = ({ state, at }: SimulatedDay): boolean =>
  [...state.securities.values()].every(({ exchange }) =>
    ['CLOSED', 'PAUSED'].includes(phaseAt(state.calendar, exchange, at)),
  )

type Jump = (day: SimulatedDay) => number

const seconds: Jump = ({ chance, at }) => at + chance.between(0, 5_000)

/** Around the end of a locate's window: a little before it, in the grace period, or after it. */
const toDeadline: Jump = (day) => {
  const open = [...day.state.index.openLocates.values()]
  return open.length > 0 ? day.chance.oneOf(open).deadline + day.chance.between(-20, 1_600) : seconds(day)
}

/** The kinds of things that become due by the clock alone. */
function dueTimes({ state, memory, prices }: SimulatedDay): number[][] {
  const { limits, index } = state
  return [
    index.expiries.times,
    index.deadlines.times.map((deadline) => deadline + limits.locateGraceMs),
    [...memory.cooldowns.values()],
    [...memory.staleSince.values()].map((since) => since + limits.hardMarketErrorMs),
    [...prices.walks.values()].map(({ tape }) => (tape.quote?.at ?? 0) + limits.quoteAgeMs),
    [...memory.adverts.values()].map(({ settled }) => settled + limits.minLiveMs),
    [...memory.adverts.values()].map(({ settled }) => settled + (limits.restAfterFailureMs ?? 0)),
    [...memory.raises.rests.values()].map(({ until }) => until),
    [...prices.walks.values()].map(
      ({ quoteHistory }) => Number(quoteHistory.freshSince) + limits.freshMarketMs,
    ),
  ]
}

/** To the exact time at which something is due, or a millisecond before or after it. */
const toDueTime: Jump = (day) => {
  const { chance, at } = day
  const due = dueTimes(day)
    .map((times) => times.filter((time) => time > at && time < at + 90 * minuteMs))
    .filter((times) => times.length > 0)
  return due.length > 0 ? chance.oneOf(chance.oneOf(due)) + chance.oneOf([-1, 0, 0, 1]) : seconds(day)
}

/** Around the next start or end of some hours: mostly a little before it. */
const toEdge: Jump = ({ state, chance, at }) =>
  nextHourBoundary(state.calendar, at) +
  (chance.happens(0.3) ? chance.between(-1, 1) : chance.between(-60_000, 15_000))

/** The next start or end of any hours, or now if there is none. */
export function nextHourBoundary(calendar: Calendar, at: number): number {
  const midnight = Math.floor(at / dayMs) * dayMs
  const edges = hourBoundaries(calendar).flatMap((edge) =>
    [0, 1].map((day) => midnight + day * dayMs + edge * minuteMs),
  )
  return edges.filter((edge) => edge > at).sort((a, b) => a - b)[0] ?? at
}

const minutes: Jump = ({ chance, at }) => at + chance.between(5, 90) * minuteMs
const hours: Jump = ({ chance, at }) => at + chance.between(6, 20) * 60 * minuteMs
/** Some days later, in the morning or at the same time, across weekends and holidays. */
const days: Jump = ({ chance, at }) => {
  const later = at + chance.between(1, chance.oneOf([3, 9, 16])) * dayMs
  return chance.happens(0.6) ? Math.floor(later / dayMs) * dayMs + 5 * minuteMs : later
}

const usualJumps: readonly (readonly [number, Jump])[] = [
  [92, seconds],
  [3.5, toDeadline],
  [3, toDueTime],
  [0.6, toEdge],
  [0.5, minutes],
  [0.1, hours],
  [0.12, days],
]
const friendlyJumps: readonly (readonly [number, Jump])[] = [
  [97, seconds],
  [1, toDeadline],
  [0.5, toDueTime],
  [0.3, minutes],
  [0.05, hours],
]
