import { expect, test } from 'vitest'
import { auditEvents, Operator } from '../../support/operator.ts'
import { startTestServer } from '../../support/test-server.ts'
import {
  approvalsOf,
  approves,
  asksAgain,
  asksToOpen,
  changesGrant,
  closed,
  idOf,
  isNotApproved,
  reason,
  refusalOf,
  runsAs,
  switchesIn,
  userIdOf,
  withFourGrants,
} from './four-eyes.ts'

test('a change that needs a second person does nothing alone, and is done at once when it is approved', async () => {
  const { desk, naomi, martin } = await withFourGrants()
  const id = await asksToOpen(naomi)

  expect(await switchesIn(desk)).toHaveLength(1)
  expect((await approvalsOf(martin)).open).toMatchObject([
    {
      id,
      command: 'platform open',
      kind: 'CHANGE',
      state: 'WAITING',
      shown: [],
      reason,
      by: 'operations Desk',
      isUser: true,
      isOwn: false,
      mayApprove: true,
      secondsLeft: 900,
    },
  ])
  expect((await approvalsOf(naomi)).open).toMatchObject([{ id, isOwn: true, mayApprove: false }])

  expect(await approves(martin, id)).toEqual({ id, command: 'platform open', state: 'DONE', until: null })
  const [requester, approver] = [await userIdOf(desk, naomi), await userIdOf(desk, martin)]
  expect(await switchesIn(desk)).toMatchObject([
    { halted: true, by: requester },
    { halted: false, by: requester, approvedBy: approver, reason },
  ])
  expect(await approvalsOf(naomi)).toMatchObject({
    open: [],
    over: [{ id, state: 'DONE', decidedBy: 'administrator Desk', secondsLeft: 0 }],
  })
  const details = { command: 'platform open' }
  expect(await auditEvents(desk, 'approvalRequested', 'approvalGiven')).toMatchObject([
    { actor: `staff:${requester}`, action: 'approvalRequested', subject: id, reason, details },
    { actor: `staff:${approver}`, action: 'approvalGiven', subject: id, details: { ...details, requester } },
  ])
})

test('the same request again is the one that waits, from two sessions too', async () => {
  const { desk, naomi } = await withFourGrants()
  const id = await asksToOpen(naomi)

  expect(await asksAgain(naomi)).toBe(id)
  const again = await desk.person(naomi.email).signsIn()
  expect(await asksAgain(again)).toBe(id)
  // A session of one's own is no second person.
  expect(await isNotApproved(again, id)).toEqual([409, 'APPROVAL_OWN'])
  expect(await auditEvents(desk, 'approvalRequested')).toHaveLength(1)
  expect(await switchesIn(desk)).toHaveLength(1)
})

test('a requester with every grant cannot approve, and the attempt is recorded', async () => {
  const { desk, naomi } = await withFourGrants()
  await changesGrant(desk, naomi.email, 'administrator', true)
  const id = await asksToOpen(naomi)

  expect(await isNotApproved(naomi, id)).toEqual([409, 'APPROVAL_OWN'])
  expect(await isNotApproved(naomi, id)).toEqual([409, 'APPROVAL_OWN'])
  const attempt = { outcome: 'REFUSED', subject: id, details: { code: 'APPROVAL_OWN' } }
  expect(await auditEvents(desk, 'approvalRefused')).toMatchObject([attempt, attempt])
  expect(await switchesIn(desk)).toHaveLength(1)
})

test('after 15 minutes a request is over, for good', async () => {
  const { desk, naomi, martin } = await withFourGrants()
  const id = await asksToOpen(naomi)

  desk.clock.advance(15 * 60_000)
  expect(await isNotApproved(martin, id)).toEqual([409, 'APPROVAL_OVER'])
  expect(await approvalsOf(martin)).toMatchObject({ open: [], over: [{ id, state: 'EXPIRED' }] })
  expect(await auditEvents(desk, 'approvalExpired')).toMatchObject([{ actor: 'system', subject: id }])
  expect(await switchesIn(desk)).toHaveLength(1)

  const next = await asksAgain(naomi)
  expect(next).not.toBe(id)
  desk.clock.advance(15 * 60_000 - 1)
  await approves(martin, next)
  expect(await switchesIn(desk)).toHaveLength(2)
})

