import { useOwnExposureQuery } from '../shared/api/desk-api.ts'
import { ExposureSection } from '../shared/exposure/ExposureSection.tsx'
import { ExposureTable } from '../shared/exposure/ExposureTable.tsx'
import { advertColumns, dayColumns } from '../shared/exposure/exposure-columns.ts'
import { csvFileText } from '../ui/table/spreadsheet-export.ts'
import type { CostTextContext } from './cost-columns.ts'

interface Props {
  /** In the form of the call. */
  period: string
  context: CostTextContext
}

/** What own IOIs have revealed in locates of the period, and the results, by IOI and by day. */
export function OwnExposure({ period, context }: Props) {
  const { text } = context
  const { currentData: exposure, isError, refetch } = useOwnExposureQuery({ period })
  const shown = exposure && exposure.byAdvert.length > 0 ? exposure : null
  return (
    <ExposureSection
      className="costs-exposure"
      file={
        shown && {
          name: `aitai-exposure-${period.replace('..', '_')}.csv`,
          content: () => csvFileText(shown.byAdvert, advertColumns, context),
        }
      }
      empty={exposure && !shown ? text('exposure.empty') : null}
      isError={isError}
      onRetry={() => void refetch()}
      note={text('exposure.note')}
    >
      {shown && (
        <>
          <ExposureTable
            label={text('exposure.byAdvert')}
            rows={shown.byAdvert}
            columns={advertColumns}
            keyOf={({ advertisementId }) => advertisementId}
            total={shown.total}
            context={context}
          />
          {shown.from !== shown.to && (
            <ExposureTable
              label={text('exposure.byDay')}
              rows={shown.byDay}
              columns={dayColumns}
              keyOf={({ day }) => day}
              total={shown.total}
              context={context}
            />
          )}
        </>
      )}
    </ExposureSection>
  )
}
