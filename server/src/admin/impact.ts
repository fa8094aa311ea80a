import { cleanReason } from '@aitai/contract/routes/console/reason.ts'
import { type Advert, isInPlay } from '@aitai/engine/model/advert.ts'
import {
  type AdminContext,
  type AdminRefusal,
  type AdminReply,
  adminRefusal,
  adminResult,
  missingReason,
  recordAdminEvent,
} from './admin-context.ts'
import { findBroker, findFirm, unknownBroker, unknownFirm } from './brokers.ts'
import { readMarketState } from './journal/journal-commands.ts'
import { findUser, unknownUser } from './users/users.ts'

/** Whom a command that stops somebody would affect. */
export interface Impact {
  /** Users who can sign in. */
  readonly users: number
  /** Those of them who are signed in. */
  readonly signedIn: number
  /** IOIs that are sent and neither paused nor ended. */
  readonly liveAdverts: number
}

/**
 * One of them, or none for the whole platform. No security: a count of its live adverts would tell who asks for one
 * security after the other which of them somebody wants to trade, without a second person (docs/decisions/0177).
 */
interface ImpactRequest {
  readonly firm?: string
  readonly broker?: string
  readonly user?: string
  readonly reason: string
}

/** Whose users and adverts are counted, and the id for the audit trail. */
interface Scope {
  readonly id: string
  /** Whether an active user belongs to it. */
  readonly hasUser: (person: PersonIds) => boolean
  readonly hasAdvert: (advert: Advert) => boolean
}

interface PersonIds {
  readonly id: string
  readonly firm_id: string | null
  readonly broker_id: string | null
}

/**
 * Counts the users and the live adverts that a command would affect, so that the operator can be asked before it. The
 * counts say something about what users do, so the question is in the audit trail with its reason.
 */
export async function showImpact(admin: AdminContext, request: ImpactRequest): Promise<AdminReply> {
  const scope = await scopeOf(admin, request)
  if ('refusal' in scope) return scope
  const reason = cleanReason(request.reason)
  if (!reason) return missingReason
  const { db } = admin
  await db
    .transaction()
    .execute((trx) => recordAdminEvent(trx, admin, { action: 'impactShown', subject: scope.id, reason }))

  const liveAdverts = await readMarketState(
    admin,
    ({ adverts }) =>
      [...adverts.values()].filter((advert) => isInPlay(advert) && scope.hasAdvert(advert)).length,
  )
  const people = await db
    .selectFrom('person')
    .select(['id', 'firm_id', 'broker_id'])
    .where('active', '=', 1)
    .execute()
  const users = people.filter(scope.hasUser)
  const sessions = await db.selectFrom('session').select('user_id').where('ended', 'is', null).execute()
  const open = new Set(sessions.map(({ user_id }) => user_id))
  return adminResult({
    users: users.length,
    signedIn: users.filter(({ id }) => open.has(id)).length,
    liveAdverts,
  } satisfies Impact)
}

async function scopeOf(
  admin: AdminContext,
  { firm, broker, user }: ImpactRequest,
): Promise<Scope | { refusal: AdminRefusal }> {
  if ([firm, broker, user].filter((each) => each !== undefined).length > 1)
    return adminRefusal('INVALID', 'Name one institution, broker or user.')
  if (firm !== undefined) {
    const found = await findFirm(admin, firm)
    if (!found) return unknownFirm(firm)
    const { id } = found
    return { id, hasUser: ({ firm_id }) => firm_id === id, hasAdvert: ({ firmId }) => firmId === id }
  }
  if (broker !== undefined) {
    const found = await findBroker(admin, broker)
    if (!found) return unknownBroker(broker)
    const { id } = found
    const hasAdvert = ({ terms }: Advert) => terms.brokerIds.includes(id)
    return { id, hasUser: ({ broker_id }) => broker_id === id, hasAdvert }
  }
  if (user !== undefined) {
    const found = await findUser(admin, user)
    if (!found) return unknownUser(user)
    return {
      id: found.id,
      hasUser: ({ id }) => id === found.id,
      hasAdvert: ({ traderId }) => traderId === found.id,
    }
  }
  return { id: '', hasUser: () => true, hasAdvert: () => true }
}