test('a request expires without anybody looking', async () => {
  const { desk, naomi } = await withFourGrants()
  await asksToOpen(naomi)
  desk.clock.advance(15 * 60_000)
  await desk.app.sweep()
  await desk.app.sweep()

  expect(await auditEvents(desk, 'approvalExpired')).toHaveLength(1)
})

test('an approval is used once: not twice, not replayed, not by twenty at the same moment', async () => {
  const { desk, naomi, martin } = await withFourGrants()
  await changesGrant(desk, 'compliance@aitai.example', 'operations', true)
  const keiko = await desk.person('compliance@aitai.example').signsIn()
  const id = await asksToOpen(naomi)

  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      (at % 2 === 0 ? martin : keiko).calls('/operations/approve', { body: { id } }),
    ),
  )
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  await naomi.callsOk('/operations/halt', { body: closed })
  expect(await isNotApproved(martin, id)).toEqual([409, 'APPROVAL_OVER'])

  expect((await switchesIn(desk)).map(({ halted }) => halted)).toEqual([true, false, true])
  expect(await auditEvents(desk, 'approvalGiven')).toHaveLength(1)
})

test('an approver without the grant any more finds no request', async () => {
  const { desk, naomi, martin, daniel } = await withFourGrants()
  const id = await asksToOpen(naomi)

  expect(await isNotApproved(daniel, id)).toEqual([404, 'NOT_FOUND'])
  expect((await approvalsOf(daniel)).open).toEqual([])
  expect(await isNotApproved(daniel, 'NOSUCHID')).toEqual([404, 'NOT_FOUND'])
  await changesGrant(desk, martin.email, 'support', true)
  await changesGrant(desk, martin.email, 'administrator', false)
  expect(await isNotApproved(martin, id)).toEqual([404, 'NOT_FOUND'])
  expect(await switchesIn(desk)).toHaveLength(1)
})

test('what somebody asked for is not done after their grant was taken away, or they were disabled', async () => {
  const { desk, naomi, martin } = await withFourGrants()
  const id = await asksToOpen(naomi)

  await changesGrant(desk, naomi.email, 'operations', false)
  expect(await isNotApproved(martin, id)).toEqual([409, 'APPROVAL_REQUESTER'])
  await changesGrant(desk, naomi.email, 'operations', true)
  await new Operator(desk).runs('user disable', { email: naomi.email, reason })
  expect(await isNotApproved(martin, id)).toEqual([409, 'APPROVAL_REQUESTER'])
  expect(await switchesIn(desk)).toHaveLength(1)
})

test('a second person rejects, and a requester withdraws', async () => {
  const { desk, naomi, martin, keiko } = await withFourGrants()
  const id = await asksToOpen(naomi)
  const why = { reason: 'not before the close' }
  const rejects = (user: typeof naomi, request: string, given: { reason?: string } = why) =>
    user.calls('/operations/reject', { body: { id: request, ...given } })

  expect(await rejects(keiko, id)).toMatchObject({ status: 404 })
  for (const given of [{}, { reason: ' ' }, { reason: 'naomi@aitai.example is wrong' }])
    expect(await rejects(martin, id, given)).toMatchObject({ status: 400, body: { errorCode: 'INVALID' } })
  expect(await rejects(martin, id)).toMatchObject({ status: 200, body: { state: 'REJECTED' } })
  expect(await rejects(martin, id)).toMatchObject({ status: 409, body: { errorCode: 'APPROVAL_OVER' } })
  expect(await isNotApproved(martin, id)).toEqual([409, 'APPROVAL_OVER'])
  const next = await asksAgain(naomi)
  expect(await rejects(naomi, next, {})).toMatchObject({ status: 200, body: { state: 'WITHDRAWN' } })
  expect(await isNotApproved(martin, next)).toEqual([409, 'APPROVAL_OVER'])

  expect(await auditEvents(desk, 'approvalRejected', 'approvalWithdrawn')).toMatchObject([
    { action: 'approvalRejected', subject: id, ...why },
    { action: 'approvalWithdrawn', subject: next },
  ])
  expect(await switchesIn(desk)).toHaveLength(1)
})

