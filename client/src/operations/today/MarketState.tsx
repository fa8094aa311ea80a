import type { OperationsToday } from '@aitai/contract/schemas/console/operations.ts'
import { dayOfDate } from '@aitai/engine/calendar/trading-days.ts'
import { Link } from 'react-router'
import { formatTokyoTime, formatTradingDay } from '../../ui/format/format.ts'
import { useLanguage, useText } from '../../ui/text/use-text.ts'

type State = 'matching' | 'afterHours' | 'paused' | 'closed' | 'halted'

/** The state of the market as one word: an operator's close first, then the most open of the exchanges. */
function stateOf({ market }: OperationsToday): State {
  if (!market) return 'closed'
  if (market.platformClosed) return 'halted'
  const phases = market.exchanges.map(({ phase }) => phase)
  if (phases.includes('MATCHING')) return 'matching'
  if (phases.includes('AFTER_HOURS')) return 'afterHours'
  return phases.includes('PAUSED') ? 'paused' : 'closed'
}

/** Whether anything is matched now, and the trading day, read from across the room. */
export function MarketState({ today }: { today: OperationsToday }) {
  const text = useText()
  const language = useLanguage()
  const state = stateOf(today)
  const { market, at } = today
  const day = market ? formatTradingDay(language, dayOfDate(market.tradingDay)) : ''
  const isTradingDay = market?.exchanges.some((each) => each.isTradingDay) ?? false
  return (
    <div className="today-state" data-state={state}>
      <div role="status">
        <h2>{text(`operations.state.${state}`)}</h2>
      </div>
      {state === 'halted' && <p>{text('operations.state.halted.hint')}</p>}
      {market && <HaltCount market={market} />}
      <p className="today-day">
        <span>{text(isTradingDay ? 'operations.tradingDay' : 'operations.noTradingDay', { day })}</span>
        <span>{text('operations.tokyo', { time: formatTokyoTime(Date.parse(at)) })}</span>
      </p>
    </div>
  )
}

/** That something is halted, with the way to what and why. */
function HaltCount({ market }: { market: NonNullable<OperationsToday['market']> }) {
  const text = useText()
  const count = market.haltedFirms + market.haltedSecurities
  if (count === 0) return null
  return (
    <Link className="today-halts" to="/operations/halts">
      {text('operations.halts.count', { count })}
    </Link>
  )
}
