import type { DeskAdvert, DeskLimits, DeskTrader } from '@aitai/contract/schemas/adverts.ts'
import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { Link, useSearchParams } from 'react-router'
import { AllActions } from '../adverts/all/AllActions.tsx'
import { useDesk } from '../adverts/all/use-desk.ts'
import { StaleListWarning } from '../adverts/list/StaleListWarning.tsx'
import { StatusTag } from '../adverts/status/StatusTag.tsx'
import { TimeLeft } from '../adverts/status/TimeLeft.tsx'
import { useEquities } from '../adverts/use-adverts.ts'
import { useDeskLimitsQuery } from '../shared/api/desk-api.ts'
import { isCallFailure } from '../shared/api/failure.ts'
import { useIsNarrow } from '../ui/browser/browser-hooks.ts'
import { Button } from '../ui/controls/Button.tsx'
import { SegmentedControl } from '../ui/controls/SegmentedControl.tsx'
import { formatNotional, formatYen } from '../ui/format/amounts.ts'
import { equityNameIn, splitSecurityName } from '../ui/format/equity-name.ts'
import { formatNumber, formatShare } from '../ui/format/format.ts'
import { Side } from '../ui/labels/Side.tsx'
import { useLanguage, useText } from '../ui/text/use-text.ts'
import { SideTotals } from '../ui/totals/SideTotals.tsx'
import { sideTotals } from '../ui/totals/side-totals.ts'
import { DeskExposure } from './DeskExposure.tsx'
import { LimitUse } from './LimitUse.tsx'
import { type LimitShares, limitShares } from './limit-shares.ts'
import { OpenInterest, StaleOpenInterestWarning } from './OpenInterest.tsx'
import { type Grouping, groupings } from './open-interest-table.ts'
import '../adverts/actions/action-bar.css'
import '../ui/styles/side-page.css'
import './desk-page.css'

/** On a phone, as for the trader's own IOIs (docs/decisions/0076-all-at-once.md). */
const pauseOnly = ['pause'] as const

/** The IOIs of each trader, all of them by side, sector or broker, or what was shown of them over time. */
const views = ['trader', ...groupings, 'exposure'] as const
type View = (typeof views)[number]

const isGrouping = (view: View): view is Grouping => view !== 'trader' && view !== 'exposure'

/** The view that the address names. A phone has room for the IOIs alone. */
function useView(isNarrow: boolean): readonly [view: View, choose: (view: View) => void] {
  const [searchParams, setSearchParams] = useSearchParams()
  const named = views.find((view) => view === searchParams.get('by'))
  return [
    isNarrow ? 'trader' : (named ?? 'trader'),
    (by) => setSearchParams(by === 'trader' ? {} : { by }, { replace: true }),
  ]
}

/** The live IOIs of the institution's traders, and the actions on all of them, for a desk head (docs/rules.md §15). */
export function DeskPage() {
  const text = useText()
  const desk = useDesk()
  const isNarrow = useIsNarrow()
  const [view, chooseView] = useView(isNarrow)
  const { data: traders, isError, isUninitialized, error, refetch } = desk
  const isForbidden = isUninitialized || (isCallFailure(error) && error.status === 403)
  return (
    <div className="side-page desk-head">
      <header className="side-page-title">
        <Link to="/adverts-home" className="side-page-back">
          ← {text('desk.back')}
        </Link>
        <h1>{text('desk.title')}</h1>
        {!isForbidden && !isNarrow && <ViewChoice view={view} onChoose={chooseView} />}
        {view === 'trader' && <StaleListWarning list={desk} />}
        {isGrouping(view) && <StaleOpenInterestWarning />}
      </header>
      {isForbidden ? (
        <Message title={text('desk.forbidden')} hint={text('desk.forbidden.hint')} />
      ) : traders ? (
        <Interest traders={traders} view={view} />
      ) : isError ? (
        <div className="side-page-message" role="alert">
          <h2>{text('desk.loadFailed')}</h2>
          <Button onClick={() => void refetch()}>{text('common.retry')}</Button>
        </div>
      ) : (
        <div className="side-page-message" aria-busy />
      )}
      {!isForbidden && (
        <footer className="action-bar">
          <div className="all-actions">
            {isNarrow ? (
              <AllActions scope="desk" buttons={pauseOnly} kind="danger" />
            ) : (
              <AllActions scope="desk" />
            )}
          </div>
        </footer>
      )}
    </div>
  )
}

function Message({ title, hint }: { title: string; hint: string }) {
  return (
    <div className="side-page-message">
      <h2>{title}</h2>
      <p>{hint}</p>
    </div>
  )
}

const columns = [
  'direction',
  'security',
  'quantity',
  'value',
  'ofOne',
  'ofAll',
  'status',
  'timeLeft',
] as const
type Column = (typeof columns)[number]
const numbers: readonly Column[] = ['quantity', 'value', 'ofOne', 'ofAll', 'timeLeft']
const isLimitColumn = (column: Column): column is keyof LimitShares =>
  column === 'ofOne' || column === 'ofAll'

