import type { Bars, DayBars, MarketQuote, MarketUpdate } from '@aitai/contract/schemas/reference.ts'
import { tradingDay } from '@aitai/engine/calendar/calendar.ts'
import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react'
import { useGetBarsQuery } from '../api/desk-api.ts'
import { marketFeed } from '../connection/market-feed.ts'
import { mergeBars } from './market-bars.ts'

/** The pushed market of a security while it is on the screen; null until the first push. */
export function useMarketUpdate(securityId: string): MarketUpdate | null {
  const follow = useCallback((listener: () => void) => marketFeed.follow(securityId, listener), [securityId])
  return useSyncExternalStore(follow, () => marketFeed.newest(securityId))
}

/** The newer of a polled and a pushed quote of a security: pushes stop with the socket, polls continue. */
export function useNewestQuote(securityId: string, polled: MarketQuote | undefined): MarketQuote | undefined {
  const pushed = useMarketUpdate(securityId)
  return pushed && (!polled || pushed.at >= polled.at) ? pushed : polled
}

/** The bars of the current or latest trading day, continued by each push; undefined until they have arrived. */
export function useDayBars(securityId: string): DayBars | undefined {
  const { data, refetch } = useGetBarsQuery({ securityId, day: 'today' })
  const update = useMarketUpdate(securityId)
  const bars = useContinuedBars(data, update)
  const hasOpened = data !== undefined && isOfLaterDay(update, data)
  useEffect(() => {
    if (hasOpened) void refetch()
  }, [hasOpened, refetch])
  return data && bars && { ...data, bars }
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
