import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import { StatusTag } from '../adverts/status/StatusTag.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { CopyButton } from '../ui/controls/CopyButton.tsx'
import { Side } from '../ui/labels/Side.tsx'
import { Popup } from '../ui/popups/Popup.tsx'
import { localDay } from '../ui/table/delimited-text.ts'
import { useText } from '../ui/text/use-text.ts'
import type { BulkAction } from './bulk/bulk-actions.ts'
import { columnOf, type HistoryColumn, type HistoryTextContext } from './grid/history-columns.ts'
import type { HistoryTable } from './grid/use-history-table.ts'
import { BulkActionButton } from './HistoryActions.tsx'
import { historyTotalLines } from './history-totals.ts'
import './history-lines.css'

interface Props {
  table: HistoryTable
  onAction: (action: BulkAction, adverts: readonly Advert[]) => void
  onClose: () => void
}

/** The columns of a summary line, whatever columns the table shows. Brokers are left out on purpose. */
const summaryColumns = (
  [
    'direction',
    'security',
    'shareQuantity',
    'jpynotional',
    'status',
    'locatedQuantity',
    'percentLocated',
    'locatedNotional',
    'submitTime',
  ] as const
).map(columnOf)

/** The selected rows, or all displayed rows, to copy, mail or act on. */
export function HistorySummaryPopup({ table, onAction, onClose }: Props) {
  const text = useText()
  const { context, selected, rows, inOrder } = table
  const adverts = inOrder(selected.length > 0 ? selected : rows)
  const totals = historyTotalLines(table, text, context.language)
  const lines = adverts.map((advert) => advertLine(advert, summaryColumns, context))
  const body = [...lines, '', ...totals].join('\n')
  const subject = text('history.summary.subject', { day: table.day ?? localDay(Date.now()) })
  return (
    <Popup
      title={text('history.summary.title', { count: adverts.length })}
      size="large"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text('common.close')}</Button>
          <CopyButton copied={body} label={text('history.summary.copyAll')} />
          <MailButton address={mailtoUrl(subject, body)} />
        </>
      }
    >
      {selected.length === 0 && <p className="history-skipped">{text('history.summary.all')}</p>}
      <ul className="history-lines">
        {adverts.map((advert, i) => (
          <Line key={advert.id} advert={advert} table={table} copied={lines[i] ?? ''} />
        ))}
      </ul>
      {totals.map((total) => (
        <p key={total} className="history-total">
          {total}
        </p>
      ))}
      {/* What is over cannot be changed. */}
      {table.day === null && (
        <fieldset className="history-bulk">
          <legend>{text('history.summary.bulk')}</legend>
          {(['cancel', 'pause', 'resume', 'send'] as const).map((action) => (
            <BulkActionButton
              key={action}
              bulk={{ start: onAction }}
              {...{ action, table }}
              selected={adverts}
            />
          ))}
        </fieldset>
      )}
    </Popup>
  )
}

/** Opens the user's mail program with a draft; nothing is sent from here. */
function MailButton({ address }: { address: string | null }) {
  const text = useText()
  return (
    <Button
      kind="secondary"
      dimmedBecause={address === null ? text('history.summary.tooLong') : null}
      onClick={() => {
        if (address) location.assign(address)
      }}
    >
      {text('history.summary.mail')}
    </Button>
  )
}

function Line({ advert, table, copied }: { advert: Advert; table: HistoryTable; copied: string }) {
  const text = useText()
  const security = columnOf('security').shown(advert, table.context)
  return (
    <li>
      <Side direction={advert.direction} />
      <b className="history-line-quantity">{columnOf('shareQuantity').shown(advert, table.context)}</b>
      <span className="history-line-security">{security}</span>
      <StatusTag advert={advert} />
      <CopyButton copied={copied} label={text('history.summary.copyLine', { security })} />
    </li>
  )
}

/** An advert as one line of a message: to paste into a chat or a mail. */
export const advertLine = (
  advert: Advert,
  columns: readonly HistoryColumn[],
  context: HistoryTextContext,
): string =>
  columns
    .map((column) => column.shown(advert, context))
    .filter((shown) => shown !== '–' && shown !== '')
    .join('  ')

/** Some mail programs truncate longer mailto addresses. */
const longestMailTo = 1_900

/** A mailto address with this subject and body; null if it would be truncated. */
export function mailtoUrl(subject: string, body: string): string | null {
  const address = `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body.replaceAll('\n', '\r\n'))}`
  return address.length > longestMailTo ? null : address
}
