import type { Kysely } from 'kysely'
import { recordAuditEvent } from '../../database/audit-events.ts'
import type { Database } from '../../database/schema.ts'
import type { CallLimits } from '../../http/call-limits.ts'
import { failed } from '../../http/failures.ts'
import { recordConfirmed } from '../second-factor/confirmation.ts'
import type { Session } from '../session-rows.ts'
import { beginAttempt, type ProviderRedirect, redeemAttempt } from './provider-attempts.ts'
import type { ProviderClient } from './provider-client.ts'
import { ownerOfPerson, providerOfOwner } from './provider-rows.ts'

interface ConfirmationDeps {
  readonly database: Kysely<Database>
  readonly providers: ProviderClient
  readonly limits: Pick<CallLimits, 'passwordTries'>
  readonly now: () => number
}

type ConfirmedSession = Pick<Session, 'tokenHash' | 'userId'>

/** Who the user is at the provider. */
const userAtProvider = (database: Kysely<Database>, userId: string) =>
  database
    .selectFrom('person')
    .select(['email', 'provider_subject', ownerOfPerson.as('owner_id')])
    .where('person.id', '=', userId)
    .where('provider_subject', 'is not', null)
    .executeTakeFirst()

/** Begins to confirm a session by a new sign-in at the provider; null for a user who does not sign in with one. */
export async function beginProviderConfirmation(
  deps: ConfirmationDeps,
  { userId, tokenHash }: ConfirmedSession,
): Promise<ProviderRedirect | null> {
  const { database, limits } = deps
  limits.passwordTries.check(userId)
  const user = await userAtProvider(database, userId)
  const provider = user ? await providerOfOwner(database, user.owner_id) : null
  if (!user || !provider) return null
  return await beginAttempt(deps, provider, { email: user.email, sessionHash: tokenHash })
}

/** Confirms a session in which the same user has signed in at the provider since. Throws 400 otherwise. */
export async function confirmByProvider(
  deps: ConfirmationDeps,
  { userId, tokenHash }: ConfirmedSession,
  { attempt, query }: { readonly attempt: string; readonly query: string },
): Promise<void> {
  const { database, limits, now } = deps
  limits.passwordTries.check(userId)
  const redeemed = await redeemAttempt(deps, { attempt, query, sessionHash: tokenHash })
  const isConfirmed = await database.transaction().execute(async (trx) => {
    const user = await userAtProvider(trx, userId)
    const isSame =
      user?.owner_id === redeemed?.provider.ownerId && user?.provider_subject === redeemed?.identity.subject
    if (redeemed && isSame) {
      await recordConfirmed(trx, deps, { userId, tokenHash })
      return true
    }
    const failure = { actor: userId, action: 'providerLoginFailed', subject: userId } as const
    await recordAuditEvent(trx, { ...failure, outcome: 'REFUSED' }, now())
    return false
  })
  if (isConfirmed) return
  limits.passwordTries.charge(userId)
  throw failed(400, 'CONFIRMATION_PROVIDER')
}
