import type { MetricSource } from '@aitai/server/observability/metrics.ts'
import type { OperatedSession, SessionStatus } from '../sessions/operated-session.ts'

/** The metrics of each session, by its id: nothing about an order, a security or an institution's name. */
export function sessionMetrics(
  sessions: ReadonlyMap<string, OperatedSession>,
  folders: ReadonlyMap<string, { readonly isFailing: boolean }>,
): readonly MetricSource[] {
  const bySession = (read: (status: SessionStatus) => number) => () =>
    Object.fromEntries([...sessions].map(([id, { status }]) => [id, read(status)]))
  return [
    {
      name: 'aitai_fix_logged_on',
      help: '1 if the counterparty of a FIX session is logged on',
      label: 'session',
      read: bySession(({ phase }) => (phase === 'loggedOn' ? 1 : 0)),
    },
    {
      name: 'aitai_fix_enabled',
      help: '0 if the operator has disabled a FIX session',
      label: 'session',
      read: bySession(({ isEnabled }) => (isEnabled ? 1 : 0)),
    },
    {
      name: 'aitai_fix_next_in',
      help: 'The number of the next message that a FIX session expects',
      label: 'session',
      read: bySession(({ nextIn }) => nextIn),
    },
    {
      name: 'aitai_fix_next_out',
      help: 'The number of the next message that a FIX session sends',
      label: 'session',
      read: bySession(({ nextOut }) => nextOut),
    },
    {
      name: 'aitai_fix_queued',
      help: 'Messages of a FIX session that wait for a gap to close',
      label: 'session',
      read: bySession(({ queued }) => queued),
    },
    {
      name: 'aitai_fix_in_work',
      help: 'Messages of a FIX session that have no reply yet',
      label: 'session',
      read: bySession(({ inWork }) => inWork),
    },
    {
      name: 'aitai_files_failing',
      help: '1 while a folder cannot be read or written, or its credential is not accepted',
      label: 'session',
      read: () => Object.fromEntries([...folders].map(([id, { isFailing }]) => [id, isFailing ? 1 : 0])),
    },
  ]
}
