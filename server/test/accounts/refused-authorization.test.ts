import { describe, expect, test } from 'vitest'
import { addGrant } from '../../src/admin/users/user-grants.ts'
import { lockAuditEnd } from '../../src/database/audit-events.ts'
import { RefusedAccess } from '../../src/observability/refused-access.ts'
import { credentialOf, opensSocket } from '../admin/every-command/command-channels.ts'
import { startServerOn, userIdOf } from '../support/account-fixtures.ts'
import { auditEvents, Operator } from '../support/operator.ts'
import { testDatabases, untilLocked } from '../support/test-databases.ts'
import type { TestServer } from '../support/test-server.ts'
import type { TestUser } from '../support/test-user.ts'

const hour = 3_600_000
const reason = 'asked by the exchange'

const refusals = (desk: TestServer) => auditEvents(desk, 'accessRefused')

describe.each(testDatabases)('refused authorization, on $name', (store) => {
  test('is recorded with who, as what and which call, and the refused person sees no difference', async () => {
    const desk = await startServerOn(store)
    const trader = await desk.trader('alder')
    const broker = await desk.broker('hinoki')
    const traderId = await userIdOf(desk, trader.email)
    const first = await trader.calls('/operations/users')
    const second = await trader.calls('/operations/users')
    await broker.isRefused('/desk/pause-all', { method: 'POST' })

    expect([first.status, first.text]).toEqual([403, second.text])
    const base = { action: 'accessRefused', outcome: 'REFUSED', reason: '' } as const
    const brokerId = await userIdOf(desk, broker.email)
    expect(await refusals(desk)).toEqual([
      { ...base, actor: traderId, subject: traderId, details: { call: 'operationsUsers', as: 'trader' } },
      { ...base, actor: brokerId, subject: brokerId, details: { call: 'pauseDeskAdverts', as: 'broker' } },
    ])
    // Who is not signed in is nobody, and a prompt to confirm is no refusal.
    await desk.person('nobody').isRefused('/operations/users')
    expect(await refusals(desk)).toHaveLength(2)
  })

  test('is at most two events for a user and a call in an hour, however often, and the second counts', async () => {
    const desk = await startServerOn(store)
    const trader = await desk.trader('alder')
    const tries = async (times: number): Promise<void> => {
      for (let n = 0; n < times; n += 1) await trader.isRefused('/operations/users')
    }
    // Together, too: the same refusal in several requests at the same moment is one.
    await Promise.all(Array.from({ length: 5 }, () => tries(1)))
    await tries(15)
    await desk.app.sweep()
    expect(await refusals(desk)).toHaveLength(1)

    desk.clock.advance(hour)
    await trader.signsIn()
    await desk.app.sweep()
    await desk.app.sweep()
    const details = { call: 'operationsUsers', as: 'trader' }
    const since = '2026-11-18T01:00:00.000Z'
    expect((await refusals(desk)).map((each) => each.details)).toEqual([
      details,
      { ...details, further: 19, since },
    ])
    await tries(2)
    await desk.app.sweep()
    expect((await refusals(desk)).map((each) => each.details).slice(2)).toEqual([details])
  })

  test('is counted when the server stops, and not recorded again after a restart in the same hour', async () => {
    const desk = await startServerOn(store)
    const trader = await desk.trader('alder')
    for (const _ of [1, 2, 3]) await trader.isRefused('/operations/users')
    await desk.restart()
    await trader.signsIn()
    await trader.isRefused('/operations/users')
    const details = { call: 'operationsUsers', as: 'trader' }
    expect((await refusals(desk)).map((each) => each.details)).toMatchObject([
      details,
      { ...details, further: 2 },
    ])
    desk.clock.advance(hour)
    await desk.app.sweep()
    expect((await refusals(desk)).map((each) => each.details).slice(2)).toMatchObject([
      { ...details, further: 1 },
    ])
  })

  test('of two processes at the same moment is one event, and the other is counted', async () => {
    const desk = await startServerOn(store)
    const { database, config } = desk.app
    const now = () => desk.clock.now()
    const processes = [1, 2].map(() => new RefusedAccess({ database, now }))
    const details = { command: 'audit export', code: 'FORBIDDEN' }
    const record = () => processes.map((each) => each.record({ actor: 'daniel', userId: 'daniel', details }))
    if (config.databaseUrl === null) await Promise.all(record())
    else {
      const { recording } = await database.transaction().execute(async (trx) => {
        await lockAuditEnd(trx)
        const started = record()
        await untilLocked(database, processes.length)
        return { recording: started }
      })
      await Promise.all(recording)
    }
    for (const each of processes) await each.close()
    expect((await refusals(desk)).map((event) => event.details)).toMatchObject([
      details,
      { ...details, further: 1 },
    ])
  })

  test('stands when it cannot be recorded', async () => {
    const desk = await startServerOn(store)
    const trader = await desk.trader('alder')
    const end = await desk.app.database.selectFrom('audit_end').selectAll().executeTakeFirstOrThrow()
    await desk.app.database.deleteFrom('audit_end').execute()
    expect(await trader.isRefused('/operations/users')).toMatchObject({ status: 403 })
    await desk.app.database.insertInto('audit_end').values(end).execute()
    expect(await refusals(desk)).toEqual([])
    // The next one is the first.
    await trader.isRefused('/operations/users')
    expect(await refusals(desk)).toHaveLength(1)
  })

  test('of a command is one event, at the console and at the command line', async () => {
    const desk = await startServerOn(store)
    for (const grant of ['support', 'administrator'] as const) await desk.addStaff(grant)
    await addGrant(desk.admin, { email: 'support@aitai.example', grant: 'operations', reason })
    const support = await desk.person('support@aitai.example').signsIn()
    const id = await userIdOf(desk, support.email)
    const { email } = desk.person('administrator@aitai.example')
    const sends = await opensSocket(desk)
    const secret = await credentialOf(desk, support)

    // Support may make the call, but not on a user of staff.
    const body = { userId: await userIdOf(desk, email), reason }
    expect(await support.isRefused('/operations/users/reset', { body })).toMatchObject({ status: 403 })
    expect(await sends('user reset', { email, reason }, secret)).toMatchObject({ code: 'FORBIDDEN' })
    await sends('audit search', { from: 0, to: 1 }, secret)
    await support.isRefused('/operations/audit/verify', { body: {} })
    await sends('reject', { id: '22222222', reason }, secret)

    expect(await refusals(desk)).toMatchObject(
      [
        { command: 'user reset', code: 'FORBIDDEN' },
        { command: 'audit search', code: 'FORBIDDEN' },
        { call: 'verifyAuditTrail', as: 'operations, support' },
        { command: 'reject', code: 'APPROVAL_UNKNOWN' },
      ].map((details) => ({ actor: `staff:${id}`, subject: id, outcome: 'REFUSED', details })),
    )
  })

  test('of a typed name and of a credential that is not valid any more says which name, and whose it was', async () => {
    const desk = await startServerOn(store)
    await desk.addStaff('operations')
    const operations = desk.person('operations@aitai.example')
    const sends = await opensSocket(desk)
    const secret = await credentialOf(desk, operations)
    await desk.app.database.updateTable('credential').set({ revoked_at: 1 }).execute()

    for (const _ of [1, 2, 3]) {
      expect(await sends('platform close', { reason })).toMatchObject({ code: 'CREDENTIAL_NEEDED' })
      await sends('halts', {}, secret)
      await sends('halts', {}, 'made up')
      await sends('halts', {}, 'made up, too')
    }
    const subject = await userIdOf(desk, operations.email)
    expect(await refusals(desk)).toMatchObject([
      { subject: '', details: { command: 'platform close', code: 'CREDENTIAL_NEEDED' } },
      { subject, details: { command: 'halts', code: 'CREDENTIAL_UNKNOWN' } },
      { subject: '', details: { command: 'halts', code: 'CREDENTIAL_UNKNOWN' } },
    ])
    for (const { actor } of await refusals(desk)) expect(actor).toBe('staff:naomi')
    expect(JSON.stringify(await refusals(desk))).not.toContain('made up')

    const stopped = new Operator(desk)
    await stopped.stopsTheServer()
    expect(await stopped.runs('audit verify', {})).toMatchObject({ verified: true })
  })

  test('of objects by their ids is counted by the hour, alike for what is somebody else’s and what is not there', async () => {
    const desk = await startServerOn(store, { firms: ['Alder', 'Birch'], brokers: ['Hinoki'] })
    const alder = await desk.trader('alder')
    const birch = await desk.trader('birch')
    const { id } = await birch.advertises('BUY', '7203.T', 10_000)
    const asks = async (person: TestUser, times: number, advertId: string): Promise<void> => {
      for (let n = 0; n < times; n += 1)
        expect(await person.isRefused(`/advert/cancel-advert/${advertId}`, { method: 'POST' })).toMatchObject(
          {
            status: 404,
          },
        )
    }
    await asks(alder, 6, id)
    await asks(alder, 6, 'unknown')
    await asks(birch, 9, 'unknown')
    expect(await refusals(desk)).toEqual([])
    desk.clock.advance(hour)
    await desk.app.sweep()
    const subject = await userIdOf(desk, alder.email)
    const details = { code: 'NOT_FOUND', further: 12, since: '2026-11-18T01:00:00.000Z' }
    expect(await refusals(desk)).toMatchObject([{ actor: subject, subject, outcome: 'REFUSED', details }])
  })

  test('is found by compliance, by action and by the person', async () => {
    const desk = await startServerOn(store)
    await desk.addStaff('compliance')
    const compliance = await desk.person('compliance@aitai.example').signsIn()
    const trader = await desk.trader('alder')
    await trader.isRefused('/operations/users')
    const day = { from: '2026-11-18', to: '2026-11-18' }
    for (const about of [
      { action: 'accessRefused' },
      { action: 'accessRefused', actor: trader.email },
      { action: 'accessRefused', subject: trader.email },
    ])
      expect(
        await compliance.callsOk('/operations/audit/search', { body: { ...day, ...about } }),
      ).toMatchObject({ events: [{ actor: { firm: 'Alder' }, outcome: 'REFUSED' }], older: null })
  })
})
