import { type ApprovalState, type StaffGrant, staffGrants } from '@aitai/contract/codes.ts'

/** How long a request waits for a second person, and how long an approved view can be fetched. Milliseconds. */
export const approvalMs = 15 * 60_000

/** How long an approved change may take. Then its process has ended, and it may be requested again. Milliseconds. */
export const carryOutMs = 60_000

/** How many requests one person may have open: each is read by everybody who may decide it. */
export const mostOpenApprovals = 20

/** A user as far as the rule is concerned. */
export interface Person {
  readonly userId: string
  readonly active: boolean
  readonly grants: readonly StaffGrant[]
}

export interface OpenRequest {
  readonly state: ApprovalState
  /** Milliseconds UTC. */
  readonly expiresAt: number
  /** Null for a name that was typed at the command line. */
  readonly requesterId: string | null
  /** Whether the requester could still make the same request. */
  readonly requesterMay: boolean
  /** The grants of which a second person needs one. */
  readonly approverGrants: readonly StaffGrant[]
}

export const approvalFaults = [
  'APPROVAL_UNKNOWN',
  'APPROVAL_OWN',
  'APPROVAL_OVER',
  'APPROVAL_REQUESTER',
] as const
export type ApprovalFault = (typeof approvalFaults)[number]

/** Whether somebody holds a grant with which such a request can be decided. Their own one as well. */
export const mayDecide = ({ active, grants }: Person, approverGrants: readonly StaffGrant[]): boolean =>
  active && grants.some((grant) => approverGrants.includes(grant))

/**
 * Why somebody may not approve a request at a time in milliseconds UTC; null if they may. It does not say whether they
 * are signed in: two sessions of one user are one person.
 */
export function approvalFault(request: OpenRequest, approver: Person, at: number): ApprovalFault | null {
  // Not-found as well for somebody who may not decide: what others investigate is not revealed.
  if (!mayDecide(approver, request.approverGrants) && approver.userId !== request.requesterId)
    return 'APPROVAL_UNKNOWN'
  if (approver.userId === request.requesterId) return 'APPROVAL_OWN'
  if (request.state !== 'WAITING' || at >= request.expiresAt) return 'APPROVAL_OVER'
  if (!request.requesterMay) return 'APPROVAL_REQUESTER'
  return null
}

/** Who may decide a request. */
export interface Deciders {
  /** They need one of these grants. */
  readonly grants: readonly StaffGrant[]
  /** Whether anybody with a grant decides where too few hold one of these. */
  readonly orAnybody?: boolean
}

type Holders = readonly Pick<Person, 'userId' | 'grants'>[]

/**
 * The grants with which a request is decided; null if no second person is demanded. With fewer than two people who
 * could approve, one alone must be able to run the platform; whoever typed a name could be any of them. Disabled users
 * count: otherwise somebody could disable colleagues first, and then act alone.
 */
export function decidingGrants(
  requesterId: string | null,
  holders: Holders,
  { grants, orAnybody = false }: Deciders,
): readonly StaffGrant[] | null {
  const isEnough = (approverGrants: readonly StaffGrant[]): boolean => {
    const others = holders.filter(
      ({ userId, grants: held }) =>
        userId !== requesterId && held.some((grant) => approverGrants.includes(grant)),
    )
    return others.length >= (requesterId === null ? 2 : 1)
  }
  if (isEnough(grants)) return grants
  return orAnybody && isEnough(staffGrants) ? staffGrants : null
}

/** Whether a second person is demanded at all. */
export const needsSecondPerson = (
  requesterId: string | null,
  holders: Holders,
  deciders: Deciders,
): boolean => decidingGrants(requesterId, holders, deciders) !== null
