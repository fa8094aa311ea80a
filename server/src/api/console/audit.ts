import { exportAuditTrail, searchAuditTrail, verifyAuditTrail } from '@aitai/contract/routes/console/audit.ts'
import type { VerifiedChain } from '@aitai/contract/schemas/console/audit.ts'
import { isoTime } from '@aitai/engine/calendar/iso-times.ts'
import { dayOfDate, startOfTradingDay } from '@aitai/engine/calendar/trading-days.ts'
import type { Session } from '../../accounts/session-rows.ts'
import type { AuditSearchResult } from '../../admin/audit/audit-search.ts'
import type { AuditVerification } from '../../admin/audit/audit-verification.ts'
import { fileInMemory } from '../../admin/new-file.ts'
import type { AppContext } from '../../context.ts'
import { failed, invalid } from '../../http/failures.ts'
import type { ChainCheck } from '../../market/journal-chain.ts'
import { isDate } from '../../reference/calendar.ts'
import { serve } from '../serve.ts'
import { runConsoleCommand } from './console-command.ts'

/**
 * The audit trail for compliance (docs/decisions/0159-console-reference-and-audit.md). A search shows what was done
 * outside the market, and the export the IOIs too, so both are recorded.
 */
export function consoleAuditCalls(app: AppContext): void {
  const verification = sharedWhileRunning((session: Session) => verify(app, session))

  serve(app, searchAuditTrail, async ({ from, to, ...rest }, session) => {
    const request = { ...periodOf(from, to), ...rest }
    const { events, older } = (await runConsoleCommand(
      app,
      session,
      'audit search',
      request,
    )) as AuditSearchResult
    return {
      events: events.map(({ details, ...event }) => ({ ...event, details: JSON.stringify(details) })),
      older,
    }
  })

  serve(app, verifyAuditTrail, (_, session) => verification(session))

  serve(app, exportAuditTrail, async ({ from, to, user, firm, ...rest }, session) => {
    const about = { ...(user === undefined ? {} : { user }), ...(firm === undefined ? {} : { firm }) }
    // The path names nothing on this machine.
    const request = { ...periodOf(from, to), ...rest, ...about, file: '/export' }
    const file = fileInMemory(largestExport)
    await runConsoleCommand(app, session, 'audit export', request, { fileWriter: file.write })
    const text = file.text()
    if (text === null) throw failed(409, 'EXPORT_TOO_LARGE', { variables: { max: largestExport / megabyte } })
    return text
  })
}

const megabyte = 1_024 * 1_024

/** A reply is in memory as a whole, in this process and in the one that passes it on. */
const largestExport = 32 * megabyte

/** Days in Tokyo as a half-open period in milliseconds UTC. Fails for what is no day of a calendar. */
function periodOf(from: string, to: string): { readonly from: number; readonly to: number } {
  if (!isDate(from)) throw invalid('from')
  if (!isDate(to)) throw invalid('to')
  return { from: startOfTradingDay(dayOfDate(from)), to: startOfTradingDay(dayOfDate(to) + 1) }
}

async function verify(app: AppContext, session: Session) {
  const result = (await runConsoleCommand(app, session, 'audit verify', {})) as AuditVerification
  const { verified, audit, journal } = result
  return {
    at: isoTime(app.now()),
    verified,
    audit: shownChain(audit),
    journal: shownChain(journal),
  }
}

const shownChain = (chain: ChainCheck): VerifiedChain =>
  chain.whole
    ? { whole: true, seq: chain.seq, hash: chain.hash, why: null }
    : { whole: false, seq: chain.seq, hash: null, why: chain.why }

/** Reads both chains once for all requests that arrive in the meantime. */
function sharedWhileRunning<A, R>(run: (argument: A) => Promise<R>): (argument: A) => Promise<R> {
  let running: Promise<R> | null = null
  return (argument) => {
    running ??= run(argument).finally(() => {
      running = null
    })
    return running
  }
}
