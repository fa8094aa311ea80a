import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import { useContext } from 'react'
import { DeskActions } from '../adverts/actions/desk-actions.ts'
import { HistoryButton } from '../adverts/actions/HistoryButton.tsx'
import { AllActions } from '../adverts/all/AllActions.tsx'
import { submitOrModify } from '../adverts/status/advert-status.ts'
import { ReceiptButton } from '../shared/agreements/receipt/ReceiptButton.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { splitSecurityName } from '../ui/format/equity-name.ts'
import { Kbd } from '../ui/labels/Kbd.tsx'
import { useText } from '../ui/text/use-text.ts'
import { type BulkAction, bulkDisabledReason, eligibleAdverts, pauseOrResume } from './bulk/bulk-actions.ts'
import type { BulkRunControls } from './bulk/use-bulk-run.ts'
import type { HistoryTable } from './grid/use-history-table.ts'
import { canTakeChange } from './term-change/term-change.ts'
import '../adverts/actions/action-bar.css'

const none = [] as const

interface Props {
  table: HistoryTable
  bulk: BulkRunControls
  /** Called with the selected adverts to change a term of. */
  onChangeTerm: (adverts: readonly Advert[]) => void
  /** The result of the last copy. */
  note: 'none' | 'copied' | 'failed'
  copiedRows: number
}

/** The footer: the number of selected rows, their rics and the three bulk actions. */
export function HistoryActions({ table, bulk, onChangeTerm, note, copiedRows }: Props) {
  const text = useText()
  const { lastResult } = bulk
  const status =
    note === 'copied'
      ? text('history.copied', { count: copiedRows })
      : note === 'failed'
        ? text('common.copyFailed')
        : lastResult
          ? text('history.result.all', lastResult)
          : ''
  return (
    <footer className="action-bar history-actions">
      <div className="action-more">
        {useContext(DeskActions)}
        <HistoryButton isHistory />
        {/* Only its keys: the buttons here are for the selected rows. */}
        <AllActions buttons={none} />
      </div>
      <Selection {...table} />
      <span className="history-announcement" role="status">
        {status}
      </span>
      {/* What is over cannot be changed. */}
      {table.day === null ? (
        <TodaysActions {...{ table, bulk, onChangeTerm }} />
      ) : (
        <div className="action-buttons">
          <PastReceipt {...table} />
        </div>
      )}
    </footer>
  )
}

/** The bulk actions, and the keys by which rows are selected. */
function TodaysActions({ table, bulk, onChangeTerm }: Pick<Props, 'table' | 'bulk' | 'onChangeTerm'>) {
  const text = useText()
  const { selected } = table
  return (
    <>
      <p className="action-keys" aria-hidden>
        <Kbd>Space</Kbd> {text('history.keys.select')}
        <Kbd>Shift</Kbd> {text('history.keys.range')}
        <Kbd>Enter</Kbd> {text('history.keys.open')}
      </p>
      <div className="action-buttons">
        {table.rows.some(({ nextIoi }) => nextIoi) && (
          <BulkActionButton action="residual" {...{ table, bulk, selected }} />
        )}
        <ChangeTermButton {...{ table, onChangeTerm }} />
        <BulkActionButton action="cancel" {...{ table, bulk, selected }} />
        <BulkActionButton action={pauseOrResume(selected)} {...{ table, bulk, selected }} />
        <BulkActionButton action="send" {...{ table, bulk, selected }} />
      </div>
    </>
  )
}

/** Opens the receipt of the selected IOI's agreement; today's are in the details of the IOI. */
function PastReceipt({ selected, context }: HistoryTable) {
  const text = useText()
  const [only, second] = selected
  const agreementId = only && context.agreed.get(only.id)?.connectionAgreementId
  const reason = !only
    ? 'history.why.nothing'
    : second
      ? 'history.why.one'
      : agreementId
        ? null
        : 'history.why.receipt'
  return <ReceiptButton agreementId={agreementId ?? ''} dimmedBecause={reason && text(reason)} />
}

/** Changes one term of all selected adverts (docs/decisions/0146-one-term-for-a-selection.md). */
function ChangeTermButton({ table, onChangeTerm }: Pick<Props, 'table' | 'onChangeTerm'>) {
  const text = useText()
  const { selected } = table
  const count = selected.filter(canTakeChange).length
  const reason = selected.length === 0 ? 'history.why.nothing' : count === 0 ? 'history.why.change' : null
  return (
    <Button dimmedBecause={reason && text(reason)} onClick={() => onChangeTerm(table.inOrder(selected))}>
      {count > 0 ? text('history.action.change', { count }) : text('history.action.changeTerm')}
    </Button>
  )
}

/** The number of selected rows and the rics of all of them. Only the number is announced. */
function Selection({ selected, all, context }: HistoryTable) {
  const text = useText()
  const rics = selected.map(
    ({ securityId, securityName }) =>
      context.equities.get(securityId)?.ric ?? splitSecurityName(securityName).ric,
  )
  const count = rics.length
  const nothing = text('history.selected.none')
  return (
    <>
      <p className="history-selected">
        {count > 0
          ? text('history.selected', { count, rics: rics.join(text('advert.review.listSeparator')) })
          : `${text('history.count', { count: all.length })} · ${nothing}`}
      </p>
      <span className="visually-hidden" role="status">
        {count > 0 ? text('history.selected.count', { count }) : nothing}
      </span>
    </>
  )
}

interface ActionProps {
  action: BulkAction
  table: HistoryTable
  bulk: Pick<BulkRunControls, 'start'>
  selected: HistoryTable['selected']
}

/** One bulk action, with the number of adverts it applies to or the reason why it is disabled. */
export function BulkActionButton({ action, table, bulk, selected }: ActionProps) {
  const text = useText()
  const reason = bulkDisabledReason(action, selected)
  return (
    <Button
      kind={action === 'send' ? 'primary' : 'normal'}
      dimmedBecause={reason && text(reason)}
      onClick={() => bulk.start(action, table.inOrder(selected))}
    >
      {useActionLabel(action, eligibleAdverts(action, selected))}
    </Button>
  )
}

function useActionLabel(action: BulkAction, adverts: HistoryTable['selected']): string {
  const text = useText()
  const count = adverts.length
  if (action === 'residual')
    return count > 0 ? text('history.action.residual', { count }) : text('history.action.residuals')
  if (action !== 'send')
    return count > 0 ? text(`history.action.${action}`, { count }) : text(`advert.action.${action}`)
  const submits = adverts.filter((advert) => submitOrModify(advert) === 'submit').length
  const modifies = count - submits
  if (count === 0) return text('history.action.send')
  if (modifies === 0) return text('history.action.submit', { count })
  return submits === 0
    ? text('history.action.modify', { count })
    : text('history.action.both', { submits, modifies })
}
