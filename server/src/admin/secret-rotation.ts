import { cleanReason } from '@aitai/contract/routes/console/reason.ts'
import { isoTime } from '@aitai/engine/calendar/iso-times.ts'
import {
  dataKeysName,
  openSecrets,
  rotatedSecret,
  type SecretName,
} from '../accounts/installation-secrets.ts'
import { resealAuthenticators } from '../accounts/second-factor/authenticators.ts'
import { type Config, readConfig } from '../config.ts'
import { replaceColumnKey, rotateDataSecret } from '../database/encryption/key-rotation.ts'
import {
  type AdminContext,
  type AdminReply,
  adminResult,
  configRefusal,
  missingReason,
  recordAdminEvent,
} from './admin-context.ts'

interface RotationRequest {
  readonly secret: SecretName | typeof dataKeysName
  readonly reason: string
}

/** Replaces a secret in the file of this machine. The servers use it once they are restarted. */
export const rotateSecret = (admin: AdminContext, request: RotationRequest): Promise<AdminReply> =>
  rotateSecretOf(readConfig(process.env), admin, request)

export async function rotateSecretOf(
  config: Pick<Config, 'secretsFile' | 'secrets' | 'databaseUrl'>,
  admin: AdminContext,
  { secret, reason: given }: RotationRequest,
): Promise<AdminReply> {
  const reason = cleanReason(given)
  if (reason === null) return missingReason
  try {
    if (secret === dataKeysName) return await replaceDataKey(config, admin, reason)
    const { before, after, overlapUntil, twoFactor, data, apply } = rotatedSecret(config, secret, admin.now())
    // The file is written before the commit, so that the audit trail has no rotation that did not happen.
    await admin.db.transaction().execute(async (trx) => {
      if (twoFactor) await resealAuthenticators(trx, twoFactor.older, twoFactor.present)
      if (data) await rotateDataSecret(trx, data)
      const details = { before, after }
      await recordAdminEvent(trx, admin, { action: 'secretRotated', subject: secret, reason, details })
      apply()
    })
    return adminResult({
      secret,
      file: config.secretsFile,
      before,
      after,
      overlapUntil: isoTime(overlapUntil),
      todo:
        config.databaseUrl === null
          ? 'Restart the server.'
          : 'Copy the file to every machine, then restart one server after the other.',
    })
  } catch (error) {
    return configRefusal(error)
  }
}

/** Replaces the data key of columns. Every server reads it before it is used. */
async function replaceDataKey(
  config: Parameters<typeof openSecrets>[0],
  admin: AdminContext,
  reason: string,
): Promise<AdminReply> {
  const { dataSecrets } = openSecrets(config)
  const usableFrom = await admin.db.transaction().execute(async (trx) => {
    await recordAdminEvent(trx, admin, { action: 'dataKeyReplaced', subject: dataKeysName, reason })
    return await replaceColumnKey(trx, dataSecrets, admin.now())
  })
  return adminResult({ secret: dataKeysName, usableFrom: isoTime(usableFrom) })
}
