import { RefusedAccess } from '../../observability/refused-access.ts'
import type { AdminContext } from '../admin-context.ts'
import type { AdminCommandName } from '../command-arguments.ts'

/** Records that somebody has no right to a command, or no valid credential, with the code of the refusal. */
export async function recordRefusedCommand(
  { db: database, now, by, userId, running }: Pick<AdminContext, 'db' | 'now' | 'by' | 'userId' | 'running'>,
  command: AdminCommandName,
  code: 'FORBIDDEN' | 'CREDENTIAL_NEEDED' | 'CREDENTIAL_UNKNOWN' | 'APPROVAL_UNKNOWN',
): Promise<void> {
  const counting = running === null || running === 'elsewhere' ? undefined : running.refusedAccess
  // A process that ends with the command counts nothing: it records what no other has recorded in this hour.
  const refusedAccess = counting ?? new RefusedAccess({ database, now })
  await refusedAccess.record({ actor: `staff:${by}`, userId, details: { command, code } })
}
