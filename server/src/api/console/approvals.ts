import {
  approveRequest,
  operationsApprovals,
  rejectRequest,
} from '@aitai/contract/routes/console/approvals.ts'
import type { Decision, OperationsApprovals } from '@aitai/contract/schemas/console/approvals.ts'
import type { AppContext } from '../../context.ts'
import { serve } from '../serve.ts'
import { runConsoleCommand } from './console-command.ts'

/** What waits for a second person (docs/decisions/0155-four-eyes.md). */
export function approvalCalls(app: AppContext): void {
  serve(
    app,
    operationsApprovals,
    async (_, session) => (await runConsoleCommand(app, session, 'approvals', {})) as OperationsApprovals,
  )

  serve(
    app,
    approveRequest,
    async ({ id }, session) => (await runConsoleCommand(app, session, 'approve', { id })) as Decision,
  )

  serve(
    app,
    rejectRequest,
    async (body, session) => (await runConsoleCommand(app, session, 'reject', body)) as Decision,
  )
}
