import { indexId } from '@aitai/contract/routes/index-id.ts'
import type { Bars, DayBars, MarketQuote, MarketUpdate, PastBars } from '@aitai/contract/schemas/reference.ts'
import { dateOfDay, dayOfDate, tradingDay } from '@aitai/engine/calendar/trading-days.ts'
import { skipToken } from '@reduxjs/toolkit/query/react'
import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { useGetBarsQuery, useGetPastBarsQuery, useGetQuoteQuery } from '../api/desk-api.ts'
import { onlyData, type PolledQuery, polledEvery, withoutProgress } from '../api/stale-since.ts'
import { marketFeed } from '../connection/market-feed.ts'
import { intervals } from '../intervals.ts'
import { joinBars, mergeBars, needsDayBefore } from './market-bars.ts'

/** Reads the pushed market of a security while it is on the screen. */
function usePushed<Value>(securityId: string, read: () => Value): Value {
  const follow = useCallback((listener: () => void) => marketFeed.follow(securityId, listener), [securityId])
  return useSyncExternalStore(follow, read)
}

/** The pushed market of a security; null until the first push. */
const useMarketUpdate = (securityId: string): MarketUpdate | null =>
  usePushed(securityId, () => marketFeed.newest(securityId))

/** Fetched once, then polled only while nothing is pushed: without a socket, or beyond its limit of securities. */
function useFetchedQuoteOptions(securityId: string) {
  const isPushed = usePushed(securityId, () => marketFeed.isPushed(securityId))
  const polled = polledEvery(intervals.quotePoll)
  return { isPushed, options: isPushed ? { ...polled, pollingInterval: 0 } : polled }
}

/** The newer of a fetched and a pushed quote: pushes stop with the socket. */
function newestOf(fetched: MarketQuote | undefined, pushed: MarketUpdate | null): MarketQuote | undefined {
  return pushed && (!fetched || pushed.at >= fetched.at) ? pushed : fetched
}

/**
 * What a screen shows of the newest quote of a security, which is undefined until it has arrived. Renders again only
 * when the selected value changes.
 */
export function useSelectedQuote<Value>(
  securityId: string,
  select: (quote: MarketQuote | undefined) => Value,
): Value {
  const { options } = useFetchedQuoteOptions(securityId)
  const { data: fetched } = useGetQuoteQuery({ securityId }, { ...options, selectFromResult: onlyData })
  return usePushed(securityId, () => select(newestOf(fetched, marketFeed.newest(securityId))))
}

/** The newest quote of a security, pushed while there is a socket, else polled. */
export const useQuote = (securityId: string): MarketQuote | undefined =>
  useSelectedQuote(securityId, (quote) => quote)

/** When the quote of a security was last polled or pushed, and whether polling fails; null while it is pushed. */
export function useQuotePolling(securityId: string): PolledQuery | null {
  const { isPushed, options } = useFetchedQuoteOptions(securityId)
  const { fulfilledTimeStamp = 0, isError } = useGetQuoteQuery(
    { securityId },
    { ...options, selectFromResult: withoutProgress },
  )
  if (isPushed) return null
  const receivedAt = Math.max(fulfilledTimeStamp, marketFeed.receivedAt(securityId))
  return { isError, ...(receivedAt > 0 && { fulfilledTimeStamp: receivedAt }) }
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
  const { currentData, isFetching } = useGetBarsQuery(yesterday || skipToken)
  const [before, bars] = [currentData?.bars, day?.bars]
  // Drawn alone, today would move to the right once the day before it has arrived.
  const isWaiting = isFetching && before === undefined
  return useMemo(() => {
    if (isWaiting) return undefined
    return before && bars ? joinBars(before, bars) : bars
  }, [before, bars, isWaiting])
}

/** The trading days before a shown one, in bars of five minutes. */
interface FetchedPastBars {
  /** Undefined until they have arrived. */
  readonly past: PastBars | undefined
  readonly hasFailed: boolean
  readonly retry: () => void
}

/** The four trading days before a shown one, while they are wanted. */
export function usePastBars(day: DayBars | undefined, areWanted: boolean): FetchedPastBars {
  const wanted = areWanted && day !== undefined && { securityId: day.securityId, day: day.day }
  const { currentData: past, isError, refetch } = useGetPastBarsQuery(wanted || skipToken)
  return { past, hasFailed: isError && past === undefined, retry: () => void refetch() }
}

/** The bars of TOPIX beside those of a security. */
export interface IndexBars {
  readonly day: DayBars
  /** The days before it, if they are wanted. */
  readonly past: PastBars | undefined
}

/** The bars of TOPIX on the day of a security, and on the days before it; undefined until they have arrived. */
export function useIndexBars(
  day: string | undefined,
  { isWanted, withPast }: { readonly isWanted: boolean; readonly withPast: boolean },
): IndexBars | undefined {
  const wanted = isWanted && day !== undefined && { securityId: indexId, day }
  const today = useGetBarsQuery(wanted || skipToken, {
    ...polledEvery(intervals.indexPoll),
    selectFromResult: ({ currentData }) => ({ currentData }),
  }).currentData
  const { currentData: past } = useGetPastBarsQuery((withPast && wanted) || skipToken)
  return useMemo(
    () => (today && (past || !withPast) ? { day: today, past: withPast ? past : undefined } : undefined),
    [today, past, withPast],
  )
}

/** Whether an update is of a day after the one that was fetched: the exchange has opened since. */
function isOfLaterDay(update: MarketUpdate | null, { day }: DayBars): boolean {
  const newest = update?.bars.at.at(-1)
  return newest !== undefined && tradingDay(newest) > dayOfDate(day)
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
