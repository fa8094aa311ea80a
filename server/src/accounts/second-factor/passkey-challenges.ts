import { createHash, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '../../database/schema.ts'

/** How long a challenge can be answered, in milliseconds: as long as browsers wait for the user. */
export const challengeMs = 5 * 60_000

/** What a challenge is for. A response to it is refused everywhere else. */
export interface ChallengeUse {
  readonly purpose: 'add' | 'signIn' | 'secondStep' | 'confirm'
  /** The hash of the token of the session or log-in; empty for a sign-in by passkey alone. */
  readonly boundTo: string
}

interface Sources {
  readonly database: Kysely<Database>
  /** Milliseconds UTC. */
  readonly now: () => number
}

const hashOf = (challenge: string): string =>
  createHash('sha256').update(`passkey challenge|${challenge}`).digest('hex')

/** Returns a new challenge of 256 random bits. It is a row, so that any process can check the response. */
export async function newChallenge(
  { database, now }: Sources,
  use: ChallengeUse,
  name = '',
): Promise<string> {
  const challenge = randomBytes(32).toString('base64url')
  await database
    .deleteFrom('passkey_challenge')
    .where('started_at', '<=', now() - challengeMs)
    .execute()
  const fresh = { purpose: use.purpose, bound_to: use.boundTo, name, started_at: now() }
  await database
    .insertInto('passkey_challenge')
    .values({ challenge_hash: hashOf(challenge), ...fresh })
    .execute()
  return challenge
}

/**
 * Uses a challenge up, and returns the name that was given with it; null if it is unknown, too old, used, or was made
 * for something else. It is used up in one statement, so that of two simultaneous responses only one succeeds, and
 * whatever becomes of the response, so that nobody tries twice.
 */
export async function useChallenge(
  { database, now }: Sources,
  use: ChallengeUse,
  challenge: string,
): Promise<string | null> {
  const row = await database
    .deleteFrom('passkey_challenge')
    .where('challenge_hash', '=', hashOf(challenge))
    .where('purpose', '=', use.purpose)
    .where('bound_to', '=', use.boundTo)
    .returning(['name', 'started_at'])
    .executeTakeFirst()
  return row && row.started_at > now() - challengeMs ? row.name : null
}
