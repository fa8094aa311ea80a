import type { Bars, DayBars, MarketQuote, MarketUpdate } from '@aitai/contract/schemas/reference.ts'
import { dateOfDay, dayOfDate, tradingDay } from '@aitai/engine/calendar/trading-days.ts'
import { skipToken } from '@reduxjs/toolkit/query/react'
import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { useGetBarsQuery, useGetQuoteQuery } from '../api/desk-api.ts'
import { onlyData, polledEvery } from '../api/stale-since.ts'
import { marketFeed } from '../connection/market-feed.ts'
import { intervals } from '../intervals.ts'
import { joinBars, mergeBars, needsDayBefore } from './market-bars.ts'

/** The pushed market of a security while it is on the screen; null until the first push. */
export function useMarketUpdate(securityId: string): MarketUpdate | null {
  const follow = useCallback((listener: () => void) => marketFeed.follow(securityId, listener), [securityId])
  return useSyncExternalStore(follow, () => marketFeed.newest(securityId))
}

/** The quote of a security, polled; undefined until it has arrived. */
export function usePolledQuote(securityId: string): MarketQuote | undefined {
  return useGetQuoteQuery({ securityId }, { ...polledEvery(intervals.quotePoll), selectFromResult: onlyData })
    .data
}

/** The newer of a polled and a pushed quote of a security: pushes stop with the socket, polls continue. */
export function useNewestQuote(securityId: string, polled: MarketQuote | undefined): MarketQuote | undefined {
  const pushed = useMarketUpdate(securityId)
  return pushed && (!polled || pushed.at >= polled.at) ? pushed : polled
}

/**
 * The bars of the current or latest trading day, continued by each push; undefined until they have arrived. Shortly
 * after the midnight of a market that never closes, with the day before it.
 */
export function useDayBars(securityId: string): DayBars | undefined {
  const { data, refetch } = useGetBarsQuery({ securityId, day: 'today' })
  const update = useMarketUpdate(securityId)
  const bars = useContinuedBars(data, update)
  const hasOpened = data !== undefined && isOfLaterDay(update, data)
  useEffect(() => {
    if (hasOpened) void refetch()
  }, [hasOpened, refetch])
  const recent = useBarsAcrossMidnight(data && bars && { ...data, bars })
  return data && recent && { ...data, bars: recent }
}

function useBarsAcrossMidnight(day: DayBars | undefined): Bars | undefined {
  const isNeeded = day !== undefined && needsDayBefore(day)
  const yesterday = isNeeded && { securityId: day.securityId, day: dateOfDay(dayOfDate(day.day) - 1) }
  const { currentData } = useGetBarsQuery(yesterday || skipToken)
  const [before, bars] = [currentData?.bars, day?.bars]
  return useMemo(() => (before && bars ? joinBars(before, bars) : bars), [before, bars])
}

/** Whether an update is of a day after the one that was fetched: the exchange has opened since. */
function isOfLaterDay(update: MarketUpdate | null, { day }: DayBars): boolean {
  const newest = update?.bars.at.at(-1)
  return newest !== undefined && tradingDay(newest) > tradingDay(Date.parse(`${day}T00:00:00+09:00`))
}

function useContinuedBars(day: DayBars | undefined, update: MarketUpdate | null): Bars | undefined {
  const merged = useRef<{ readonly day: DayBars; readonly update: MarketUpdate | null; readonly bars: Bars }>(
    null,
  )
  if (!day) return undefined
  const before = merged.current?.day === day ? merged.current : { day, update: null, bars: day.bars }
  const isNew = update !== null && update !== before.update && update.securityId === day.securityId
  const bars = isNew ? mergeBars(before.bars, update.bars, day.day) : before.bars
  merged.current = { day, update: isNew ? update : before.update, bars }
  return bars
}
