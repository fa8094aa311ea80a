import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { Equity } from '@aitai/contract/schemas/reference.ts'
import type { Yen } from '@aitai/engine/model/price.ts'
import { skipToken } from '@reduxjs/toolkit/query/react'
import { type ReactNode, useMemo } from 'react'
import { timeLeft } from '../../adverts/status/advert-status.ts'
import { StatusTag } from '../../adverts/status/StatusTag.tsx'
import { useWhyNotMatchingQuery } from '../../shared/api/desk-api.ts'
import { serverClock } from '../../shared/connection/server-clock.ts'
import { intervals } from '../../shared/intervals.ts'
import { useTimedValue } from '../../ui/browser/browser-hooks.ts'
import { equityNameIn, splitSecurityName } from '../../ui/format/equity-name.ts'
import { formatCountdown, formatLocalAndUtc, formatMoment } from '../../ui/format/format.ts'
import { useFailureText, useLanguage, useText } from '../../ui/text/use-text.ts'
import { isExplained, matchBlockerText, reasonVariables } from '../../why-not-matching/reason-text.ts'
import { WhyNotMatching } from '../../why-not-matching/WhyNotMatching.tsx'
import './status-banner.css'

interface Props {
  advert: Advert | null
  equity: Equity | undefined
  /** The market indicator, at the other end. */
  children: ReactNode
}

/**
 * The selected advert with its status, a limit of locates that it is under and its expiry in the reader's zone and in
 * UTC, and the market indicator.
 */
export function StatusBanner({ advert, equity, children }: Props) {
  const text = useText()
  const language = useLanguage()
  const known = splitSecurityName(advert?.securityName ?? '')
  const name = equity ? equityNameIn(language, equity) : known.name
  return (
    <div className="status-banner">
      <div className="status-banner-advert">
        {advert ? (
          <>
            <b>{equity?.ric ?? known.ric}</b>
            <span className="status-banner-name" title={name}>
              {name}
            </span>
            <StatusTag advert={advert} />
            <LimitWarning key={advert.id} advert={advert} tickSize={equity?.tickSize ?? 0.1} />
          </>
        ) : (
          <span className="status-banner-none">{text('advert.banner.none')}</span>
        )}
        {advert && <Expiry advert={advert} />}
        {advert && <WhyNotMatching key={advert.id} advert={advert} equity={equity} />}
      </div>
      {children}
    </div>
  )
}

/** The widest and longest first: only one fits into the banner, and the explanation lists all. */
const limits = [
  'FIRM_BUDGET',
  'FIRM_WITHDRAWAL_BUDGET',
  'TRADER_BUDGET',
  'SECURITY_BUDGET',
  'SECURITY_WITHDRAWAL_BUDGET',
  'HANDOVER_BUDGET',
  'RESTING',
  'MATCHING_ENDS',
  'MARKET_RECENT',
] as const

/**
 * Says that no locates are made for an active advert today or for a while, because of what the trader or the
 * institution did (docs/rules.md §21) or of its market (docs/rules.md §3). Polled, because what a colleague did is not
 * pushed.
 */
function LimitWarning({ advert, tickSize }: { advert: Advert; tickSize: Yen }) {
  const text = useText()
  const textOf = useFailureText()
  const language = useLanguage()
  const { currentData: reasons } = useWhyNotMatchingQuery(
    isExplained(advert) ? { id: advert.id } : skipToken,
    { pollingInterval: intervals.whyNotPoll },
  )
  const context = { tickSize, now: serverClock.now(), language, textOf }
  const limit = limits.find((code) => reasons?.some((reason) => reason.code === code))
  const reason = reasons?.find(({ code }) => code === limit)
  return (
    <span role="status" className="status-banner-limit" title={reason && matchBlockerText(reason, context)}>
      {limit && reason ? text(`advert.banner.${limit}`, reasonVariables(reason, context)) : ''}
    </span>
  )
}

function Expiry({ advert }: { advert: Advert | null }) {
  const text = useText()
  const countdown = useTimedValue(intervals.countdownTick, () =>
    formatCountdown(timeLeft(advert, serverClock.now())),
  )
  const { title, until } = useExpiryTexts(advert)
  return (
    <span className="status-banner-expiry" role="timer" aria-live="off" title={title}>
      {text('advert.banner.expiresIn')} <b>{countdown}</b>
      {until && <span className="status-banner-until">{text('advert.banner.until', { time: until })}</span>}
    </span>
  )
}

/** When the advert expires, if anything counts down: as a tooltip, and in the reader's zone and in UTC. */
function useExpiryTexts(advert: Advert | null): { readonly title?: string; readonly until?: string } {
  const language = useLanguage()
  const expires = timeLeft(advert, 0) === null ? null : (advert?.expiryDate ?? null)
  return useMemo(() => {
    if (expires === null) return {}
    const at = Date.parse(expires)
    return { title: formatMoment(at, language), until: formatLocalAndUtc(at, language) }
  }, [expires, language])
}
