import type { Kysely } from 'kysely'
import type { Database } from '../src/database/schema.ts'

/** What came by mail and SMS lately: codes, and tokens of links, under the names they are asked for by. */
export async function letters(
  db: Kysely<Database>,
): Promise<readonly (readonly [name: string, value: string])[]> {
  const rows = await db.selectFrom('outbox').select('body').orderBy('id', 'desc').limit(20).execute()
  return rows.flatMap(({ body }) => {
    const token = /resetToken=([\w-]+)/.exec(body)?.[1]
    const code = /\b\d{6}\b/.exec(body)?.[0]
    return [...(token ? [['resetToken', token] as const] : []), ...(code ? [['otp', code] as const] : [])]
  })
}
