import { hash as digest } from 'node:crypto'
import type { Command } from '@aitai/engine/model/commands.ts'
import type { Event } from '@aitai/engine/model/events.ts'
import type { AdminContext, AdminRefusal } from '../admin-context.ts'
import { findFirm, unknownFirm } from '../brokers.ts'
import { findUser, unknownUser } from '../users/users.ts'

/** What an export is limited to: an IOI by its id, a user, or an institution with all its users. */
export interface AuditSubject {
  readonly advert?: string
  readonly user?: string
  readonly firm?: string
}

/** The ids that an export is limited to, and how the audit trail names it; null if it is about everything. */
export async function auditSubjectIds(
  admin: AdminContext,
  { advert, user, firm }: AuditSubject,
): Promise<{ readonly about: object; readonly ids: readonly string[] | null } | { refusal: AdminRefusal }> {
  // The audit trail names no IOI: whoever knows the id can compare.
  if (advert !== undefined) return { about: { advertSha256: digest('sha256', advert) }, ids: [advert] }
  if (user !== undefined) {
    const found = await findUser(admin, user)
    return found ? { about: { user: found.id }, ids: [found.id] } : unknownUser(user)
  }
  if (firm === undefined) return { about: {}, ids: null }
  const found = await findFirm(admin, firm)
  if (!found) return unknownFirm(firm)
  const people = await admin.db.selectFrom('person').select('id').where('firm_id', '=', found.id).execute()
  return { about: { firm: found.id }, ids: [found.id, ...people.map(({ id }) => id)] }
}

/** The fields of commands, events and details that hold an id of something. */
const idFields = [
  ...['advertId', 'freshId', 'replaces', 'parentAdvertId', 'residualId', 'buyId', 'sellId'],
  ...['locateId', 'agreementId', 'traderId', 'deskHeadId', 'brokerUserId', 'firmId'],
  ...['advertisementId', 'locateNotificationId', 'connectionAgreementId'],
]

/**
 * The ids of a subject and of what belongs to it: a user's IOIs, their locates and agreements. It learns them from the
 * journal in order, from its first entry.
 */
export class RelatedIds {
  readonly #ids: Set<string>

  constructor(ids: readonly string[]) {
    this.#ids = new Set(ids)
  }

  /** Adds what an event makes belong to the subject. */
  learn(event: Event): void {
    if (event.type === 'advertDrafted' || event.type === 'advertSubmitted') {
      if (this.has(event.traderId) || this.has(event.firmId)) this.#ids.add(event.advertId)
    } else if (event.type === 'contraLocated') {
      if (this.has(event.buyId) || this.has(event.sellId)) this.#ids.add(event.locateId)
    } else if (event.type === 'connectionAgreed' && this.has(event.locateId)) this.#ids.add(event.agreementId)
  }

  has(id: unknown): boolean {
    return typeof id === 'string' && this.#ids.has(id)
  }

  /** Whether a command, an event, or the JSON of a notification or an audit event names one of the ids. */
  areIn(about: Command | Event | Readonly<Record<string, unknown>>): boolean {
    const fields = about as Readonly<Record<string, unknown>>
    if (idFields.some((name) => this.has(fields[name]))) return true
    if (Array.isArray(fields.advertIds) && fields.advertIds.some((id) => this.has(id))) return true
    return ['switch', 'scope'].some((name) => {
      const inner = fields[name]
      return typeof inner === 'object' && inner !== null && this.areIn(inner as Record<string, unknown>)
    })
  }
}
