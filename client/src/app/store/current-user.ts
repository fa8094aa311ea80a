import type { UserInfo } from '@aitai/contract/schemas/session.ts'
import { skipToken } from '@reduxjs/toolkit/query/react'
import { intervals } from '../../intervals.ts'
import { useMyDetailsQuery } from '../api/accounts-api.ts'
import { useAppSelector } from './store.ts'

/**
 * Who is signed in, asked again every 15 minutes while a token is kept (specification 2). Null before that.
 */
export function useUser(): UserInfo | null {
  return useUserQuery().data ?? null
}

/** The same with its waiting and failing. */
export function useUserQuery() {
  const userToken = useAppSelector((state) => state.session.userToken)
  const query = useMyDetailsQuery(userToken === null ? skipToken : undefined, {
    pollingInterval: intervals.userDetailsPoll,
  })
  // A skipped query keeps its last answer; someone who signed out is nobody.
  return userToken === null ? { ...query, data: undefined } : query
}

/**
 * Where a user belongs: first the own password, then home by role (specification 2). Staff have no desk
 * (rules 19).
 */
export function homePathOf({ firstLogin, role }: Pick<UserInfo, 'firstLogin' | 'role'>): HomePath {
  if (firstLogin) return '/first-login'
  return homes[role]
}

export type HomePath = '/' | '/first-login' | '/adverts-home' | '/brokers-home'

const homes = { TRADER: '/adverts-home', BROKER: '/brokers-home', STAFF: '/' } as const
