import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { PlatformHours } from '@aitai/contract/schemas/reference.ts'
import { skipToken } from '@reduxjs/toolkit/query/react'
import { useAdvertListQuery, useGetPlatformHoursQuery } from '../shared/api/desk-api.ts'
import { onlyData, polledEvery, useStaleSince, withoutProgress } from '../shared/api/stale-since.ts'
import { serverClock } from '../shared/connection/server-clock.ts'
import { intervals } from '../shared/intervals.ts'
import { useAppSelector } from '../shared/store/store.ts'
import { useNow } from '../ui/browser/browser-hooks.ts'
import { formatHourRange, formatTimeWithZone, zoneName } from '../ui/format/format.ts'
import { useLanguage, useText } from '../ui/text/use-text.ts'
import {
  formatUtcRanges,
  isAllDay,
  isEngineOn,
  type MarketState,
  marketStateAt,
  type NotReceivingReason,
  notReceivingReason,
} from './market-hours.ts'
import './market-indicator.css'

/**
 * Whether the market of a security is open, whether matching runs, and whether a contra could be located for
 * this trader. Uses only public hours, halts of the trader's institution, the trader's connection and adverts
 * (docs/rules.md §15): no indicator may reveal that others are in the pool.
 */
export function MarketIndicator({ securityId }: { securityId: string | null }) {
  const text = useText()
  const language = useLanguage()
  const { data: hours, ...polled } = useGetPlatformHoursQuery(
    securityId === null ? skipToken : { securityId },
    { ...polledEvery(intervals.hoursPoll), selectFromResult: withoutProgress },
  )
  const oldSince = useStaleSince(polled, intervals.hoursPoll)
  useNow(intervals.marketHoursCheck)
  const at = serverClock.now()
  const state = hours && marketStateAt(hours, at)
  return (
    <div className="market-indicator" role="status" data-stale={oldSince !== null || undefined}>
      {state && (
        <span className="market-state" data-market={state}>
          {/* The hours say it again where it is closed. */}
          <b className={state === 'closed' ? 'visually-hidden' : undefined}>{text(`market.${state}`)}</b>
          <Hours hours={hours} state={state} at={at} />
        </span>
      )}
      {hours && <EngineLight hours={hours} at={at} />}
      <ReceivingLight hours={hours ?? null} securityId={securityId} at={at} />
      {oldSince !== null && (
        <span className="market-old">
          {text('market.hours.stale', { time: formatTimeWithZone(oldSince, language) })}
        </span>
      )}
    </div>
  )
}

/** Whether this security is being matched; if not, whether because of the hours or an operator. */
function EngineLight({ hours, at }: { hours: PlatformHours; at: number }) {
  const text = useText()
  const isOn = isEngineOn(hours, at)
  const { halted } = hours
  const why = isOn
    ? text('market.engine.why.on')
    : text(halted === null ? 'market.engine.why.hours' : haltTexts[halted])
  return (
    <span
      className="market-light"
      data-light="engine"
      data-on={isOn}
      data-halted={halted ?? undefined}
      title={why}
    >
      {text('market.engine')} <b>{text(isOn ? 'market.engine.on' : 'market.engine.off')}</b>
      {halted !== null && <span className="market-halted">{text('market.halted')}</span>}
      <span className="visually-hidden">{why}</span>
    </span>
  )
}

const haltTexts = {
  'PLATFORM-CLOSED': 'whyNot.PLATFORM_CLOSED',
  'FIRM-HALTED': 'whyNot.FIRM_HALTED',
  'SECURITY-HALTED': 'whyNot.SECURITY_HALTED',
} as const

type LightProps = { hours: PlatformHours | null; securityId: string | null; at: number }

const notReceiving = {
  disconnected: 'market.notReceiving.disconnected',
  halted: 'market.notReceiving.halted',
  notMatching: 'market.notReceiving.notMatching',
  nothingLive: 'market.notReceiving.nothingLive',
} as const satisfies Record<NotReceivingReason, string>

/** Whether a contra can be located for this trader: by the trader's session and the platform's state only. */
function ReceivingLight(platform: LightProps) {
  const text = useText()
  // If this tab is resting, another tab of the session is connected instead.
  const isConnected = useAppSelector(({ connection: { state } }) => state === 'live' || state === 'resting')
  const { data: adverts = none } = useAdvertListQuery(undefined, { selectFromResult: onlyData })
  const because = notReceivingReason({ ...platform, isConnected, own: adverts })
  const receiving = because === null
  const why = receiving ? 'market.receiving.why' : notReceiving[because]
  return (
    <span className="market-light" data-light="receiving" data-on={receiving} title={text(why)}>
      {text(receiving ? 'market.receiving' : 'market.notReceiving')}
      <span className="visually-hidden">{text(why)}</span>
    </span>
  )
}

const none: readonly Advert[] = []

interface HoursProps {
  hours: PlatformHours
  state: MarketState
  /** Milliseconds UTC: the day whose daylight saving time applies. */
  at: number
}

/** Platform hours in local time with the time zone; in UTC, as the platform defines them, on hover. */
function Hours({ hours, state, at }: HoursProps) {
  const text = useText()
  const language = useLanguage()
  const { platformHourRanges: platform, exchangeHourRanges: exchange } = hours
  if (state !== 'closed' && isAllDay(platform) && isAllDay(exchange))
    return <span>{text('market.allDay')}</span>
  const local = (ranges: readonly string[]) => ({
    ranges: ranges.map((range) => formatHourRange(range, at, language)).join(text('outsideHours.separator')),
    zone: zoneName(at, language),
  })
  const inUtc = text('market.hours.public', {
    platform: formatUtcRanges(platform, language),
    exchange: formatUtcRanges(exchange, language),
    matching: formatUtcRanges(hours.matchingEngineHourRanges, language),
  })
  const hoursText = (): string => {
    if (state !== 'closed') return text('market.hours', local(exchange))
    if (hours.halted !== 'PLATFORM-CLOSED')
      return text(hours.tradingDay ? 'market.currentlyClosed' : 'market.holiday', local(platform))
    return isAllDay(platform)
      ? text('market.closedByOperator.allDay')
      : text('market.closedByOperator', local(platform))
  }
  return (
    <span title={inUtc} className="market-hours">
      {hoursText()}
    </span>
  )
}
