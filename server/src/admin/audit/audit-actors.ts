import type { Kysely } from 'kysely'
import type { Database } from '../../database/schema.ts'

/** What somebody is, and at which institution or broker. */
export interface ActorAffiliation {
  readonly role: string
  readonly firm: string
}

/** By the id of a user, an institution or a broker. */
export type ActorAffiliations = ReadonlyMap<string, ActorAffiliation>

const nowhere: ActorAffiliation = { role: '', firm: '' }
const staff: ActorAffiliation = { role: 'STAFF', firm: '' }

/** Everybody and every firm there ever was: they are disabled, never removed. */
export async function readAffiliations(db: Kysely<Database>): Promise<ActorAffiliations> {
  const rows = await db
    .selectFrom('person')
    .leftJoin('firm', 'firm.id', 'person.firm_id')
    .leftJoin('broker', 'broker.id', 'person.broker_id')
    .select(['person.id', 'person.role', 'firm.name as firm', 'broker.name as broker'])
    .execute()
  const firms = await db.selectFrom('firm').select(['id', 'name']).execute()
  const brokers = await db.selectFrom('broker').select(['id', 'name']).execute()
  return new Map([
    ...[...firms, ...brokers].map(({ id, name }) => [id, { role: '', firm: name }] as const),
    ...rows.map(({ id, role, firm, broker }) => [id, { role, firm: firm ?? broker ?? '' }] as const),
  ])
}

/** Of a user's id, an operator as `staff:NAME`, or anything else, which has no place. */
export const affiliationOf = (people: ActorAffiliations, who: string): ActorAffiliation =>
  who.startsWith('staff:') ? staff : (people.get(who) ?? nowhere)
