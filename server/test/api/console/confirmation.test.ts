import type { PasskeyRequest } from '@aitai/contract/schemas/session.ts'
import { expect, test } from 'vitest'
import { confirmationMs } from '../../../src/accounts/second-factor/confirmation.ts'
import { adds, oneFirmAtSite } from '../../accounts/passkey-devices.ts'
import { auditEvents } from '../../support/operator.ts'
import { reason, startConsole } from './console-fixtures.ts'

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

test('what shows no IOI needs no passkey again', async () => {
  const { desk, compliance } = await startConsole(['compliance'], oneFirmAtSite)
  await adds(compliance)
  desk.clock.advance(confirmationMs)

  await compliance.callsOk('/operations/audit/search', { body: today })
  await compliance.callsOk('/operations/today')
})
