import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { isTerminal } from '@aitai/engine/model/advert.ts'
import { floorLot } from '@aitai/engine/model/security.ts'
import type { OrderProgress } from '../../shared/orders/order-progress.ts'
import { termsAfterDirectionChange } from '../advanced/price-conditions/triggers.ts'
import { type Terms, termsOf } from '../terms.ts'

/** What may follow a completed IOI: its residual, or a new draft for the same order. */
export interface NextIoi {
  readonly isResidual: boolean
  /** What the order makes of its terms; null for a residual as it is. */
  readonly ofOrder: Pick<Terms, 'shareQuantity' | 'parentQuantity' | 'doneElsewhere'> | null
}

type Listed = Pick<Advert, 'securityId' | 'advertisementStatus'>

interface NextInput {
  /** The order behind the IOI; null if nothing says how large that is. */
  readonly order: Pick<OrderProgress, 'left' | 'parentQuantity' | 'doneElsewhere'> | null
  readonly lotSize: number
  /** The trader's IOIs of today. */
  readonly adverts: readonly Listed[]
}

/**
 * What may follow a completed IOI (docs/rules.md §10, §27): for an order what is left of it in whole lots, else the
 * residual of the IOI. Null if nothing may, as while the trader has a draft or an open IOI in the security.
 */
export function nextIoiOf(
  {
    advertisementStatus,
    securityId,
    residualPossible: isResidual,
  }: Listed & Pick<Advert, 'residualPossible'>,
  { order, lotSize, adverts }: NextInput,
): NextIoi | null {
  if (advertisementStatus !== 'COMPLETED') return null
  if (adverts.some((each) => each.securityId === securityId && !isTerminal(each))) return null
  if (order === null) return isResidual ? { isResidual, ofOrder: null } : null
  const { parentQuantity, doneElsewhere } = order
  const shareQuantity = floorLot(order.left, lotSize)
  return shareQuantity > 0 ? { isResidual, ofOrder: { shareQuantity, parentQuantity, doneElsewhere } } : null
}

interface Reply<Body> {
  readonly data?: Body | undefined
  readonly error?: unknown
}

/** The calls that draft it. */
interface DraftCalls {
  createResidual(body: { advertId: string }): PromiseLike<Reply<Advert>>
  createAdvert(body: { securityId: string }): PromiseLike<Reply<Advert | { readonly error: string }>>
}

/** A draft with what is to be edited in it, or why there is none. */
export type DraftedIoi = { readonly id: string; readonly edits: Partial<Terms> } | { readonly error: unknown }

/** Drafts what follows a completed IOI, with one call. */
export async function draftNextIoi(
  completed: Advert,
  { isResidual, ofOrder }: NextIoi,
  equity: Equity,
  calls: DraftCalls,
): Promise<DraftedIoi> {
  if (isResidual) {
    const { data, error } = await calls.createResidual({ advertId: completed.id })
    return data ? { id: data.id, edits: differing(ofOrder ?? {}, data) } : { error }
  }
  const { direction, orderReference, securityId } = completed
  const { data, error } = await calls.createAdvert({ securityId })
  if (!data || 'error' in data) return { error }
  const terms = termsOf(data)
  const ofSide = termsAfterDirectionChange(direction, data, terms, terms, equity)
  return { id: data.id, edits: { ...ofSide, orderReference, ...ofOrder } }
}

/** The wanted terms that a draft does not have. */
const differing = (wanted: Partial<Terms>, drafted: Advert): Partial<Terms> =>
  Object.fromEntries(Object.entries(wanted).filter(([name, value]) => drafted[name as keyof Terms] !== value))
