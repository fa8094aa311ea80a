import type { UserInfo } from '@aitai/contract/schemas/session.ts'
import { skipToken } from '@reduxjs/toolkit/query/react'
import { useMyDetailsQuery } from '../api/accounts-api.ts'
import { intervals } from '../intervals.ts'
import { useAppSelector } from './store.ts'

/**
 * The signed-in user, fetched again every 15 minutes while there is a token (docs/specification.md §2). Null
 * before that.
 */
export function useUser(): UserInfo | null {
  return useUserQuery().data ?? null
}

/** The same with its loading and error states. */
export function useUserQuery() {
  const userToken = useAppSelector((state) => state.session.userToken)
  const query = useMyDetailsQuery(userToken === null ? skipToken : undefined, {
    pollingInterval: intervals.userDetailsPoll,
  })
  // A skipped query keeps its last result, but after signing out there is no user.
  return userToken === null ? { ...query, data: undefined } : query
}

/**
 * The page of a user: setting a first password, adding a passkey where one is required, then the home of the role
 * (docs/specification.md §2). Staff have the console, once they have a grant.
 */
export function homePathOf({
  firstLogin,
  needsPasskey,
  role,
  grants,
}: Pick<UserInfo, 'firstLogin' | 'needsPasskey' | 'role' | 'grants'>): HomePath {
  if (firstLogin) return '/first-login'
  if (needsPasskey) return '/first-passkey'
  return grants.length > 0 ? '/operations' : homes[role]
}

export type HomePath =
  | '/'
  | '/first-login'
  | '/first-passkey'
  | '/adverts-home'
  | '/brokers-home'
  | '/operations'

const homes = { TRADER: '/adverts-home', BROKER: '/brokers-home', STAFF: '/' } as const
