import type { Kysely } from 'kysely'
import { type Config, ConfigError } from '../../config.ts'
import type { Database } from '../../database/schema.ts'
import { isLoopbackHost } from '../../loopback.ts'
import { demoAccounts } from './demo-accounts.ts'
import { isWithoutAccounts } from './demo-data.ts'

/** The number of demonstration accounts that can sign in. */
export async function countDemoAccounts(db: Kysely<Database>): Promise<number> {
  const emails = demoAccounts.map(({ email }) => email)
  const active = db.selectFrom('person').select('id').where('active', '=', 1)
  return (await active.where('email', 'in', emails).execute()).length
}

/**
 * Throws ConfigError if others could sign in to demonstration accounts, whose password is public, over a
 * connection without TLS, unless the operator allows it (DEMO=exposed).
 */
export async function refuseExposedDemo(
  db: Kysely<Database>,
  { demo, demoExposed, host, publicUrl }: Pick<Config, 'demo' | 'demoExposed' | 'host' | 'publicUrl'>,
): Promise<void> {
  const { hostname, protocol } = new URL(publicUrl)
  const isLocal = isLoopbackHost(hostname) && isLoopbackHost(host)
  if (demoExposed || isLocal || protocol === 'https:') return
  const isSeeded = demo && (await isWithoutAccounts(db))
  if (!isSeeded && (await countDemoAccounts(db)) === 0) return
  throw new ConfigError(
    'Others can reach this server without TLS (PUBLIC_URL, HOST), and the password of its demonstration accounts ' +
      'is public. Use DEMO=off with a new DATA_DIR, an https PUBLIC_URL, or DEMO=exposed to start it nevertheless.',
  )
}
