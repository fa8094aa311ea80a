import { sizeFault } from '@aitai/engine/adverts/size-limits.ts'
import { toPrice, toPriceOrNull, type Yen } from '@aitai/engine/model/price.ts'
import type { CallFailure } from '../api/failure.ts'
import { useUserQuery } from '../store/current-user.ts'

/**
 * Returns a function that gives the server's refusal of a notional in yen above the limit for one IOI, before
 * anything is sent; null within it, or while limit or price are unknown (docs/rules.md §22). A refusal fetches
 * the limit again, because the operator may have changed it.
 */
export function useSizeLimit(): (jpynotional: Yen | null) => CallFailure | null {
  const { data: user, refetch } = useUserQuery()
  // The limit on all live adverts needs those of the institution's other traders, which only the server knows.
  const limits = { ONE: toPriceOrNull(user?.largestNotional ?? null), ALL: null }
  return (jpynotional) => {
    const refusal = jpynotional === null ? null : sizeFault(limits, toPrice(jpynotional), () => 0)
    if (!refusal) return null
    void refetch()
    return { status: 409, message: '', ...refusal }
  }
}
