import { dateOfDay } from '@aitai/engine/calendar/trading-days.ts'
import { downloadFile } from '../ui/browser/download.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Chevron } from '../ui/labels/Chevron.tsx'
import { csvFileText } from '../ui/table/spreadsheet-export.ts'
import { type FilteredTable, FilterMenu, QuickFilter } from '../ui/table/TableFilters.tsx'
import { useText } from '../ui/text/use-text.ts'
import { agreementColumns } from './agreement-columns.ts'
import { agreementsOfDay, type DaySelection, isAgreementOpen, tradingDaysOf } from './trading-days.ts'
import type { AgreementsView } from './use-agreements.ts'
import '../ui/controls/select.css'

type Props = FilteredTable<
  AgreementsView['rows'][number],
  AgreementsView['context'],
  (typeof agreementColumns)[number]['id']
>

/** Search, filters, day, export and print. */
export function AgreementsToolbar({ shown, narrowed }: { shown: AgreementsView; narrowed: Props }) {
  const text = useText()
  return (
    <div className="table-toolbar">
      <QuickFilter {...narrowed} />
      <FilterMenu {...narrowed} />
      <DayChoice shown={shown} />
      <span className="table-toolbar-end">
        <Button
          title={text('agreement.export.hint')}
          dimmedBecause={shown.rows.length === 0 ? text('table.export.none') : null}
          onClick={() => exportCsv(shown)}
        >
          {text('table.export')}
        </Button>
        <Button
          title={text('agreement.print.hint')}
          dimmedBecause={shown.all.length === 0 ? text('agreement.print.none') : null}
          onClick={() => window.print()}
        >
          {text('agreement.print')}
        </Button>
      </span>
    </div>
  )
}

const nameOf = (day: DaySelection): string => (day === 'all' ? day : dateOfDay(day))

/** Exports the displayed rows in their order to a file with the day in its name. */
function exportCsv({ context, day, inOrder }: AgreementsView): void {
  downloadFile(`connection-agreements-${nameOf(day)}.csv`, csvFileText(inOrder(), agreementColumns, context))
}

/** Today, unless an earlier day is chosen; each shows how many are still open. */
function DayChoice({ shown }: { shown: AgreementsView }) {
  const text = useText()
  const { agreements, today, day, chooseDay } = shown
  const optionOf = (each: number): string => {
    const name = each === today ? text('agreement.today', { day: dateOfDay(each) }) : dateOfDay(each)
    const open = agreementsOfDay(agreements, each).filter(isAgreementOpen).length
    return open > 0 ? text('agreement.dayOpen', { day: name, count: open }) : name
  }
  return (
    <span className="select">
      <select
        className="table-input"
        aria-label={text('agreement.day')}
        value={String(day)}
        onChange={({ target }) => chooseDay(target.value === 'all' ? 'all' : Number(target.value))}
      >
        {tradingDaysOf(agreements, today).map((each) => (
          <option key={each} value={each}>
            {optionOf(each)}
          </option>
        ))}
        <option value="all">{text('agreement.allDays')}</option>
      </select>
      <Chevron to="down" />
    </span>
  )
}
