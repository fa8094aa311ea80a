import { tradingDay } from '@aitai/engine/calendar/trading-days.ts'
import { skipToken } from '@reduxjs/toolkit/query/react'
import { useState } from 'react'
import { useDeskExposureQuery } from '../shared/api/desk-api.ts'
import { PeriodChoice } from '../shared/calendar/PeriodChoice.tsx'
import { daysUpTo, mostDays, periodParameter } from '../shared/calendar/period.ts'
import { serverClock } from '../shared/connection/server-clock.ts'
import { ExposureTable } from '../shared/exposure/ExposureTable.tsx'
import { dayColumns } from '../shared/exposure/exposure-columns.ts'
import { downloadFile } from '../ui/browser/download.ts'
import { Button } from '../ui/controls/Button.tsx'
import { csvFileText } from '../ui/table/spreadsheet-export.ts'
import { useLanguage, useText } from '../ui/text/use-text.ts'

/** What the institution's interest has revealed day by day, and what came of it, for the head of trading. */
export function DeskExposure() {
  const text = useText()
  const context = { text, language: useLanguage(), securityName: (_: string, fallback: string) => fallback }
  const [period, setPeriod] = useState(() => daysUpTo(tradingDay(serverClock.now()), mostDays))
  const parameter = periodParameter(period)
  const query = useDeskExposureQuery(parameter === null ? skipToken : { period: parameter })
  const { currentData: exposure, isError, refetch } = query
  const isEmpty = exposure?.byDay.length === 0
  return (
    <section className="desk-exposure" aria-labelledby="desk-exposure">
      <div className="desk-exposure-title">
        <h2 id="desk-exposure">{text('exposure.title')}</h2>
        <PeriodChoice period={period} isValid={parameter !== null} onChoose={setPeriod} />
        <Button
          dimmedBecause={exposure && !isEmpty ? null : text('costs.export.none')}
          onClick={() =>
            exposure &&
            downloadFile(
              `aitai-desk-exposure-${exposure.from}_${exposure.to}.csv`,
              csvFileText(exposure.byDay, dayColumns, context),
            )
          }
        >
          {text('exposure.export')}
        </Button>
      </div>
      {exposure && !isEmpty && (
        <ExposureTable
          label={text('exposure.byDay')}
          rows={exposure.byDay}
          columns={dayColumns}
          keyOf={({ day }) => day}
          total={exposure.total}
          context={context}
        />
      )}
      {isEmpty && <p>{text('exposure.empty.desk')}</p>}
      {isError && (
        <p role="alert">
          {text('exposure.loadFailed')}{' '}
          <Button kind="quiet" onClick={() => void refetch()}>
            {text('common.retry')}
          </Button>
        </p>
      )}
      <p className="exposure-note">
        {text('exposure.note')} {text('exposure.note.desk')}
      </p>
    </section>
  )
}