/** Without the columns of limits that the institution does not have. */
const columnsFor = (limits: DeskLimits | undefined): readonly Column[] =>
  columns.filter(
    (column) =>
      (column !== 'ofOne' || typeof limits?.largestNotional === 'number') &&
      (column !== 'ofAll' || typeof limits?.largestLiveNotional === 'number'),
  )

function ViewChoice({ view, onChoose }: { view: View; onChoose: (view: View) => void }) {
  const text = useText()
  const options = views.map((value) => ({ value, label: text(`openInterest.by.${value}`) }))
  return (
    <div className="desk-view">
      <SegmentedControl label={text('openInterest.by')} value={view} options={options} onChoose={onChoose} />
    </div>
  )
}

/** What is open: completed and ended IOIs count only as agreements of today. */
function Interest({ traders, view }: { traders: readonly DeskTrader[]; view: View }) {
  const text = useText()
  if (view === 'trader' && traders.length === 0)
    return <Message title={text('desk.empty')} hint={text('desk.empty.hint')} />
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, which must work without a mouse
    <section className="desk-head-body" tabIndex={0} aria-label={text('desk.title')}>
      <LimitUse />
      {view === 'trader' && <Traders traders={traders} />}
      {isGrouping(view) && <OpenInterest key={view} by={view} />}
      {view === 'exposure' && <DeskExposure />}
    </section>
  )
}

function Traders({ traders }: { traders: readonly DeskTrader[] }) {
  const text = useText()
  const equities = useEquities()
  // The line of the limits polls them.
  const { data: limits } = useDeskLimitsQuery()
  const shown = columnsFor(limits)
  return (
    <>
      <SideTotals rows={traders.flatMap(({ adverts }) => adverts)} kind="open" />
      <table className="desk-table">
        <thead>
          <tr>
            {shown.map((column) => (
              <th
                key={column}
                scope="col"
                data-column={column}
                data-kind={numbers.includes(column) ? 'number' : 'text'}
              >
                {text(isLimitColumn(column) ? `desk.column.${column}` : `advert.column.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        {traders.map((trader) => (
          <TraderRows
            key={trader.adverts[0]?.id}
            {...{ trader, equities, limits }}
            columnCount={shown.length}
          />
        ))}
      </table>
    </>
  )
}

interface TraderProps {
  trader: DeskTrader
  equities: ReadonlyMap<string, Equity>
  limits: DeskLimits | undefined
  columnCount: number
}

function TraderRows({ trader, equities, limits, columnCount }: TraderProps) {
  const { name, isYou, isPresent, adverts } = trader
  const text = useText()
  const language = useLanguage()
  return (
    <tbody>
      <tr className="desk-trader">
        <th colSpan={columnCount} scope="rowgroup">
          {name} {isYou && <span className="desk-you">{text('desk.you')}</span>}
          <span className="desk-count">{text('all.perTrader.count', { count: adverts.length })}</span>
          {!isPresent && <span className="desk-absent">{text('desk.absent')}</span>}
          <span className="desk-totals">
            {sideTotals(adverts).map(({ direction, count, jpynotional }) => (
              <span key={direction}>
                <Side direction={direction} />{' '}
                {text('advert.list.total', { count, jpy: formatYen(jpynotional, language) })}
              </span>
            ))}
          </span>
        </th>
      </tr>
      {adverts.map((advert) => (
        <AdvertRow key={advert.id} {...{ advert, limits }} equity={equities.get(advert.securityId)} />
      ))}
    </tbody>
  )
}

interface RowProps extends Pick<TraderProps, 'limits'> {
  advert: DeskAdvert
  equity: Equity | undefined
}

function AdvertRow({ advert, equity, limits }: RowProps) {
  const language = useLanguage()
  const shares = limits && limitShares(advert, equity, limits)
  const known = splitSecurityName(advert.securityName)
  return (
    <tr>
      <td>
        <Side direction={advert.direction} />
      </td>
      <td>
        <b>{known.ric}</b> {equity ? equityNameIn(language, equity) : known.name}
      </td>
      <td data-kind="number">{formatNumber(advert.shareQuantity)}</td>
      <td data-kind="number" data-column="value">
        {formatNotional(advert.jpynotional, language)}
      </td>
      {columnsFor(limits)
        .filter(isLimitColumn)
        .map((column) => (
          <td key={column} data-kind="number" data-column={column}>
            {shares?.[column] ? formatShare(shares[column], language) : '–'}
          </td>
        ))}
      <td>
        <StatusTag advert={{ ...advert, causeOfDeath: null }} />
      </td>
      <td data-kind="number" data-column="timeLeft">
        <TimeLeft advert={advert} />
      </td>
    </tr>
  )
}
