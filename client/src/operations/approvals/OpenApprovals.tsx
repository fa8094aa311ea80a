import type { Approval } from '@aitai/contract/schemas/console/approvals.ts'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { isComposing } from '../../ui/browser/browser-hooks.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { formatDuration } from '../../ui/format/format.ts'
import { useText } from '../../ui/text/use-text.ts'
import { ApprovalCells } from './ApprovalCells.tsx'

interface Props {
  approvals: readonly Approval[]
  /** When they were received, in milliseconds UTC by the browser's clock. */
  readAt: number
  /** What was just decided, for a few seconds. */
  done: string
  onApprove: (approval: Approval) => void
  onReject: (approval: Approval) => void
}

/** What waits for a second person, the oldest first, with the time that is left. */
export function OpenApprovals({ approvals, readAt, done, onApprove, onReject }: Props) {
  const text = useText()
  return (
    <section className="console-part" aria-label={text('operations.approvals.waiting')}>
      <header>
        <h2>{text('operations.approvals.waiting')}</h2>
        {/* Mounted before it has a text, to be announced. */}
        <span className="console-done" role="status">
          {done}
        </span>
        <span className="console-aside">{text('operations.approvals.keys')}</span>
      </header>
      {approvals.length === 0 ? (
        <p className="console-empty">{text('operations.approvals.none')}</p>
      ) : (
        <table className="console-table approvals-table">
          <thead>
            <tr>
              <th scope="col">{text('operations.approvals.what')}</th>
              <th scope="col">{text('operations.approvals.by')}</th>
              <th scope="col">{text('operations.approvals.reason')}</th>
              <th scope="col" data-kind="number">
                {text('operations.approvals.left')}
              </th>
              <th scope="col">{text('operations.approvals.action')}</th>
            </tr>
          </thead>
          <tbody>
            {approvals.map((approval) => (
              <tr key={approval.id}>
                <ApprovalCells approval={approval} />
                <td data-kind="number">
                  <TimeLeft seconds={approval.secondsLeft} readAt={readAt} />
                </td>
                <td>
                  <Decide approval={approval} onApprove={onApprove} onReject={onReject} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

/** Counts down between two polls. */
function TimeLeft({ seconds, readAt }: { seconds: number; readAt: number }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  const since = Math.max(0, Math.floor((now - readAt) / 1_000))
  return <>{formatDuration(Math.max(0, seconds - since))}</>
}

interface DecideProps extends Pick<Props, 'onApprove' | 'onReject'> {
  approval: Approval
}

/** The buttons of a row, or what has become of one's own request. */
function Decide({ approval, onApprove, onReject }: DecideProps) {
  const text = useText()
  const { id, command, state, isOwn, mayApprove } = approval
  const what = text(`operations.approvals.command.${command}`)
  if (state === 'GRANTED')
    return (
      <span className="console-state">
        {text(isOwn ? 'operations.approvals.fetch' : 'operations.approvals.granted')}
      </span>
    )
  if (isOwn)
    return (
      <span className="approvals-decide">
        <span className="console-state" data-state="waiting">
          {text('operations.approvals.own')}
        </span>
        <Button
          kind="quiet"
          aria-label={text('operations.approvals.withdraw.named', { what, id })}
          onClick={() => onReject(approval)}
        >
          {text('operations.approvals.withdraw')}
        </Button>
      </span>
    )
  if (!mayApprove) return null
  const press = (event: KeyboardEvent<HTMLElement>): void => {
    if (isComposing(event) || event.ctrlKey || event.metaKey || event.altKey) return
    const key = event.key.toLowerCase()
    if (key === 'a') onApprove(approval)
    else if (key === 'r') onReject(approval)
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') moveFocus(event)
    else return
    event.preventDefault()
  }
  return (
    <span className="approvals-decide">
      <Button
        kind="primary"
        aria-keyshortcuts="A"
        aria-label={text('operations.approvals.approve.named', { what, id })}
        onKeyDown={press}
        onClick={() => onApprove(approval)}
      >
        {text('operations.approvals.approve')}
      </Button>
      <Button
        aria-keyshortcuts="R"
        aria-label={text('operations.approvals.reject.named', { what, id })}
        onKeyDown={press}
        onClick={() => onReject(approval)}
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
