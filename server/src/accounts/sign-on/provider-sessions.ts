import type { Transaction } from 'kysely'
import type { Database } from '../../database/schema.ts'
import { type EndedSession, markSessionEnded } from '../session-rows.ts'
import { ownerOfPerson } from './provider-rows.ts'

/**
 * Marks all open sessions as ended that a provider has opened for its owner's people, in the transaction that takes the
 * provider away, so that none is left if the process ends after it. A trader stays in the market if locates can be
 * answered by an order management system that is signed in.
 */
export async function markProviderSessionsEnded(
  trx: Transaction<Database>,
  ownerId: string,
  at: number,
): Promise<EndedSession[]> {
  const reason = 'LOGGED_OUT'
  const open = await trx
    .selectFrom('session')
    .innerJoin('person', 'person.id', 'session.user_id')
    .leftJoin('firm', 'firm.id', 'person.firm_id')
    .select(['token_hash', 'user_id', 'kind', 'provider_sid', 'oms_answers'])
    .where(ownerOfPerson, '=', ownerId)
    .where('ended', 'is', null)
    .execute()
  const staying = new Set(
    open.filter(({ kind, oms_answers }) => kind === 'oms' && oms_answers === 1).map((row) => row.user_id),
  )
  const ended: EndedSession[] = []
  for (const { token_hash: tokenHash, user_id: userId, provider_sid } of open) {
    if (provider_sid === null) continue
    const session = { tokenHash, userId, reason, leavesMarket: !staying.has(userId) } as const
    if (await markSessionEnded(trx, session, at, { isByProvider: true })) ended.push(session)
  }
  return ended
}
