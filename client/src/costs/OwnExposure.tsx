import { useOwnExposureQuery } from '../shared/api/desk-api.ts'
import { ExposureTable } from '../shared/exposure/ExposureTable.tsx'
import { advertColumns, dayColumns } from '../shared/exposure/exposure-columns.ts'
import { downloadFile } from '../ui/browser/download.ts'
import { Button } from '../ui/controls/Button.tsx'
import { csvFileText } from '../ui/table/spreadsheet-export.ts'
import type { CostTextContext } from './cost-columns.ts'

interface Props {
  /** In the form of the call. */
  period: string
  context: CostTextContext
}

/** What own IOIs have revealed in locates of the period, and what came of it, by IOI and by day. */
export function OwnExposure({ period, context }: Props) {
  const { text } = context
  const { currentData: exposure, isError, refetch } = useOwnExposureQuery({ period })
  const isEmpty = exposure?.byAdvert.length === 0
  return (
    <section className="costs-exposure" aria-labelledby="costs-exposure">
      <div className="costs-exposure-title">
        <h2 id="costs-exposure">{text('exposure.title')}</h2>
        <Button
          dimmedBecause={exposure && !isEmpty ? null : text('costs.export.none')}
          onClick={() =>
            exposure &&
            downloadFile(
              `aitai-exposure-${period.replace('..', '_')}.csv`,
              csvFileText(exposure.byAdvert, advertColumns, context),
            )
          }
        >
          {text('exposure.export')}
        </Button>
      </div>
      {exposure && !isEmpty && (
        <>
          <ExposureTable
            label={text('exposure.byAdvert')}
            rows={exposure.byAdvert}
            columns={advertColumns}
            keyOf={({ advertisementId }) => advertisementId}
            total={exposure.total}
            context={context}
          />
          {exposure.from !== exposure.to && (
            <ExposureTable
              label={text('exposure.byDay')}
              rows={exposure.byDay}
              columns={dayColumns}
              keyOf={({ day }) => day}
              total={exposure.total}
              context={context}
            />
          )}
        </>
      )}
      {isEmpty && <p>{text('exposure.empty')}</p>}
      {isError && (
        <p role="alert">
          {text('exposure.loadFailed')}{' '}
          <Button kind="quiet" onClick={() => void refetch()}>
            {text('common.retry')}
          </Button>
        </p>
      )}
      <p className="exposure-note">{text('exposure.note')}</p>
    </section>
  )
}
