import { isoTime } from '@aitai/engine/calendar/iso-times.ts'
import { type AdminContext, type AdminReply, adminResult } from './admin-context.ts'

/** What browsers have reported about the content policy, by directive, page and what was blocked. */
export interface PrintedPolicyReport {
  readonly directive: string
  readonly page: string
  readonly blocked: string
  readonly count: number
  /** ISO times. */
  readonly first: string
  readonly last: string
}

/** All stored reports, the newest first (docs/decisions/0044-policy-reports.md). They say nothing about a person. */
export async function listPolicyReports({ db }: AdminContext): Promise<AdminReply> {
  const rows = await db
    .selectFrom('policy_report')
    .selectAll()
    .orderBy('last_at', 'desc')
    .orderBy('directive')
    .orderBy('page')
    .orderBy('blocked')
    .execute()
  return adminResult(
    rows.map(
      ({ directive, page, blocked, count, first_at, last_at }): PrintedPolicyReport => ({
        directive,
        page,
        blocked,
        count,
        first: isoTime(first_at),
        last: isoTime(last_at),
      }),
    ),
  )
}
