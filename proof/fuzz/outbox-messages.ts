import type { Database } from '@aitai/server/database/schema.ts'
import type { Kysely } from 'kysely'

/** Recent mail and SMS, the newest last: codes and link tokens by name. */
export async function outboxSecrets(
  db: Kysely<Database>,
): Promise<readonly (readonly [name: string, value: string])[]> {
  const rows = await db.selectFrom('outbox').select('body').orderBy('id', 'desc').limit(20).execute()
  return rows.reverse().flatMap(({ body }) => {
    const token = /resetToken=([\w-]+)/.exec(body)?.[1]
    const code = /\b\d{6}\b/.exec(body)?.[0]
    return [...(token ? [['resetToken', token] as const] : []), ...(code ? [['otp', code] as const] : [])]
  })
}
