import type { Kysely } from 'kysely'
import type { Database } from '../../database/schema.ts'

/** The role of an actor, and the institution or broker. */
interface ActorAffiliation {
  readonly role: string
  readonly firm: string
}

/** By the id of a user, an institution or a broker. */
export type ActorAffiliations = ReadonlyMap<string, ActorAffiliation>

const unaffiliated: ActorAffiliation = { role: '', firm: '' }
const staff: ActorAffiliation = { role: 'STAFF', firm: '' }

/** All users, institutions and brokers ever: they are disabled, never removed. */
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

/** The affiliation of a user's id or of `staff:NAME`; empty for anything else. */
export const affiliationOf = (people: ActorAffiliations, who: string): ActorAffiliation =>
  who.startsWith('staff:') ? staff : (people.get(who) ?? unaffiliated)
