import { skipToken } from '@reduxjs/toolkit/query/react'
import { useEffect, useState } from 'react'
import { useGetPlatformHoursQuery } from '../api.ts'
import { intervals } from '../intervals.ts'
import { serverClock } from '../server-clock.ts'
import { useAppSelector } from '../store.ts'
import { formatHourRange, zoneName } from '../ui/format.ts'
import { useLanguage, useText } from '../ui/text.ts'
import { engineIsOn, isAllDay, marketStateAt, rangesText } from './market-hours.ts'
import './market-indicator.css'

/**
 * Whether the market of a security is open, paused or closed, whether contras are looked for, and whether
 * this screen would hear of one. Public hours and the own socket, nothing else (rules 15).
 */
export function MarketIndicator({ securityId }: { securityId: string | null }) {
  const text = useText()
  const { data: hours } = useGetPlatformHoursQuery(securityId === null ? skipToken : { securityId }, {
    pollingInterval: intervals.hoursPoll,
  })
  const at = useServerNow(intervals.marketHoursCheck)
  const isLive = useAppSelector((state) => state.connection.state === 'live')
  const state = hours && marketStateAt(hours, at)
  const engine = hours !== undefined && engineIsOn(hours, at)
  return (
    <div className="market-indicator" role="status">
      {state && (
        <span className="market-state" data-market={state}>
          <b>{text(`market.${state}`)}</b>
          <Hours
            platform={hours.platformHourRanges}
            exchange={hours.exchangeHourRanges}
            closed={state === 'closed'}
          />
        </span>
      )}
      {hours && (
        <span className="market-light" data-on={engine}>
          {text('market.engine')} <b>{text(engine ? 'market.engine.on' : 'market.engine.off')}</b>
        </span>
      )}
      <span className="market-light" data-on={isLive}>
        {text(isLive ? 'market.receiving' : 'market.notReceiving')}
      </span>
    </div>
  )
}

interface HoursProps {
  platform: readonly string[]
  exchange: readonly string[]
  closed: boolean
}

function Hours({ platform, exchange, closed }: HoursProps) {
  const text = useText()
  const language = useLanguage()
  if (isAllDay(platform) && isAllDay(exchange)) return <span>{text('market.allDay')}</span>
  const now = serverClock.now()
  const local = exchange.map((range) => formatHourRange(range, now)).join(', ')
  return (
    <span title={`${local} ${zoneName(now, language)}`}>
      {closed
        ? text('market.currentlyClosed', { ranges: rangesText(platform) })
        : text('market.hours', { ranges: rangesText(exchange) })}
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