test('roles change with a second person alone: one other than the one who asks', async () => {
  const { desk, martin, keiko, naomi } = await withFourGrants()
  const change = { email: naomi.email, grant: 'administrator', reason } as const

  expect(refusalOf(await runsAs(desk, keiko, 'user grant', change))).toBe('FORBIDDEN')
  const reply = await runsAs(desk, martin, 'user grant', change)
  expect(refusalOf(reply)).toBe('APPROVAL_NEEDED')
  const [{ id = '', shown } = {}] = (await approvalsOf(keiko)).open
  expect(shown).toEqual([
    { name: 'user', value: naomi.email },
    { name: 'grant', value: 'administrator' },
  ])
  await approves(keiko, id)

  const [martinId, keikoId] = [await userIdOf(desk, martin), await userIdOf(desk, keiko)]
  const given = (await auditEvents(desk, 'grantAdded')).at(-1)
  expect(given).toMatchObject({
    actor: `staff:${martinId}`,
    subject: await userIdOf(desk, naomi),
    details: { grant: 'administrator', approvedBy: keikoId },
  })
  // Neither the request nor its approval has an address in the audit trail.
  expect(JSON.stringify(await auditEvents(desk, 'approvalRequested', 'approvalGiven'))).not.toContain('@')
})

test('a limit that is lifted or raised waits, and a lower one holds at once', async () => {
  const { desk, naomi, martin } = await withFourGrants()
  const changes = (largestNotional: number | null) =>
    runsAs(desk, naomi, 'firm change', { firm: 'Alder', largestNotional, reason })

  expect(refusalOf(await changes(40_000_000))).toBe('DONE')
  expect(refusalOf(await changes(30_000_000))).toBe('DONE')
  expect(refusalOf(await changes(40_000_000))).toBe('APPROVAL_NEEDED')
  desk.clock.advance(1)
  expect(refusalOf(await changes(null))).toBe('APPROVAL_NEEDED')
  const { open } = await approvalsOf(martin)
  expect(open.map(({ shown }) => shown.slice(1))).toEqual([
    [
      { name: 'largestNotionalNow', value: '30000000' },
      { name: 'largestNotional', value: '40000000' },
    ],
    [
      { name: 'largestNotionalNow', value: '30000000' },
      { name: 'largestNotional', value: '' },
    ],
  ])
  await approves(martin, open[1]?.id ?? '')
  expect(await new Operator(desk).lists('firm list', {})).toMatchObject([
    { name: 'Alder', largestNotional: null },
    {},
  ])
})

test('traders’ names are shown to brokers with a second person, and hidden at once', async () => {
  const { desk, naomi, martin } = await withFourGrants({ firms: ['Alder'] })
  const changes = async (showsTraders: boolean) =>
    refusalOf(await runsAs(desk, naomi, 'firm change', { firm: 'Alder', showsTraders, reason }))
  const isShown = async () => (await new Operator(desk).lists('firm list', {}))[0]?.showsTraders

  expect(await changes(true)).toBe('APPROVAL_NEEDED')
  expect(await isShown()).toBe(false)
  const [open] = (await approvalsOf(martin)).open
  expect(open?.shown).toEqual([
    { name: 'firm', value: 'Alder' },
    { name: 'showsTraders', value: 'true' },
  ])
  await approves(martin, open?.id ?? '')
  expect(await isShown()).toBe(true)
  expect([await changes(true), await changes(false)]).toEqual(['DONE', 'DONE'])
  expect(await isShown()).toBe(false)
})

test('an institution joins an affiliate group at once, and leaves it for another one or none with a second person', async () => {
  const { desk, naomi, martin } = await withFourGrants()
  const changes = async (affiliateGroup: string | null) =>
    refusalOf(await runsAs(desk, naomi, 'firm change', { firm: 'Alder', affiliateGroup, reason }))
  const groupOf = async () => (await new Operator(desk).lists('firm list', {}))[0]?.affiliateGroup

  expect(await changes('One house')).toBe('DONE')
  expect([await changes(' One  house '), await groupOf()]).toEqual(['DONE', 'One house'])
  expect(await changes(' ')).toBe('INVALID')
  expect(await changes(null)).toBe('APPROVAL_NEEDED')
  desk.clock.advance(1)
  expect(await changes('Another house')).toBe('APPROVAL_NEEDED')
  const { open } = await approvalsOf(martin)
  const now = { name: 'affiliateGroupNow', value: 'One house' }
  expect(open.map(({ shown }) => shown.slice(1))).toEqual([
    [now, { name: 'affiliateGroup', value: '' }],
    [now, { name: 'affiliateGroup', value: 'Another house' }],
  ])
  expect(await groupOf()).toBe('One house')
  await approves(martin, open[0]?.id ?? '')
  expect(await groupOf()).toBeNull()
})

