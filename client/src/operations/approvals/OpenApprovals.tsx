import type { Approval } from '@aitai/contract/schemas/console/approvals.ts'
import type { KeyboardEvent } from 'react'
import { isComposing, useTimedValue } from '../../ui/browser/browser-hooks.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { formatDuration, formatNumber } from '../../ui/format/format.ts'
import { useText } from '../../ui/text/use-text.ts'
import { ConsolePart } from '../ConsolePart.tsx'
import { ConsoleTable, StateMark } from '../ConsoleTable.tsx'
import { useApprovalColumns } from './ApprovalCells.tsx'

interface Props {
  approvals: readonly Approval[]
  /** When they were received, in milliseconds UTC by the browser's clock. */
  readAt: number
  /** What was just decided, for a few seconds. */
  done: string
  onDecide: (approval: Approval, decision: 'approve' | 'reject') => void
  onWithdraw: (approval: Approval) => void
}

/** What waits for a second person, the oldest first, with the time that is left. */
export function OpenApprovals({ approvals, readAt, done, onDecide, onWithdraw }: Props) {
  const text = useText()
  const columns = useApprovalColumns()
  const decidable = approvals.filter(({ mayApprove }) => mayApprove).length
  const own = approvals.filter(({ isOwn }) => isOwn).length
  const counts =
    own === 0
      ? text('operations.approvals.count', { count: formatNumber(decidable) })
      : text('operations.approvals.counts', { decidable: formatNumber(decidable), own: formatNumber(own) })
  return (
    <ConsolePart
      title={text('operations.approvals.waiting')}
      done={done}
      {...(approvals.length > 0 ? { count: counts } : {})}
      {...(decidable > 0 ? { hint: text('operations.approvals.keys') } : {})}
    >
      <ConsoleTable
        className="approvals-table"
        rows={approvals}
        keyOf={({ id }) => id}
        empty={text('operations.approvals.none')}
        columns={[
          ...columns,
          {
            title: text('operations.approvals.left'),
            kind: 'number',
            cell: ({ secondsLeft }) => <TimeLeft seconds={secondsLeft} readAt={readAt} />,
          },
          {
            title: text('operations.approvals.action'),
            className: 'approvals-action',
            cell: (approval) => <Decide {...{ approval, onDecide, onWithdraw }} />,
          },
        ]}
      />
    </ConsolePart>
  )
}

/** Whoever has less than this decides now, or it has to be requested again. */
const urgentSeconds = 180

/** Counts down between two polls. */
function TimeLeft({ seconds, readAt }: { seconds: number; readAt: number }) {
  const since = useTimedValue(1_000, () => Math.max(0, Math.floor((Date.now() - readAt) / 1_000)))
  const left = Math.max(0, seconds - since)
  return (
    <span className="approvals-left" data-urgent={left < urgentSeconds || undefined}>
      {formatDuration(left)}
    </span>
  )
}

interface DecideProps extends Pick<Props, 'onDecide' | 'onWithdraw'> {
  approval: Approval
}

/** The buttons of a row, or the state of the user's own request. */
function Decide({ approval, onDecide, onWithdraw }: DecideProps) {
  const text = useText()
  const { id, command, state, isOwn, mayApprove } = approval
  const what = text(`operations.approvals.command.${command}`)
  if (state === 'GRANTED')
    return (
      <StateMark>{text(isOwn ? 'operations.approvals.fetch' : 'operations.approvals.granted')}</StateMark>
    )
  if (isOwn)
    return (
      <span className="approvals-decide">
        <StateMark mark="waiting">{text('operations.approvals.own')}</StateMark>
        <Button
          kind="quiet"
          aria-label={text('operations.approvals.withdraw.named', { what, id })}
          onClick={() => onWithdraw(approval)}
        >
          {text('operations.approvals.withdraw')}
        </Button>
      </span>
    )
  if (!mayApprove) return null
  const press = (event: KeyboardEvent<HTMLElement>): void => {
    if (isComposing(event) || event.ctrlKey || event.metaKey || event.altKey) return
    const key = event.key.toLowerCase()
    if (key === 'a') onDecide(approval, 'approve')
    else if (key === 'r') onDecide(approval, 'reject')
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') moveFocus(event)
    else return
    event.preventDefault()
  }
  return (
    <span className="approvals-decide">
      <Button
        kind="secondary"
        aria-keyshortcuts="A"
        aria-label={text('operations.approvals.approve.named', { what, id })}
        onKeyDown={press}
        onClick={() => onDecide(approval, 'approve')}
      >
        {text('operations.approvals.approve')}
      </Button>
      <Button
        aria-keyshortcuts="R"
        aria-label={text('operations.approvals.reject.named', { what, id })}
        onKeyDown={press}
        onClick={() => onDecide(approval, 'reject')}
      >
        {text('operations.approvals.reject')}
      </Button>
    </span>
  )
}

/** Moves to the same button of the row above or below. */
function moveFocus({ key, currentTarget }: KeyboardEvent<HTMLElement>): void {
  const shortcut = currentTarget.getAttribute('aria-keyshortcuts')
  const all = [
    ...(currentTarget.closest('table')?.querySelectorAll<HTMLElement>(`[aria-keyshortcuts="${shortcut}"]`) ??
      []),
  ]
  all[all.indexOf(currentTarget) + (key === 'ArrowDown' ? 1 : -1)]?.focus()
}
