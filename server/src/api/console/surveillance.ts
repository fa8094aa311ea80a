import { operationsPolicyReports } from '@aitai/contract/routes/console/policy-reports.ts'
import { viewSurveillance } from '@aitai/contract/routes/console/surveillance.ts'
import type { Surveillance } from '@aitai/contract/schemas/console/surveillance.ts'
import { isoTime } from '@aitai/engine/calendar/iso-times.ts'
import { dayOfDate } from '@aitai/engine/calendar/trading-days.ts'
import type { PrintedPolicyReport } from '../../admin/policy-report-listing.ts'
import type { AppContext } from '../../context.ts'
import { invalid } from '../../http/failures.ts'
import { isDate } from '../../reference/calendar.ts'
import { serve } from '../serve.ts'
import { runConsoleCommand } from './console-command.ts'

/** What compliance watches: who looks like probing, and what browsers report. */
export function surveillanceCalls(app: AppContext): void {
  // The command writes the operator and the reason to the journal before it reads.
  serve(app, viewSurveillance, async ({ day, reason }, session) => {
    if (!isDate(day)) throw invalid('day')
    const request = { day: dayOfDate(day), reason }
    const { date, institutions } = (await runConsoleCommand(
      app,
      session,
      'surveillance',
      request,
    )) as Surveillance
    return { date, institutions }
  })

  serve(app, operationsPolicyReports, async (_, session) => {
    const reports = (await runConsoleCommand(app, session, 'policy-reports', {})) as PrintedPolicyReport[]
    return { at: isoTime(app.now()), reports }
  })
}
