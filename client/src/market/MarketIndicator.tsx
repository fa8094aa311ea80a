import type { Advert } from '@aitai/contract/adverts.ts'
import type { PlatformHours } from '@aitai/contract/reference.ts'
import { skipToken } from '@reduxjs/toolkit/query/react'
import { useEffect, useState } from 'react'
import { useAdvertListQuery, useGetPlatformHoursQuery } from '../api.ts'
import { intervals } from '../intervals.ts'
import { serverClock } from '../server-clock.ts'
import { useStaleSince } from '../stale.ts'
import { useAppSelector } from '../store.ts'
import { formatHourRange, formatTimeWithZone, zoneName } from '../ui/format.ts'
import { useLanguage, useText } from '../ui/text.ts'
import {
  engineIsOn,
  isAllDay,
  isReceiving,
  type MarketState,
  marketStateAt,
  rangesText,
} from './market-hours.ts'
import './market-indicator.css'

/**
 * Whether the market of a security is open, paused or closed, whether contras are looked for, and whether
 * one could be located for this trader. Public hours, the own socket and own adverts, nothing else (rules 15,
 * quality NI7): no light here may tell that somebody else is in the pool.
 */
export function MarketIndicator({ securityId }: { securityId: string | null }) {
  const text = useText()
  const language = useLanguage()
  const { data: hours, ...polled } = useGetPlatformHoursQuery(
    securityId === null ? skipToken : { securityId },
    {
      pollingInterval: intervals.hoursPoll,
    },
  )
  const oldSince = useStaleSince(polled, intervals.hoursPoll)
  const at = useServerNow(intervals.marketHoursCheck)
  const state = hours && marketStateAt(hours, at)
  const engine = hours !== undefined && engineIsOn(hours, at)
  return (
    <div className="market-indicator" role="status" data-stale={oldSince !== null || undefined}>
      {state && (
        <span className="market-state" data-market={state}>
          {/* The hours say it again where it is closed. */}
          <b className={state === 'closed' ? 'only-heard' : undefined}>{text(`market.${state}`)}</b>
          <Hours hours={hours} state={state} at={at} />
        </span>
      )}
      {hours && (
        <span className="market-light" data-light="engine" data-on={engine}>
          {text('market.engine')} <b>{text(engine ? 'market.engine.on' : 'market.engine.off')}</b>
        </span>
      )}
      <ReceivingLight />
      {oldSince !== null && (
        <span className="market-old">
          {text('market.hours.stale', { time: formatTimeWithZone(oldSince, language) })}
        </span>
      )}
    </div>
  )
}

/** Whether a contra can be located for this trader: the own session alone (quality C10). */
function ReceivingLight() {
  const text = useText()
  // Where this tab rests, the other tabs of the session are connected in its place.
  const isConnected = useAppSelector(({ connection: { state } }) => state === 'live' || state === 'resting')
  const { data: adverts = none } = useAdvertListQuery()
  const receiving = isReceiving(isConnected, adverts)
  const why = receiving
    ? 'market.receiving.why'
    : isConnected
      ? 'market.notReceiving.nothingLive'
      : 'market.notReceiving.disconnected'
  return (
    <span className="market-light" data-light="receiving" data-on={receiving} title={text(why)}>
      {text(receiving ? 'market.receiving' : 'market.notReceiving')}
      <span className="only-heard">{text(why)}</span>
    </span>
  )
}

const none: readonly Advert[] = []

interface HoursProps {
  hours: PlatformHours
  state: MarketState
  /** Milliseconds UTC: the day whose summer time holds. */
  at: number
}

/** Hours of operation in local time, the zone named; the same in UTC, as the platform has them, on hover. */
function Hours({ hours, state, at }: HoursProps) {
  const text = useText()
  const language = useLanguage()
  const { platformHourRanges: platform, exchangeHourRanges: exchange } = hours
  if (state !== 'closed' && isAllDay(platform) && isAllDay(exchange))
    return <span>{text('market.allDay')}</span>
  const local = (ranges: readonly string[]) => ({
    ranges: ranges.map((range) => formatHourRange(range, at)).join(', '),
    zone: zoneName(at, language),
  })
  const inUtc = text('market.hours.public', {
    platform: rangesText(platform),
    exchange: rangesText(exchange),
    matching: rangesText(hours.matchingEngineHourRanges),
  })
  const closed = hours.tradingDay ? 'market.currentlyClosed' : 'market.holiday'
  return (
    <span title={inUtc} className="market-hours">
      {state === 'closed' ? text(closed, local(platform)) : text('market.hours', local(exchange))}
    </span>
  )
}

/** The server's time, looked at anew every `interval` milliseconds. */
function useServerNow(interval: number): number {
  const [now, setNow] = useState(() => serverClock.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(serverClock.now()), interval)
    return () => clearInterval(timer)
  }, [interval])
  return now
}
