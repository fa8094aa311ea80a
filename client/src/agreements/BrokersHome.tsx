import type { ConnectionAgreement } from '@aitai/contract/agreements.ts'
import { useMemo } from 'react'
import { useBrokerUserExecutionListingQuery } from '../api.ts'
import { intervals } from '../intervals.ts'
import { useAppSelector } from '../store.ts'
import { Button } from '../ui/Button.tsx'
import { formatTimeWithZone } from '../ui/format.ts'
import { Grid } from '../ui/Grid.tsx'
import { Mark } from '../ui/Mark.tsx'
import { useLasted } from '../ui/system.ts'
import { useLanguage, useText } from '../ui/text.ts'
import { ArrivalsHeard } from './ArrivalsHeard.tsx'
import { columnsIn } from './columns.tsx'
import { MatchConfirmedPopup } from './MatchConfirmedPopup.tsx'
import './agreements.css'

/** Two lines each, by the row height that the user has chosen. */
const rowHeights = { '24': 48, '28': 52, '36': 60 } as const

/** The broker's home: the agreements of the day, oldest first, and who has given its password. */
export function BrokersHome() {
  const text = useText()
  const { data, isError, refetch, fulfilledTimeStamp } = useBrokerUserExecutionListingQuery(undefined, {
    pollingInterval: intervals.agreementsPoll,
  })
  return (
    <div className="agreements">
      <Title agreements={data} isStale={isError} asOf={fulfilledTimeStamp} />
      {data === undefined ? (
        <Waiting onRetry={isError ? () => void refetch() : null} />
      ) : data.length === 0 ? (
        <Empty />
      ) : (
        <Agreements agreements={data} />
      )}
      <p className="agreements-note">{text('agreement.disclaimer')}</p>
      <ArrivalsHeard agreements={data} />
      <MatchConfirmedPopup agreements={data ?? []} />
    </div>
  )
}

interface TitleProps {
  agreements: readonly ConnectionAgreement[] | undefined
  isStale: boolean
  asOf: number | undefined
}

function Title({ agreements, isStale, asOf }: TitleProps) {
  const text = useText()
  const language = useLanguage()
  const isDown = useAppSelector((state) => state.connection.staleSince !== null)
  const open = agreements?.filter(({ buyStatus, sellStatus }) => !buyStatus || !sellStatus).length ?? 0
  return (
    <header className="agreements-title">
      <h1>{text('agreement.title')}</h1>
      {agreements && agreements.length > 0 ? (
        <>
          <span className="agreements-count">{text('agreement.count', { count: agreements.length })}</span>
          {open > 0 ? (
            <span className="agreements-open">{text('agreement.open', { count: open })}</span>
          ) : null}
        </>
      ) : null}
      {(isStale || isDown) && asOf ? (
        <span className="agreements-stale">
          {text('agreement.stale', { time: formatTimeWithZone(asOf, language) })}
        </span>
      ) : null}
    </header>
  )
}

function Agreements({ agreements }: { agreements: ConnectionAgreement[] }) {
  const text = useText()
  const language = useLanguage()
  const rows = useAppSelector((state) => state.settings.rows)
  const columns = useMemo(() => columnsIn(text, language), [text, language])
  return (
    <Grid<ConnectionAgreement>
      label={text('agreement.title')}
      rowData={agreements}
      columnDefs={columns}
      getRowId={({ data }) => data.connectionAgreementId}
      defaultColDef={{
        resizable: true,
        sortable: true,
        suppressHeaderMenuButton: true,
        suppressMovable: true,
      }}
      rowHeight={rowHeights[rows]}
      headerHeight={28}
      groupHeaderHeight={32}
      rowClassRules={{
        'agreement-done': ({ data }) => Boolean(data?.buyStatus && data.sellStatus),
      }}
    />
  )
}

function Empty() {
  const text = useText()
  return (
    <div className="agreements-empty">
      <Mark size={40} />
      <h2>{text('agreement.emptyTitle')}</h2>
      <p>{text('agreement.emptyHint')}</p>
    </div>
  )
}

function Waiting({ onRetry }: { onRetry: (() => void) | null }) {
  const text = useText()
  const lasted = useLasted(onRetry === null, intervals.skeletonDelay)
  if (onRetry) {
    return (
      <div className="agreements-empty" role="alert">
        <h2>{text('agreement.loadFailed')}</h2>
        <Button onClick={onRetry}>{text('common.retry')}</Button>
      </div>
    )
  }
  return (
    <div className="agreements-skeleton" aria-busy="true">
      {lasted ? skeletonRows.map((row) => <span key={row} />) : null}
    </div>
  )
}

const skeletonRows = [1, 2, 3, 4, 5]
