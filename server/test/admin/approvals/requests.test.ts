import { describe, expect, test } from 'vitest'
import { renameFirm } from '../../../src/admin/firm-rename.ts'
import { auditEvents, Operator } from '../../support/operator.ts'
import type { TestServer } from '../../support/test-server.ts'
import {
  approvalsOf,
  approves,
  asksAgain,
  asksToOpen,
  closed,
  isNotApproved,
  reason,
  refusalOf,
  runsAs,
  switchesIn,
  userIdOf,
  withFourGrants,
} from './four-eyes.ts'

/** The limit of an institution in hundredths of yen, as it is stored. */
const limitOf = async ({ app }: TestServer, name: string) =>
  (
    await app.database
      .selectFrom('firm')
      .select('largest_notional')
      .where('name', '=', name)
      .executeTakeFirstOrThrow()
  ).largest_notional

/** Each of two institutions gets the name of the other. */
async function swapsNames({ admin }: TestServer): Promise<void> {
  for (const [firm, to] of [
    ['Alder', 'Elsewhere'],
    ['Birch', 'Alder'],
    ['Elsewhere', 'Birch'],
  ] as const)
    expect(refusalOf(await renameFirm(admin, { firm, to, reason }))).toBe('DONE')
}

test('what was approved when its process ended is over a minute later, and can be asked for again', async () => {
  const { desk, naomi, martin } = await withFourGrants()
  const id = await asksToOpen(naomi)
  // As a process leaves it that ends between the approval and the command.
  const expires_at = desk.clock.now() + 60_000
  await desk.app.database.updateTable('approval').set({ state: 'GRANTED', expires_at }).execute()
  expect(await asksAgain(naomi)).toBe(id)

  desk.clock.advance(60_000)
  const again = await asksAgain(naomi)
  expect(again).not.toBe(id)
  expect((await approvalsOf(naomi)).over).toMatchObject([{ id, state: 'FAILED', outcome: 'ERROR' }])
  expect(await auditEvents(desk, 'approvalCutOff')).toMatchObject([{ actor: 'system', subject: id }])
  expect(await isNotApproved(martin, id)).toEqual([409, 'APPROVAL_OVER'])
  await approves(martin, again)
  expect((await switchesIn(desk)).map(({ halted }) => halted)).toEqual([true, false])
})

describe('an approval is for ids', () => {
  test('a change is not carried out for an institution that has got the name since', async () => {
    const { desk, naomi, martin } = await withFourGrants()
    await runsAs(desk, naomi, 'firm change', { firm: 'Alder', largestNotional: 1_000_000, reason })
    await runsAs(desk, naomi, 'firm change', { firm: 'Birch', largestNotional: 1_000_000, reason })
    const raise = { firm: 'Alder', largestNotional: 90_000_000_000, reason }
    expect(refusalOf(await runsAs(desk, naomi, 'firm change', raise))).toBe('APPROVAL_NEEDED')
    const [{ id = '' } = {}] = (await approvalsOf(martin)).open
    const before = await limitOf(desk, 'Alder')
    await swapsNames(desk)

    expect(await isNotApproved(martin, id)).toEqual([409, 'APPROVAL_FAILED'])
    for (const name of ['Alder', 'Birch']) expect(await limitOf(desk, name)).toBe(before)
    expect((await approvalsOf(martin)).over).toMatchObject([{ id, state: 'FAILED', outcome: 'NAME_MOVED' }])
  })

  test('a view is not fetched of an institution that has got the name since', async () => {
    const { desk, daniel, keiko } = await withFourGrants()
    const lists = async () => refusalOf(await runsAs(desk, daniel, 'advert list', { firm: 'Alder', reason }))
    expect(await lists()).toBe('APPROVAL_NEEDED')
    await approves(keiko, (await approvalsOf(keiko)).open[0]?.id ?? '')
    await swapsNames(desk)
    expect(await lists()).toBe('APPROVAL_NEEDED')
    await swapsNames(desk)
    expect(await lists()).toBe('DONE')
  })
})

test('what is stored about a user is exported by compliance alone, with a second person, who is notified', async () => {
  const { desk, daniel, keiko, martin } = await withFourGrants()
  const requested = { email: 'trader@alder.example', reason }
  for (const user of [daniel, martin])
    expect(refusalOf(await runsAs(desk, user, 'user export', requested))).toBe('FORBIDDEN')
  expect(refusalOf(await runsAs(desk, keiko, 'user export', requested))).toBe('APPROVAL_NEEDED')
  expect(await auditEvents(desk, 'userExported')).toEqual([])
  await approves(martin, (await approvalsOf(martin)).open[0]?.id ?? '')
  expect(refusalOf(await runsAs(desk, keiko, 'user export', requested))).toBe('DONE')

  expect(await auditEvents(desk, 'userExported')).toMatchObject([
    { details: { approvedBy: await userIdOf(desk, martin) } },
  ])
  const mails = await new Operator(desk).lists('outbox', {})
  expect(mails.filter(({ recipient }) => recipient === keiko.email)).toMatchObject([
    { subject: expect.stringContaining('Export the stored data of a user') },
  ])
})

test('requests about an erased user are erased', async () => {
  const { desk, daniel, keiko } = await withFourGrants()
  const email = 'trader@alder.example'
  await runsAs(desk, daniel, 'advert list', { user: email, reason })
  await runsAs(desk, daniel, 'advert list', { firm: 'Alder', reason })
  expect(refusalOf(await runsAs(desk, daniel, 'user erase', { email, reason }))).toBe('DONE')
  expect((await approvalsOf(keiko)).open.map(({ shown }) => shown)).toEqual([
    [{ name: 'firm', value: 'Alder' }],
  ])
})

test('one person has at most 20 open requests', async () => {
  const { desk, naomi, daniel, martin } = await withFourGrants()
  const lists = async (security: string) =>
    refusalOf(await runsAs(desk, daniel, 'advert list', { security, reason }))
  for (let each = 0; each < 20; each += 1) expect(await lists(`${7200 + each}.T`)).toBe('APPROVAL_NEEDED')
  expect(await lists('1301.T')).toBe('APPROVAL_LIMIT')
  // The ones that wait are found again, and others may ask.
  expect(await lists('7203.T')).toBe('APPROVAL_NEEDED')
  for (let each = 0; each < 20; each += 1)
    await runsAs(desk, naomi, 'advert list', { security: `${7200 + each}.T`, reason })
  // At the console the refusal has its code.
  await naomi.callsOk('/operations/halt', { body: closed })
  const refused = await naomi.isRefused('/operations/resume', { body: closed })
  expect([refused.status, refused.errorCode]).toEqual([409, 'APPROVAL_LIMIT'])

  const [{ id = '' } = {}] = (await approvalsOf(martin)).open.filter(({ by }) => by === 'support Desk')
  await martin.callsOk('/operations/reject', { body: { id, reason: 'asked for too much' } })
  expect(await lists('1301.T')).toBe('APPROVAL_NEEDED')
})
