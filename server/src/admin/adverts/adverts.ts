import { cleanReason } from '@aitai/contract/routes/console/reason.ts'
import { isoTime } from '@aitai/engine/calendar/iso-times.ts'
import { type Advert, type AdvertStatus, isOpen } from '@aitai/engine/model/advert.ts'
import type { ViewedAdverts } from '@aitai/engine/model/events.ts'
import {
  type AdminContext,
  type AdminRefusal,
  type AdminReply,
  adminRefusal,
  adminResult,
  missingReason,
} from '../admin-context.ts'
import { findFirm, unknownFirm } from '../brokers.ts'
import { securityNamed } from '../halts.ts'
import { readMarketState, submitToJournal } from '../journal/journal-commands.ts'
import { findUser, unknownUser } from '../users/users.ts'

interface ListRequest {
  readonly firm?: string
  readonly user?: string
  readonly security?: string
  readonly reason: string
}

/** An IOI as the operator sees it. Times in ISO. */
export interface PrintedAdvert {
  readonly advertId: string
  readonly firm: string
  /** The owner's e-mail address. */
  readonly user: string
  readonly security: string
  readonly direction: string
  readonly shareQuantity: number
  /** LOCATED for any state of a locate. */
  readonly status: AdvertStatus
  readonly sentAt: string
  readonly expiresAt: string
}

/**
 * The adverts that are sent and have not ended, those sent last first. The answer shows users' adverts to staff, so the
 * request and its reason are written to the journal before anything is read (docs/rules.md §15).
 */
export async function listAdverts(admin: AdminContext, request: ListRequest): Promise<AdminReply> {
  const scope = await scopeOf(admin, request)
  if ('refusal' in scope) return scope
  const reason = cleanReason(request.reason)
  if (!reason) return missingReason
  const refusal = await submitToJournal(admin, { type: 'viewAdverts', scope, by: admin.by, reason })
  if (refusal) return { refusal }

  const { firmId, traderId, securityId } = scope
  const isWanted = (advert: Advert): boolean =>
    isOpen(advert) &&
    (firmId ?? advert.firmId) === advert.firmId &&
    (traderId ?? advert.traderId) === advert.traderId &&
    (securityId ?? advert.securityId) === advert.securityId
  const open = await readMarketState(admin, ({ adverts }) =>
    [...adverts.values()].filter(isWanted).map((advert) => advert.copy()),
  )
  const nameOf = await readNames(admin)
  const sent = open.toSorted((a, b) => Number(b.submitTime) - Number(a.submitTime))
  return adminResult(
    sent.map(
      (advert): PrintedAdvert => ({
        advertId: advert.id,
        firm: nameOf(advert.firmId),
        user: nameOf(advert.traderId),
        security: nameOf(advert.securityId),
        direction: advert.terms.direction,
        shareQuantity: advert.terms.shareQuantity,
        status: advert.advertisementStatus === 'ACCEPT/DECLINE?' ? 'LOCATED' : advert.advertisementStatus,
        sentAt: isoTime(Number(advert.submitTime)),
        expiresAt: isoTime(Number(advert.expiryDate)),
      }),
    ),
  )
}

async function scopeOf(
  admin: AdminContext,
  { firm, user, security }: ListRequest,
): Promise<ViewedAdverts | { refusal: AdminRefusal }> {
  const scope: { firmId?: string; traderId?: string; securityId?: string } = {}
  if (firm !== undefined) {
    const found = await findFirm(admin, firm)
    if (!found) return unknownFirm(firm)
    scope.firmId = found.id
  }
  if (user !== undefined) {
    const found = await findUser(admin, user)
    if (!found) return unknownUser(user)
    scope.traderId = found.id
  }
  if (security !== undefined) {
    const found = await securityNamed(admin, security)
    if ('refusal' in found) return found
    if (found.target.kind === 'SECURITY') scope.securityId = found.target.securityId
  }
  return scope
}

/** The names of institutions, users (e-mail) and securities (RIC) by id. */
async function readNames({ db }: AdminContext): Promise<(id: string) => string> {
  const firms = await db.selectFrom('firm').select(['id', 'name']).execute()
  const people = await db.selectFrom('person').select(['id', 'email as name']).execute()
  const equities = await db.selectFrom('equity').select(['id', 'ric as name']).execute()
  const names = new Map([...firms, ...people, ...equities].map(({ id, name }) => [id, name]))
  return (id) => names.get(id) ?? id
}

interface CancelRequest {
  /** The id of the advert. */
  readonly advert: string
  readonly reason: string
}

/** Ends an advert, with operator and reason in the journal. Its owner is notified. Idempotent. */
export async function cancelAdvert(
  admin: AdminContext,
  { advert: advertId, reason: given }: CancelRequest,
): Promise<AdminReply> {
  const before = await readMarketState(admin, ({ adverts }) => {
    const found = adverts.get(advertId)
    return found ? { status: found.advertisementStatus, cause: found.causeOfDeath } : null
  })
  if (!before || before.status === 'UNSENT')
    return adminRefusal('ADVERT_UNKNOWN', `There is no IOI ${advertId} today.`)
  const reason = cleanReason(given)
  if (!reason) return missingReason
  const changed = before.cause !== 'CANCELLED_BY_OPERATOR'
  const refusal = await submitToJournal(admin, {
    type: 'cancelAdvertByStaff',
    advertId,
    by: admin.by,
    reason,
  })
  if (refusal?.code === 'ADVERT-ERROR-002')
    return adminRefusal(
      refusal.code,
      'This IOI has ended or is in a locate, in which nobody can cancel it: `aitai firm halt` withdraws the locate.',
    )
  return refusal ? { refusal } : adminResult({ advertId, changed, by: admin.by, reason })
}