test('what the command refuses is refused before anybody is asked', async () => {
  const { desk, naomi, martin } = await withFourGrants()
  const wrong = [
    await runsAs(desk, naomi, 'firm change', { firm: 'Nobody', largestNotional: null, reason }),
    await runsAs(desk, naomi, 'firm change', { firm: 'Alder', largestNotional: null, reason: '...' }),
    await runsAs(desk, martin, 'user grant', { email: 'x@y.example', grant: 'support', reason }),
    await runsAs(desk, martin, 'user grant', { email: 'trader@alder.example', grant: 'support', reason }),
  ]
  expect(wrong.map(refusalOf)).toEqual(['FIRM_UNKNOWN', 'INVALID', 'USER_UNKNOWN', 'INVALID'])
  // An open platform, and a grant that is there, change nothing.
  expect(await naomi.callsOk('/operations/resume', { body: closed })).toMatchObject({ changed: false })
  const change = { email: naomi.email, grant: 'operations', reason } as const
  expect(refusalOf(await runsAs(desk, martin, 'user grant', change))).toBe('DONE')
  expect(await auditEvents(desk, 'approvalRequested')).toEqual([])
})

test('what is refused once it is approved has failed, and needs a new request', async () => {
  const { desk, naomi, martin } = await withFourGrants()
  const change = { firm: 'Alder', reason }
  const lower = { largestNotional: 30_000_000, largestLiveNotional: 40_000_000 }
  await runsAs(desk, naomi, 'firm change', { ...change, ...lower })
  // Above the limit on all of them together: only the command itself says so.
  const id = idOf(
    asFailure(await runsAs(desk, naomi, 'firm change', { ...change, largestNotional: 50_000_000 })),
  )

  expect(await isNotApproved(martin, id)).toEqual([409, 'APPROVAL_FAILED'])
  expect(await approvalsOf(naomi)).toMatchObject({ over: [{ id, state: 'FAILED', outcome: 'INVALID' }] })
  expect(await isNotApproved(martin, id)).toEqual([409, 'APPROVAL_OVER'])
})

test('the last one with compliance or administrator exports nothing without a colleague', async () => {
  const desk = await startTestServer()
  await desk.addStaff('compliance')
  const keiko = await desk.person('compliance@aitai.example').signsIn()
  await desk.addStaff('support')
  const daniel = await desk.person('support@aitai.example').signsIn()

  const refused = refusalOf(await runsAs(desk, keiko, 'advert list', { reason }))
  expect(refused).toBe('APPROVAL_NEEDED')
  await approves(daniel, (await approvalsOf(daniel)).open[0]?.id ?? '')
  expect(refusalOf(await runsAs(desk, keiko, 'advert list', { reason }))).toBe('DONE')
})

test('one person alone runs the platform while nobody else could approve', async () => {
  const desk = await startTestServer()
  await desk.addStaff('operations')
  const naomi = await desk.person('operations@aitai.example').signsIn()
  await naomi.callsOk('/operations/halt', { body: closed })

  expect(await naomi.callsOk('/operations/resume', { body: closed })).toMatchObject({ changed: true })
  await naomi.callsOk('/operations/halt', { body: closed })
  await desk.addStaff('administrator')
  await asksAgain(naomi)
  // A colleague who is disabled is still one: otherwise somebody could disable them first.
  await new Operator(desk).runs('user disable', { email: 'administrator@aitai.example', reason })
  expect(
    await new Operator(desk).isRefused('user erase', { email: 'administrator@aitai.example', reason }),
  ).toMatchObject({ code: 'HAS_GRANTS' })
  await asksAgain(naomi)
  expect((await switchesIn(desk)).map(({ halted }) => halted)).toEqual([true, false, true])
})

const asFailure = (reply: Awaited<ReturnType<typeof runsAs>>) => {
  if (!('refusal' in reply)) throw new Error('nothing waits')
  return { errorCode: reply.refusal.code, variables: reply.refusal.approval }
}
