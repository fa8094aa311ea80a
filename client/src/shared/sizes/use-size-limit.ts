import type { Yen } from '@aitai/engine/model/price.ts'
import type { CallFailure } from '../api/failure.ts'
import { useUserQuery } from '../store/current-user.ts'

/**
 * Returns a function that gives the server's refusal of a notional in yen above the limit for one IOI, before
 * anything is sent; null within it, or while limit or price are unknown (docs/rules.md §22). A refusal fetches
 * the limit again, because the operator may have changed it.
 */
export function useSizeLimit(): (jpynotional: Yen | null) => CallFailure | null {
  const { data: user, refetch } = useUserQuery()
  const limit = user?.largestNotional ?? null
  return (jpynotional) => {
    if (limit === null || jpynotional === null || jpynotional <= limit) return null
    void refetch()
    return {
      status: 409,
      errorCode: 'ADVERT-ERROR-014',
      message: '',
      variables: { notional: limit, scope: 'ONE' },
    }
  }
}
