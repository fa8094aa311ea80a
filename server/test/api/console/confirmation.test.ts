import type { PasskeyRequest } from '@aitai/contract/schemas/session.ts'
import { expect, test } from 'vitest'
import { confirmationMs } from '../../../src/accounts/second-factor/confirmation.ts'
import { adds, oneFirmAtSite } from '../../accounts/passkey-devices.ts'
import { auditEvents } from '../../support/operator.ts'
import type { TestUser } from '../../support/test-user.ts'
import { idOf, reason, startConsole } from './console-fixtures.ts'

const today = { from: '2026-11-18', to: '2026-11-18' } as const

/** What shows IOIs or what institutions did, or lets somebody else see them. */
const sensitive: Readonly<Record<string, object>> = {
  '/operations/audit/export': { ...today, format: 'csv', reason },
  '/operations/surveillance': { day: '2026-11-18', reason },
  '/operations/approve': { id: '22222222' },
}

test('break-glass views and approvals need the passkey again, for five minutes', async () => {
  const { desk, compliance } = await startConsole(['compliance'], oneFirmAtSite)
  const { device } = await adds(compliance)
  desk.clock.advance(confirmationMs)
  const refusals = async (): Promise<readonly (string | undefined)[]> => {
    const all: (string | undefined)[] = []
    for (const [path, body] of Object.entries(sensitive))
      all.push((await compliance.calls<{ errorCode?: string }>(path, { body })).body.errorCode)
    return all
  }

  expect(await refusals()).toEqual(Object.keys(sensitive).map(() => 'CONFIRMATION_REQUIRED'))
  // Nothing was read, requested or mailed.
  for (const action of ['auditExportRequested', 'approvalRequested', 'approvalRefused'])
    expect(await auditEvents(desk, action)).toEqual([])

  const challenge = await compliance.callsOk<PasskeyRequest>('/user/confirm/begin', { method: 'POST' })
  await compliance.callsOk('/user/confirm/passkey', { body: { credential: device.signs(challenge) } })
  expect(await refusals()).toEqual([undefined, undefined, 'NOT_FOUND'])
  desk.clock.advance(confirmationMs)
  expect(await refusals()).toEqual(Object.keys(sensitive).map(() => 'CONFIRMATION_REQUIRED'))
})

test("changes of others' credentials and rights need the passkey again, and other changes do not", async () => {
  const { desk, support, administrator } = await startConsole(['support', 'administrator'], oneFirmAtSite)
  for (const user of [support, administrator]) await adds(user)
  const userId = await idOf(desk, desk.person('trader@alder.example'))
  const colleague = { userId: await idOf(desk, support), grant: 'operations', reason }
  const added = { email: 'mika@alder.example', firstName: 'Mika', lastName: 'Sato', firm: 'Alder', reason }
  const changes: readonly (readonly [TestUser, string, object])[] = [
    [support, 'add', { ...added, role: 'TRADER' }],
    [support, 'change', { userId, newEmail: 'emma@elsewhere.example', reason }],
    [support, 'change', { userId, phone: '+819011112222', reason }],
    [support, 'change', { userId, twoFactor: true, reason }],
    [support, 'change', { userId, deskHead: true, reason }],
    [support, 'remove-second-factors', { userId, reason }],
    [support, 'reset', { userId, reason }],
    [support, 'disable', { userId, reason }],
    [support, 'enable', { userId, reason }],
    [administrator, 'grant', colleague],
    [administrator, 'revoke', colleague],
  ]
  const refusals = async () => {
    const all: (string | undefined)[] = []
    for (const [user, path, body] of changes) {
      const reply = await user.calls<{ errorCode?: string }>(`/operations/users/${path}`, { body })
      all.push(reply.body.errorCode)
    }
    return all
  }
  desk.clock.advance(confirmationMs)
  const before = (await auditEvents(desk)).length
  expect(await refusals()).toEqual(changes.map(() => 'CONFIRMATION_REQUIRED'))
  expect((await auditEvents(desk)).slice(before)).toEqual([])

  await support.callsOk('/operations/users/change', { body: { userId, lastName: 'Ito', reason } })
  await support.callsOk('/operations/users/change', { body: { userId, deskHead: false, reason } })
  await support.callsOk('/operations/users/unlock', { body: { userId, reason } })
  await support.callsOk(`/operations/user/${userId}`)
  for (const user of [support, administrator])
    await desk.app.database
      .updateTable('session')
      .set({ confirmed_at: desk.clock.now() })
      .where('user_id', '=', await idOf(desk, user))
      .execute()
  expect(await refusals()).not.toContain('CONFIRMATION_REQUIRED')
})

test('what shows no IOI needs no passkey again', async () => {
  const { desk, compliance } = await startConsole(['compliance'], oneFirmAtSite)
  await adds(compliance)
  desk.clock.advance(confirmationMs)

  await compliance.callsOk('/operations/audit/search', { body: today })
  await compliance.callsOk('/operations/today')
})
