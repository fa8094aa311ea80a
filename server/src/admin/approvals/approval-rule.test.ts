import { approvalStates, type StaffGrant, staffGrants } from '@aitai/contract/codes.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  approvalFault,
  decidingGrants,
  needsSecondPerson,
  type OpenRequest,
  type Person,
} from './approval-rule.ts'

const naomi: Person = { userId: 'naomi', active: true, grants: ['operations'] }
const martin: Person = { userId: 'martin', active: true, grants: ['administrator'] }
const waiting: OpenRequest = {
  state: 'WAITING',
  expiresAt: 1_000,
  requesterId: 'naomi',
  requesterMay: true,
  approverGrants: ['operations', 'administrator'],
}

test('somebody else with a grant approves until the request expires', () => {
  expect(approvalFault(waiting, martin, 999)).toBeNull()
  expect(approvalFault(waiting, martin, 1_000)).toBe('APPROVAL_OVER')
})

test('nobody approves their own request, with however many grants', () => {
  expect(approvalFault(waiting, { ...naomi, grants: [...staffGrants] }, 0)).toBe('APPROVAL_OWN')
})

test.each([
  ['a grant that decides nothing here', { ...martin, grants: ['support'] }],
  ['no grant any more', { ...martin, grants: [] }],
  ['a disabled account', { ...martin, active: false }],
] as const)('with %s a request is not even found', (_, person) => {
  expect(approvalFault(waiting, person, 0)).toBe('APPROVAL_UNKNOWN')
})

test.each(approvalStates.filter((state) => state !== 'WAITING'))('a request that is %s is over', (state) => {
  expect(approvalFault({ ...waiting, state }, martin, 0)).toBe('APPROVAL_OVER')
})

test('a request is of no use once its requester may not make it any more', () => {
  expect(approvalFault({ ...waiting, requesterMay: false }, martin, 0)).toBe('APPROVAL_REQUESTER')
})

test('a request under a typed name is approved by any user who may', () => {
  expect(approvalFault({ ...waiting, requesterId: null }, naomi, 0)).toBeNull()
})

test('one person alone runs the platform until a second one could approve', () => {
  const deciders = { grants: waiting.approverGrants }
  expect(needsSecondPerson('naomi', [naomi], deciders)).toBe(false)
  expect(needsSecondPerson('naomi', [naomi, martin], deciders)).toBe(true)
  // The name that was typed may be the only user's.
  expect(needsSecondPerson(null, [naomi], deciders)).toBe(false)
  expect(needsSecondPerson(null, [naomi, martin], deciders)).toBe(true)
  expect(needsSecondPerson('naomi', [naomi, { ...martin, grants: ['support'] }], deciders)).toBe(false)
})

test('where nobody else holds the grant, any colleague decides who is who', () => {
  const identity = { grants: ['compliance', 'administrator'], orAnybody: true } as const
  expect(decidingGrants('martin', [martin], identity)).toBeNull()
  expect(decidingGrants('martin', [martin, naomi], identity)).toEqual(staffGrants)
  expect(decidingGrants('martin', [martin, naomi], { grants: identity.grants })).toBeNull()
  const keiko: Person = { userId: 'keiko', active: false, grants: ['compliance'] }
  expect(decidingGrants('martin', [martin, naomi, keiko], identity)).toEqual(identity.grants)
  expect(decidingGrants(null, [martin, naomi], identity)).toEqual(staffGrants)
})

const anyGrants = fc.uniqueArray(fc.constantFrom<StaffGrant>(...staffGrants))
const anyPerson = fc.record({
  userId: fc.constantFrom('a', 'b', 'c'),
  active: fc.boolean(),
  grants: anyGrants,
})
const anyRequest = fc.record({
  state: fc.constantFrom('WAITING' as const, ...approvalStates),
  expiresAt: fc.integer({ min: 0, max: 10 }),
  requesterId: fc.constantFrom('a', 'b', null),
  requesterMay: fc.boolean(),
  approverGrants: anyGrants,
})

test('exactly what waits, is in time, and has two people who both may, is approved', () => {
  fc.assert(
    fc.property(anyRequest, anyPerson, fc.integer({ min: 0, max: 12 }), (request, person, at) => {
      const { state, expiresAt, requesterId, requesterMay, approverGrants } = request
      const areTwo = person.userId !== requesterId && requesterMay
      const holdsOne = person.active && approverGrants.some((grant) => person.grants.includes(grant))
      const waits = state === 'WAITING' && at < expiresAt
      expect(approvalFault(request, person, at) === null).toBe(areTwo && holdsOne && waits)
    }),
    { numRuns: 1_000 },
  )
})

test('a second person is demanded only if somebody else could approve', () => {
  fc.assert(
    fc.property(
      fc.array(anyPerson),
      anyDeciders,
      fc.constantFrom('a', null),
      (people, deciders, requester) => {
        const approverGrants = decidingGrants(requester, people, deciders)
        if (approverGrants === null) return
        const request = { ...anyOpen, requesterId: requester, approverGrants }
        expect(people.some((person) => approvalFault(request, { ...person, active: true }, 0) === null)).toBe(
          true,
        )
      },
    ),
  )
})

const anyDeciders = fc.record({ grants: anyGrants, orAnybody: fc.boolean() })
const anyOpen: OpenRequest = { ...waiting, expiresAt: 1 }
