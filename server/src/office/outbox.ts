import { done, type Office, type OfficeAnswer } from './office.ts'

/** Mails and SMS, the newest last: what was sent, and what waits because no way to send it is configured. */
export async function readOutbox({ db }: Office): Promise<OfficeAnswer> {
  const rows = await db.selectFrom('outbox').selectAll().orderBy('id').execute()
  return done(
    rows.map(({ at, kind, recipient, subject, body, sent_at }) => ({
      at: new Date(at).toISOString(),
      kind,
      recipient,
      subject,
      body,
      sentAt: sent_at === null ? null : new Date(sent_at).toISOString(),
    })),
  )
}
