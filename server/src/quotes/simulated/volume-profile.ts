import { type OpenInterval, openIntervalsOf } from '@aitai/engine/calendar/open-time.ts'
import {
  dayMs,
  isTradingDay,
  memoized,
  minuteMs,
  startOfTradingDay,
} from '@aitai/engine/calendar/trading-days.ts'
import type { Calendar, Exchange } from '@aitai/engine/model/calendar.ts'
import { uniformAt } from './hashed-noise.ts'

/** The sessions of an exchange on a trading day; none on a day on which it is closed. */
export type SessionsOf = (exchange: Exchange, day: number) => readonly OpenInterval[]

const closed: readonly OpenInterval[] = []
const wholeDay: readonly OpenInterval[] = [{ from: 0, to: dayMs }]

/** The exchange hours of a calendar. The function is called for each look, so that it follows a new calendar. */
export const sessionsIn =
  (calendar: () => Calendar): SessionsOf =>
  (exchange, day) => {
    const current = calendar()
    return isTradingDay(current, startOfTradingDay(day))
      ? openIntervalsOf(current.hours[exchange].exchange)
      : closed
  }

/** A market that never closes. */
export const alwaysOpenSessions: SessionsOf = () => wholeDay

/** No trade happens in Tokyo in the five minutes before the closing auction (docs/market.md). */
const closingCallMs = 5 * minuteMs

/** Shares of a day's volume in the auctions: the first opening, later openings, earlier closes, the last close. */
const auctionShares = { open: 0.05, reopen: 0.02, morningClose: 0.01, close: 0.12 } as const

/** Trading is heavier by these factors right after the open and right before the close, and fades over these times. */
const busy = { openBy: 2, openOver: 0.06, closeBy: 1, closeOver: 0.08 } as const

interface Print {
  readonly at: number
  readonly share: number
}

/** How the volume of a day is spread over its sessions. */
export interface VolumeProfile {
  /** Where shares trade continuously. */
  readonly windows: readonly OpenInterval[]
  readonly auctions: readonly Print[]
  /** The share of the day's volume up to and including a time, in milliseconds after midnight in Tokyo. */
  shareAt(time: number): number
}

/** The cumulative volume of continuous trading, at a share of its time: the integral of the U. */
function integral(part: number): number {
  const { openBy, openOver, closeBy, closeOver } = busy
  const afterOpen = openBy * openOver * (1 - Math.exp(-part / openOver))
  const beforeClose = closeBy * closeOver * (Math.exp((part - 1) / closeOver) - Math.exp(-1 / closeOver))
  return part + afterOpen + beforeClose
}

/** The U-shaped profile of some sessions, with auctions unless the market never closes. Cached by the list. */
export const volumeProfile = memoized((sessions: readonly OpenInterval[]): VolumeProfile => {
  const neverCloses = sessions.some(({ from, to }) => to - from >= dayMs)
  const last = sessions.length - 1
  const windows = sessions.map(({ from, to }, index) => ({
    from,
    to: index === last && !neverCloses ? Math.max(from, to - closingCallMs) : to,
  }))
  const auctions: Print[] = neverCloses
    ? []
    : sessions.flatMap(({ from, to }, index) => [
        { at: from, share: index === 0 ? auctionShares.open : auctionShares.reopen },
        { at: to, share: index === last ? auctionShares.close : auctionShares.morningClose },
      ])
  const continuousShare = 1 - auctions.reduce((sum, { share }) => sum + share, 0)
  const openMs = windows.reduce((sum, { from, to }) => sum + to - from, 0)
  return {
    windows,
    auctions,
    shareAt(time) {
      let passed = 0
      for (const { from, to } of windows) passed += Math.max(0, Math.min(time, to) - from)
      let share = openMs === 0 ? 0 : (continuousShare * integral(passed / openMs)) / integral(1)
      for (const auction of auctions) if (auction.at <= time) share += auction.share
      return Math.min(1, share)
    },
  }
})

/** 2,048 periods: shorter than a minute on a day of 24 hours too, so that no two minutes in a row are alike. */
const cascadeLevels = 11
/** How uneven the two halves of a period may be. */
const unevenness = 0.24

/**
 * Makes a smooth cumulative share uneven, as trading is: every period's volume is split between its halves at random
 * (a multiplicative cascade). The result rises with the share, from 0 to 1.
 */
export function unevenShare(key: number, share: number): number {
  if (share >= 1) return 1
  let before = 0
  let mass = 1
  let part = Math.max(0, share)
  let index = 1
  for (let level = 0; level < cascadeLevels; level += 1) {
    const left = 0.5 + unevenness * (2 * uniformAt(key, level, index) - 1)
    part *= 2
    index *= 2
    if (part < 1) mass *= left
    else {
      before += mass * left
      mass *= 1 - left
      part -= 1
      index += 1
    }
  }
  return before + mass * part
}
