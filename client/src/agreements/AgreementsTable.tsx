import type { ConnectionAgreement } from '@aitai/contract/schemas/agreements.ts'
import {
  type CellKeyDownEvent,
  ClientSideRowModelApiModule,
  ColumnApiModule,
  type GridApi,
  RowApiModule,
  RowSelectionModule,
  type SelectionChangedEvent,
} from 'ag-grid-community'
import { type SyntheticEvent, useMemo } from 'react'
import type { CallFailure } from '../shared/api/failure.ts'
import { useAppSelector } from '../shared/store/store.ts'
import { Grid } from '../ui/table/Grid.tsx'
import { rowSelection, selectionColumn, selectRowsByKey, setRowsSelected } from '../ui/table/row-selection.ts'
import { useFailureText, useLanguage, useText } from '../ui/text/use-text.ts'
import type { AgreementRow } from './agreement-display.ts'
import { agreementGridColumns } from './agreement-grid-columns.tsx'
import type { ReportKind } from './ExecutionStatus.tsx'
import type { AgreementsView } from './use-agreements.ts'

/** Two lines each, by the row height that the user has chosen. */
const rowHeights = { '24': 48, '28': 52, '36': 60 } as const
/** A third line, where an institution shows its traders. */
const contactHeight = 18
const hasContact = ({ buyTraderName, sellTraderName }: ConnectionAgreement): boolean =>
  buyTraderName !== null || sellTraderName !== null
const modules = [ClientSideRowModelApiModule, ColumnApiModule, RowApiModule, RowSelectionModule]

interface Props {
  shown: AgreementsView
  /** Why the last report on several agreements was refused, by the agreement's id. */
  refusals: ReadonlyMap<string, CallFailure>
  /** Called with the agreement about whose execution the user wants to report; the same in every render. */
  onReport: (agreementId: string, kind: ReportKind) => void
}

/** The table of the displayed agreements. New ones are marked until they are touched. */
export function AgreementsTable({ shown, refusals, onReport }: Props) {
  const text = useText()
  const failureText = useFailureText()
  const language = useLanguage()
  const heights = useAppSelector((state) => state.settings.rows)
  const { rows, today, fresh, arrivals, setApi, held, selectedIds, setSelectedIds } = shown
  const columns = useMemo(
    () => agreementGridColumns(text, language, today, onReport),
    [text, language, today, onReport],
  )
  const data = useMemo(
    () =>
      rows.map((row): AgreementRow => {
        const id = row.connectionAgreementId
        const failure = selectedIds.has(id) ? refusals.get(id) : undefined
        return { ...row, isNew: fresh.has(id), refusal: failure ? failureText(failure) : null }
      }),
    [rows, fresh, selectedIds, refusals, failureText],
  )
  const touched = ({ target }: SyntheticEvent): void => {
    const id = target instanceof Element ? target.closest('[row-id]')?.getAttribute('row-id') : null
    if (id) arrivals.see(id)
  }
  const touches = { onClick: touched, onKeyDown: touched }
  return (
    <div className="agreements-table" {...held.listeners} {...touches}>
      <Grid<AgreementRow>
        label={text('agreement.title')}
        modules={modules}
        rowData={data}
        columnDefs={columns}
        getRowId={({ data: row }) => row.connectionAgreementId}
        defaultColDef={columnDefaults}
        rowHeight={rowHeights[heights] + (rows.some(hasContact) ? contactHeight : 0)}
        headerHeight={28}
        groupHeaderHeight={32}
        suppressNoRowsOverlay
        postSortRows={held.postSortRows}
        onGridReady={({ api }) => setApi(api as GridApi<AgreementRow>)}
        onGridPreDestroyed={() => setApi(null)}
        rowSelection={rowSelection}
        selectionColumnDef={narrowSelection}
        // A new language has a new grid, in which the same rows are selected.
        onFirstDataRendered={({ api }) => setRowsSelected(api, selectedIds, { selected: true })}
        onSelectionChanged={({ api }: SelectionChangedEvent<AgreementRow>) =>
          setSelectedIds(new Set(api.getSelectedRows().map((row) => row.connectionAgreementId)))
        }
        onCellKeyDown={(event) => void selectRowsByKey(event as CellKeyDownEvent<AgreementRow>)}
        rowClassRules={rowClasses}
      />
      {rows.length === 0 ? <p className="agreements-none">{text('agreement.noneShown')}</p> : null}
    </div>
  )
}

/** Narrower than elsewhere, so that all columns fit in 1280 pixels. */
const narrowSelection = { ...selectionColumn, width: 36 } as const

const columnDefaults = {
  resizable: true,
  sortable: true,
  suppressHeaderMenuButton: true,
  suppressMovable: true,
} as const

const rowClasses = {
  'agreement-done': ({ data }: { data?: AgreementRow | undefined }) =>
    Boolean(data?.buyStatus && data.sellStatus),
  'agreement-new': ({ data }: { data?: AgreementRow | undefined }) => Boolean(data?.isNew),
}
