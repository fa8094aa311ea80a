import type { ConsoleUser } from '@aitai/contract/schemas/console/users.ts'
import { expect, test } from 'vitest'
import { filteredUsers, noUserFilter, userState } from './user-state.ts'

const at = Date.UTC(2026, 10, 18, 1, 0)
const iso = (ms: number): string => new Date(at + ms).toISOString()

const user = (changes: Partial<ConsoleUser> = {}): ConsoleUser => ({
  userId: 'u1',
  email: 'emma@alder.example',
  firstName: 'Emma',
  lastName: 'Stone',
  role: 'TRADER',
  firm: 'Alder Asset Management',
  broker: null,
  grants: [],
  deskHead: false,
  active: true,
  locked: false,
  firstLogin: false,
  temporaryUntil: null,
  signedIn: false,
  ...changes,
})

test.each([
  ['active', {}],
  ['invited', { firstLogin: true }],
  ['invited', { firstLogin: true, temporaryUntil: iso(1) }],
  ['expired', { firstLogin: true, temporaryUntil: iso(0) }],
  ['locked', { locked: true, temporaryUntil: iso(-1) }],
  ['disabled', { active: false, locked: true }],
] as const)('a user is %s: %o', (state, changes) => {
  expect(userState(user(changes), at)).toBe(state)
})

const users = [
  user(),
  user({
    email: 'yuko@kaede.example',
    firstName: '優子',
    lastName: '田中',
    role: 'BROKER',
    firm: null,
    broker: 'KAEDE',
  }),
  user({
    email: 'naomi@aitai.example',
    firstName: 'Naomi',
    lastName: 'Fujita',
    role: 'STAFF',
    firm: null,
    active: false,
  }),
]
const found = (filter: Partial<typeof noUserFilter>): readonly string[] =>
  filteredUsers(users, { ...noUserFilter, ...filter }, at).map(({ email }) => email.split('@')[0] ?? '')

test('a search finds every word in name, address, institution or broker, however it is typed', () => {
  expect(found({ search: ' ' })).toEqual(['emma', 'yuko', 'naomi'])
  expect(found({ search: 'stone alder' })).toEqual(['emma'])
  expect(found({ search: 'EMMA@ＡＬＤＥＲ' })).toEqual(['emma'])
  expect(found({ search: '田中優子' })).toEqual(['yuko'])
  expect(found({ search: '優子　田中' })).toEqual(['yuko'])
  expect(found({ search: 'kaede' })).toEqual(['yuko'])
  expect(found({ search: 'stone kaede' })).toEqual([])
})

test('role and state narrow the list', () => {
  expect(found({ role: 'STAFF' })).toEqual(['naomi'])
  expect(found({ state: 'disabled' })).toEqual(['naomi'])
  expect(found({ role: 'TRADER', state: 'disabled' })).toEqual([])
})
