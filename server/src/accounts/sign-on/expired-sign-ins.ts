import type { Kysely } from 'kysely'
import type { Database } from '../../database/schema.ts'
import { authenticatorSetupMs } from '../second-factor/authenticators.ts'
import { challengeMs } from '../second-factor/passkey-challenges.ts'
import { loginAttemptMs } from '../second-factor/two-factor.ts'
import { usualNetworkMs } from '../usual-networks.ts'
import { rememberedLogoutMs } from './back-channel-logout.ts'
import { providerLoginMs } from './provider-attempts.ts'

const begun = [
  ['login_attempt', loginAttemptMs],
  ['authenticator_setup', authenticatorSetupMs],
  ['passkey_challenge', challengeMs],
  ['provider_login', providerLoginMs],
] as const

const dated = [
  ['provider_logout', rememberedLogoutMs],
  ['usual_network', usualNetworkMs],
] as const

/**
 * Deletes what sign-ins have left behind and nothing accepts any more (docs/operations/personal-data.md). `now` is in
 * milliseconds UTC. The next sign-in of the same kind would delete it too, but there may be none.
 */
export async function deleteExpiredSignIns(database: Kysely<Database>, now: number): Promise<void> {
  for (const [table, ms] of begun)
    await database
      .deleteFrom(table)
      .where('started_at', '<=', now - ms)
      .execute()
  for (const [table, ms] of dated)
    await database
      .deleteFrom(table)
      .where('at', '<=', now - ms)
      .execute()
}
