import type { Role } from '@aitai/contract/codes.ts'
import type { ConsoleUser } from '@aitai/contract/schemas/console/users.ts'
import { normalizeForSearch } from '../../ui/format/search-normalization.ts'

/** What keeps a user from signing in, the worst last; `invited` has yet to set an own password. */
export const userStates = ['active', 'invited', 'expired', 'locked', 'disabled'] as const
export type UserState = (typeof userStates)[number]

/**
 * The state of a user. `at` is the time at which the list was read, in milliseconds UTC: what it shows does not
 * change while nothing new is read.
 */
export function userState(user: ConsoleUser, at: number): UserState {
  if (!user.active) return 'disabled'
  if (user.locked) return 'locked'
  if (user.temporaryUntil !== null) return Date.parse(user.temporaryUntil) > at ? 'invited' : 'expired'
  return user.firstLogin ? 'invited' : 'active'
}

export interface UserFilter {
  /** Every word has to be in the name, the address, or the institution or broker. */
  readonly search: string
  readonly role: Role | 'ALL'
  readonly state: UserState | 'ALL'
}

export const noUserFilter: UserFilter = { search: '', role: 'ALL', state: 'ALL' }

/** The users that a filter lets through, in the same order. */
export function filteredUsers(
  users: readonly ConsoleUser[],
  { search, role, state }: UserFilter,
  at: number,
): readonly ConsoleUser[] {
  const words = search
    .normalize('NFKC')
    .split(/\s+/u)
    .map(normalizeForSearch)
    .filter((word) => word !== '')
  return users.filter(
    (user) =>
      (role === 'ALL' || user.role === role) &&
      (state === 'ALL' || userState(user, at) === state) &&
      words.every((word) => searchedText(user).includes(word)),
  )
}

const searchedText = ({ email, firstName, lastName, firm, broker }: ConsoleUser): string =>
  [email, firstName + lastName, lastName + firstName, firm ?? '', broker ?? '']
    .map(normalizeForSearch)
    .join('\n')
