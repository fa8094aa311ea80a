import {
  haltTarget,
  operationsHalts,
  operationsSecurity,
  operationsToday,
  resumeTarget,
} from '@aitai/contract/routes/console/operations.ts'
import type {
  CurrentHalt,
  HaltChange,
  HaltRequest,
  NamedSecurity,
} from '@aitai/contract/schemas/console/operations.ts'
import { isoTime } from '@aitai/engine/calendar/iso-times.ts'
import type { Session } from '../../accounts/session-rows.ts'
import { examine } from '../../admin/doctor/doctor.ts'
import type { HaltResult } from '../../admin/halts.ts'
import type { InstallationStatus } from '../../admin/installation-status.ts'
import { runningContext } from '../../admin/running-context.ts'
import type { AppContext } from '../../context.ts'
import { notFound } from '../../http/failures.ts'
import { serve } from '../serve.ts'
import { runConsoleCommand } from './console-command.ts'

/**
 * The operators' console (docs/decisions/0154-console.md). Each call runs the command that `aitai` runs, in the name of
 * the signed-in user, so that both have the same events and the same refusals.
 */
export function operationsCalls(app: AppContext): void {
  const checks = recentChecks(app)
  // A delisted one as well, like the command: IOIs in it may still exist.
  const namedSecurity = (given: string): NamedSecurity | null => {
    const ric = given.toUpperCase()
    const { equities } = app.reference.names()
    const found = [...equities.values()].find(({ security }) => security.ric.toUpperCase() === ric)
    return found ? { ric: found.security.ric, name: found.name, localName: found.localName } : null
  }

  serve(app, operationsToday, async (_, session) => {
    const status = (await runConsoleCommand(app, session, 'status', {})) as InstallationStatus
    const { at: checkedAt, lines } = await checks()
    const { server, journal, sessions, quotes, outbox, market, processes } = status
    return {
      at: isoTime(app.now()),
      market,
      sessions,
      startedAt: server.startedAt ?? null,
      processes: processes ? [...processes] : null,
      journal,
      quotes,
      outbox,
      checkedAt,
      checks: lines,
    }
  })

  serve(app, operationsHalts, async (_, session) => {
    const halts = (await runConsoleCommand(app, session, 'halts', {})) as CurrentHalt[]
    const firms = await app.database.selectFrom('firm').select('name').orderBy('name').execute()
    const halted = halts.flatMap(({ what, name }) => (what === 'SECURITY' && name !== null ? [name] : []))
    return {
      halts,
      firms: firms.map(({ name }) => name),
      securities: halted.flatMap((ric) => namedSecurity(ric) ?? []),
    }
  })

  serve(app, operationsSecurity, async ({ ric }) => {
    const found = namedSecurity(ric.normalize('NFKC').trim())
    if (!found) throw notFound()
    return found
  })

  serve(app, haltTarget, (request, session) => changeHalt(app, session, request, true))
  serve(app, resumeTarget, (request, session) => changeHalt(app, session, request, false))
}

/** Halts or resumes with the command of `aitai` for this target. */
async function changeHalt(
  app: AppContext,
  session: Session,
  { what, name, reason }: HaltRequest,
  halts: boolean,
): Promise<HaltChange> {
  const done =
    what === 'PLATFORM'
      ? await runConsoleCommand(app, session, halts ? 'platform close' : 'platform open', { reason })
      : await runConsoleCommand(app, session, halts ? 'halt' : 'resume', { ...targetOf(what, name), reason })
  const { halted, changed, name: named } = done as HaltResult
  return { what, name: named, halted, changed }
}

const targetOf = (what: 'FIRM' | 'SECURITY', name = '') =>
  what === 'FIRM' ? { firm: name } : { security: name }

/** How long checks are shown: they connect to other machines and write a row, so not everybody starts them. */
const checksForMs = 30_000

function recentChecks(app: AppContext) {
  let recent: { until: number; result: ReturnType<typeof attention> } | null = null
  return () => {
    const at = performance.now()
    if (recent && at < recent.until) return recent.result
    const result = attention(app)
    recent = { until: at + checksForMs, result }
    // What failed is tried again by the next call.
    result.catch(() => {
      recent = null
    })
    return result
  }
}

/** The checks of the doctor that are not in order, failures first. */
async function attention(app: AppContext) {
  const { lines } = await examine({ ...runningContext(app), by: 'system', userId: null }, app.config)
  const of = (health: 'fail' | 'warn') =>
    lines.flatMap((line) => (line.health === health ? [{ ...line, health }] : []))
  return { at: isoTime(app.now()), lines: [...of('fail'), ...of('warn')] }
}
