import type { PasskeyResponse } from '@aitai/contract/schemas/session.ts'
import type { Kysely } from 'kysely'
import { recordAuditEventAlone } from '../database/audit-events.ts'
import type { Database } from '../database/schema.ts'
import { accountKey, type CallLimits } from '../http/call-limits.ts'
import { failed } from '../http/failures.ts'
import { findLoginCandidate, type LoginCandidate, maySignIn } from './credentials.ts'
import type { Fingerprint } from './installation-secrets.ts'
import { type Passkeys, signInAlone, type VerifiedPasskey } from './second-factor/passkeys.ts'
import { clearWrongCodes } from './second-factor/two-factor.ts'
import { isKnownNetwork } from './usual-networks.ts'

interface PasskeyDeps {
  readonly database: Kysely<Database>
  readonly passkeys: Passkeys
  readonly fingerprint: Fingerprint
  readonly limits: Pick<CallLimits, 'loginsPerAccount' | 'loginsPerNetwork'>
  readonly now: () => number
}

interface PasskeyClaim {
  readonly credential: PasskeyResponse
  readonly network: string
}

/**
 * Returns the user whose passkey has signed, and the passkey's id. Throws the same 403 in all other cases, after the
 * same work: a challenge used up, a look-up of the passkey and of its user, a signature verified, an audit event.
 *
 * Failures count by network, and by passkey and network, as those of passwords do. They lock no account: a passkey
 * cannot be guessed, and whoever learns its id could lock its owner out.
 */
export async function verifyPasskeySignIn(
  deps: PasskeyDeps,
  { credential, network }: PasskeyClaim,
): Promise<{ readonly person: LoginCandidate; readonly passkeyId: string }> {
  const { database, passkeys, limits, now } = deps
  const networkHash = deps.fingerprint('network', network)
  if (!(await isKnownNetwork(database, networkHash, now()))) limits.loginsPerNetwork.check(network)
  const key = accountKey(network, credential.id)
  limits.loginsPerAccount.check(key)
  const { verified, userId } = await passkeys.verify(credential, signInAlone)
  const person = await findLoginCandidate(database, { id: userId })
  if (verified && person && maySignIn(person, now()) && (await redeem(deps, verified)))
    return { person, passkeyId: verified.id }
  limits.loginsPerNetwork.charge(network)
  limits.loginsPerAccount.charge(key)
  const failure = { actor: '', action: 'passkeyFailed', subject: userId, outcome: 'REFUSED' } as const
  await recordAuditEventAlone(database, { ...failure, details: { network: networkHash } }, now())
  throw failed(403, 'PASSKEY_REFUSED')
}

const redeem = ({ database, passkeys }: PasskeyDeps, verified: VerifiedPasskey): Promise<boolean> =>
  database
    .transaction()
    .execute(
      async (trx) => (await passkeys.redeem(trx, verified)) && (await clearWrongCodes(trx, verified.userId)),
    )
