import type { Database } from '@aitai/server/database/schema.ts'
import { textOfMessage } from '@aitai/server/messages/outbox.ts'
import type { Kysely } from 'kysely'

/** Recent mail and SMS, the newest last: codes and link tokens by name. */
export async function outboxSecrets(
  db: Kysely<Database>,
): Promise<readonly (readonly [name: string, value: string])[]> {
  const rows = await db
    .selectFrom('outbox')
    .select(['letter_id', 'kind', 'recipient', 'body'])
    .orderBy('id', 'desc')
    .limit(20)
    .execute()
  const texts: string[] = []
  for (const row of rows.reverse()) texts.push(await textOfMessage(db, row))
  return texts.flatMap((body) => {
    const token = /resetToken=([\w-]+)/.exec(body)?.[1]
    const code = /\b\d{6}\b/.exec(body)?.[0]
    return [...(token ? [['resetToken', token] as const] : []), ...(code ? [['otp', code] as const] : [])]
  })
}
