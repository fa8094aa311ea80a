import { hashOfToken, newToken } from '@aitai/server/accounts/tokens.ts'
import type { Config } from '@aitai/server/config.ts'
import { openDatabase } from '@aitai/server/database/open-database.ts'
import type { PersonTable } from '@aitai/server/database/schema.ts'
import type { SessionTable } from '@aitai/server/database/sign-in-tables.ts'
import { randomId } from '@aitai/server/random.ts'
import type { Insertable } from 'kysely'

/** A user who is signed in. */
export interface SignedInUser {
  readonly userId: string
  /** The id of the institution or of the broker. */
  readonly ofId: string
  readonly token: string
}

export interface SignedInDesks {
  readonly traders: readonly SignedInUser[]
  readonly brokers: readonly SignedInUser[]
}

export interface DeskCounts {
  readonly institutions: number
  readonly traders: number
  /** Executing brokers, which every institution may choose. */
  readonly brokers: number
  readonly brokerUsers: number
}

const rowsAtOnce = 500

/**
 * Adds institutions, brokers, their users in turn, and a session for each user to the tables of a database on
 * which no server runs: thousands of admin commands and log-ins would mostly measure commits and password
 * hashes.
 */
export async function addSignedInDesks(
  location: Pick<Config, 'dataDir' | 'databaseUrl'>,
  counts: DeskCounts,
): Promise<SignedInDesks> {
  const firmIds = Array.from({ length: counts.institutions }, randomId)
  const brokerIds = Array.from({ length: counts.brokers }, randomId)
  const usersOf = (ids: readonly string[], length: number): SignedInUser[] =>
    Array.from({ length }, (_, n) => {
      const ofId = ids[n % ids.length] ?? ''
      return { userId: randomId(), ofId, token: newToken('session') }
    })
  const traders = usersOf(firmIds, counts.traders)
  const brokers = usersOf(brokerIds, counts.brokerUsers)
  const people = [
    ...traders.map((user) => personOf(user, 'TRADER')),
    ...brokers.map((user) => personOf(user, 'BROKER')),
  ]
  const sessions = [...traders, ...brokers].map(sessionOf)

  const { db, close } = await openDatabase(location)
  try {
    await db.transaction().execute(async (trx) => {
      for (const [n, id] of firmIds.entries())
        await trx
          .insertInto('firm')
          .values({ id, name: `Bench ${n}`, folded_name: `bench ${n}`, affiliate_group: null, active: 1 })
          .execute()
      for (const [n, id] of brokerIds.entries()) {
        const broker = { id, name: `Bench Securities ${n}`, short_name: `B${n}`, contact: '' }
        await trx
          .insertInto('broker')
          .values({ ...broker, folded_name: id, folded_short_name: id, swap_enabled: 1, active: 1 })
          .execute()
        const assigned = firmIds.map((firm_id) => ({ firm_id, broker_id: id }))
        await trx.insertInto('firm_broker').values(assigned).execute()
      }
      for (let from = 0; from < people.length; from += rowsAtOnce) {
        await trx
          .insertInto('person')
          .values(people.slice(from, from + rowsAtOnce))
          .execute()
        await trx
          .insertInto('session')
          .values(sessions.slice(from, from + rowsAtOnce))
          .execute()
      }
    })
  } finally {
    await close()
  }
  return { traders, brokers }
}

const personOf = ({ userId, ofId }: SignedInUser, role: 'TRADER' | 'BROKER'): Insertable<PersonTable> => ({
  id: userId,
  email: `${userId}@bench.example`,
  first_name: 'Bench',
  last_name: userId.slice(0, 8),
  role,
  firm_id: role === 'TRADER' ? ofId : null,
  broker_id: role === 'BROKER' ? ofId : null,
  phone: null,
  language: 'En',
  two_factor: 0,
  // Nobody signs in with a password.
  password_hash: '',
  temporary_until: null,
  first_login: 0,
  active: 1,
})

function sessionOf({ userId, token }: SignedInUser): Insertable<SessionTable> {
  const at = Date.now()
  return {
    token_hash: hashOfToken(token),
    user_id: userId,
    kind: 'session',
    started_at: at,
    seen_at: at,
    ended: null,
  }
}
