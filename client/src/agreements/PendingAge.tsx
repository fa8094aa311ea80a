import type { ConnectionAgreement } from '@aitai/contract/schemas/agreements.ts'
import { WarningIcon } from '@salt-ds/icons'
import { serverClock } from '../shared/connection/server-clock.ts'
import { intervals } from '../shared/intervals.ts'
import { useTimedValue } from '../ui/browser/browser-hooks.ts'
import { useText } from '../ui/text/use-text.ts'
import { longestPendingSince, pendingTimeText, urgencyAfter } from './pending-age.ts'

/** The time and urgency since both accepted. Every second only what shows them is rendered, not its row. */
function usePendingSince(agreedAt: number) {
  const text = useText()
  const elapsed = (): number => serverClock.now() - agreedAt
  return {
    time: useTimedValue(intervals.countdownTick, () => pendingTimeText(elapsed(), text)),
    urgency: useTimedValue(intervals.countdownTick, () => urgencyAfter(elapsed())),
  }
}

/** For how long a side has been pending, in the colour of its urgency and with a mark once it is late. */
export function PendingAge({ agreement }: { agreement: ConnectionAgreement }) {
  const text = useText()
  const { time, urgency } = usePendingSince(agreement.agreedAt)
  // After a report that nothing was executed, nobody waits for the password any more.
  if (agreement.notExecuted) return null
  const isLate = urgency === 'late'
  return (
    <span className="agreement-age" data-age={urgency} title={isLate ? text('agreement.late') : undefined}>
      <span className="agreement-age-time">{time}</span>
      {isLate ? <WarningIcon aria-label={text('agreement.late')} /> : null}
    </span>
  )
}

/** How long the agreement that has been open for the longest has waited; nothing without an open one. */
export function LongestPending({ agreements }: { agreements: readonly ConnectionAgreement[] }) {
  const since = longestPendingSince(agreements)
  return since === null ? null : <LongestPendingSince agreedAt={since} />
}

function LongestPendingSince({ agreedAt }: { agreedAt: number }) {
  const text = useText()
  const { time, urgency } = usePendingSince(agreedAt)
  const isLate = urgency === 'late'
  return (
    <span className="agreement-age" data-age={urgency}>
      {text('agreement.longestPending', { time })}
      {isLate ? <WarningIcon aria-label={text('agreement.late')} /> : null}
    </span>
  )
}
