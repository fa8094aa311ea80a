import { cleanReason } from '@aitai/contract/routes/console/reason.ts'
import { openSecrets } from '../../accounts/installation-secrets.ts'
import { type Config, readConfig } from '../../config.ts'
import {
  countLostValues,
  findLostKeys,
  type LostValues,
  replaceLostKeys,
} from '../../database/encryption/lost-keys.ts'
import {
  type AdminContext,
  type AdminReply,
  adminRefusal,
  adminResult,
  configRefusal,
  missingReason,
  recordAdminEvent,
} from '../admin-context.ts'

interface LossRequest {
  readonly reason: string
  /** Gives up what is lost; without it, only counts. */
  readonly confirmed?: boolean
}

/** What the command prints as JSON. */
export interface LossReport extends LostValues {
  /** Whether it was given up, and new data keys were made. */
  readonly replaced: boolean
}

/** Gives up what was encrypted with a DATA_SECRET that is lost, on the data of a stopped server. */
export const giveUpLostSecret = (admin: AdminContext, request: LossRequest): Promise<AdminReply> =>
  giveUpLostSecretOf(readConfig(process.env), admin, request)

export async function giveUpLostSecretOf(
  config: Pick<Config, 'secretsFile' | 'secrets' | 'databaseUrl'>,
  admin: AdminContext,
  { reason: given, confirmed = false }: LossRequest,
): Promise<AdminReply> {
  if (admin.running !== null)
    return adminRefusal(
      'SERVER_RUNS',
      'A server that runs has the right DATA_SECRET. Stop every server first.',
    )
  const reason = cleanReason(given)
  if (reason === null) return missingReason
  try {
    const { dataSecrets } = openSecrets(config)
    const lost = await findLostKeys(admin.db, dataSecrets)
    if (lost.length === 0)
      return adminRefusal('NOTHING_LOST', 'DATA_SECRET opens every data key: nothing is lost.')
    const values = await countLostValues(admin.db, lost)
    if (confirmed)
      await admin.db.transaction().execute(async (trx) => {
        const { needPhone, ...counts } = values
        await replaceLostKeys(trx, lost, dataSecrets, admin.now())
        const details = { ...counts, usersWithoutPhone: needPhone.length }
        await recordAdminEvent(trx, admin, { action: 'dataSecretLost', subject: 'data', reason, details })
      })
    return adminResult({ ...values, replaced: confirmed } satisfies LossReport)
  } catch (error) {
    return configRefusal(error)
  }
}
