/** Who may stand at the door, by what they show (quality 2.5): the columns of the role matrix. */
export const subjects = ['anonymous', 'twoFactor', 'firstLogin', 'trader', 'broker', 'staff', 'feed'] as const
export type Subject = (typeof subjects)[number]

/**
 * Who may make a call of which audience. The guard of all calls, their documents and the test of every route
 * come from this table, so they cannot disagree.
 *
 * `twoFactor` takes the temporary token of a log-in that waits for its code; `firstLogin` takes a session that
 * may only set its password, too, `onlyFirstLogin` no other; `member` is everybody with a desk, so no staff;
 * `feed` is the venue's own source of prices.
 */
export const audiences = {
  anyone: subjects,
  twoFactor: ['twoFactor'],
  firstLogin: ['firstLogin', 'trader', 'broker', 'staff'],
  onlyFirstLogin: ['firstLogin'],
  signedIn: ['trader', 'broker', 'staff'],
  member: ['trader', 'broker'],
  trader: ['trader'],
  broker: ['broker'],
  feed: ['feed'],
} as const satisfies Record<string, readonly Subject[]>
export type Audience = keyof typeof audiences

/** Whether someone may make the calls of an audience. */
export const mayCall = (audience: Audience, subject: Subject): boolean =>
  (audiences[audience] as readonly Subject[]).includes(subject)
