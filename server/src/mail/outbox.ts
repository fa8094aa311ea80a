import type { Kysely } from 'kysely'
import type { Database } from '../database/schema.ts'

/** A mail or an SMS. It is written down with what caused it, and delivered from there. */
export interface Letter {
  readonly kind: 'mail' | 'sms'
  /** An e-mail address or a telephone number. */
  readonly recipient: string
  /** Empty for an SMS. */
  readonly subject: string
  readonly body: string
}

/**
 * Puts a letter in the outbox. Takes a transaction as well, so that a letter and its cause are written
 * together or not at all. `at` is in milliseconds UTC.
 */
export async function post(database: Kysely<Database>, letter: Letter, at: number): Promise<void> {
  await database
    .insertInto('outbox')
    .values({ ...letter, at, sent_at: null })
    .execute()
}
