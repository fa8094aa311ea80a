import { dayMs } from '@aitai/engine/calendar/trading-days.ts'
import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../database/schema.ts'

/** How long a network counts as usual after the user's last log-in from it. */
export const usualNetworkMs = 180 * dayMs

/** Stores the network of a successful log-in, as a keyed hash. */
export async function storeUsualNetwork(
  trx: Transaction<Database>,
  user_id: string,
  network: string,
  at: number,
): Promise<void> {
  await trx
    .deleteFrom('usual_network')
    .where('user_id', '=', user_id)
    .where('at', '<', at - usualNetworkMs)
    .execute()
  await trx
    .insertInto('usual_network')
    .values({ user_id, network, at })
    .onConflict((conflict) => conflict.columns(['user_id', 'network']).doUpdateSet({ at }))
    .execute()
}

/** Whether this account has been used from this network, given as a keyed hash. */
export async function isUsualNetwork(
  database: Kysely<Database>,
  account: { readonly email: string } | { readonly userId: string },
  network: string,
): Promise<boolean> {
  const uses = database
    .selectFrom('usual_network')
    .innerJoin('person', 'person.id', 'usual_network.user_id')
    .select('usual_network.at')
    .where('network', '=', network)
  const own =
    'email' in account
      ? uses.where('person.email', '=', account.email)
      : uses.where('person.id', '=', account.userId)
  return (await own.executeTakeFirst()) !== undefined
}

/**
 * Whether anybody has signed in from this network, given as a keyed hash: the address of an institution. The same
 * for every account, so that what depends on it does not reveal who has one.
 */
export async function isKnownNetwork(
  database: Kysely<Database>,
  network: string,
  at: number,
): Promise<boolean> {
  const row = await database
    .selectFrom('usual_network')
    .select('at')
    .where('network', '=', network)
    .where('at', '>=', at - usualNetworkMs)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
