import { tradingDay } from '@aitai/engine/calendar/trading-days.ts'
import { skipToken } from '@reduxjs/toolkit/query/react'
import { useState } from 'react'
import { useDeskExposureQuery } from '../shared/api/desk-api.ts'
import { PeriodChoice } from '../shared/calendar/PeriodChoice.tsx'
import { daysUpTo, mostDays, periodParameter } from '../shared/calendar/period.ts'
import { serverClock } from '../shared/connection/server-clock.ts'
import { ExposureSection } from '../shared/exposure/ExposureSection.tsx'
import { ExposureTable } from '../shared/exposure/ExposureTable.tsx'
import { dayColumns } from '../shared/exposure/exposure-columns.ts'
import { csvFileText } from '../ui/table/spreadsheet-export.ts'
import { useLanguage, useText } from '../ui/text/use-text.ts'

/** What the institution's interest has revealed day by day, and the results, for the head of trading. */
export function DeskExposure() {
  const text = useText()
  const context = { text, language: useLanguage(), securityName: (_: string, fallback: string) => fallback }
  const [period, setPeriod] = useState(() => daysUpTo(tradingDay(serverClock.now()), mostDays))
  const parameter = periodParameter(period)
  const query = useDeskExposureQuery(parameter === null ? skipToken : { period: parameter })
  const { currentData: exposure, isError, refetch } = query
  const shown = exposure && exposure.byDay.length > 0 ? exposure : null
  return (
    <ExposureSection
      className="desk-exposure"
      controls={<PeriodChoice period={period} isValid={parameter !== null} onChoose={setPeriod} />}
      file={
        shown && {
          name: `aitai-desk-exposure-${shown.from}_${shown.to}.csv`,
          content: () => csvFileText(shown.byDay, dayColumns, context),
        }
      }
      empty={exposure && !shown ? text('exposure.empty.desk') : null}
      isError={isError}
      onRetry={() => void refetch()}
      note={`${text('exposure.note')} ${text('exposure.note.desk')}`}
    >
      {shown && (
        <ExposureTable
          label={text('exposure.byDay')}
          rows={shown.byDay}
          columns={dayColumns}
          keyOf={({ day }) => day}
          total={shown.total}
          context={context}
        />
      )}
    </ExposureSection>
  )
}
