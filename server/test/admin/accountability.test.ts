import { cleanReason } from '@aitai/contract/routes/console/reason.ts'
import { expect, test } from 'vitest'
import { startLocated } from '../support/journeys.ts'
import { auditEvents, Operator, operatorName } from '../support/operator.ts'
import { startTestServer } from '../support/test-server.ts'

test.each(['while the server runs', 'of a stopped server'])(
  'reading the outbox %s leaves an audit event that names the messages, without their text',
  async (when) => {
    const desk = await startTestServer({ firms: ['Alder'], brokers: [] })
    const operator = new Operator(desk)
    const email = 'new@alder.example'
    const user = { email, firstName: 'New', lastName: 'Comer', role: 'TRADER', firm: 'Alder' } as const
    await operator.runs('user add', user)
    if (when === 'of a stopped server') await operator.stopsTheServer()
    const [message] = await operator.lists('outbox', {})
    if (when === 'of a stopped server') await operator.startsTheServer()

    expect(message?.body).toMatch(/Temporary password/)
    const [event, ...more] = await auditEvents(desk, 'outboxRead')
    expect(event).toMatchObject({ actor: `staff:${operatorName}`, details: { messages: [message?.id] } })
    expect(more).toEqual([])
    expect(JSON.stringify(event)).not.toContain(email)
  },
)

test.each(['x', '.', 'ab', '12345', '---', 'x y z', '株', '', 'asked by emma@alder.example'])(
  '%s is no reason',
  async (reason) => {
    expect(cleanReason(reason)).toBeNull()
  },
)

test.each(['退職', 'けが', 'left', ' asked by the exchange ', 'départ', 'ticket 4711'])(
  '%s is a reason',
  (reason) => {
    expect(cleanReason(reason)).toBe(reason.trim())
  },
)

test('a command whose reason is a single character is refused, and nothing happens', async () => {
  const desk = await startTestServer({ firms: ['Alder'], brokers: [] })
  const operator = new Operator(desk)
  const trader = await desk.trader('alder')
  for (const refused of [
    await operator.isRefused('user disable', { email: trader.email, reason: 'x' }),
    await operator.isRefused('halt', { firm: 'Alder', reason: 'x' }),
    await operator.isRefused('firm disable', { firm: 'Alder', reason: 'x' }),
  ])
    expect(refused).toMatchObject({ code: 'INVALID', message: expect.stringContaining('reason in words') })
  await trader.callsOk('/user/my-details')
})

test('whoever asks how many a command would affect is in the audit trail, with the reason', async () => {
  const desk = await startTestServer({ brokers: ['Hinoki'] })
  const operator = new Operator(desk)
  const alder = await (await desk.trader('alder')).connects()
  await desk.trader('birch')
  const { id } = await alder.advertises('BUY', '7203.T', 10_000)
  const reason = 'a drill'

  expect(await operator.runs('impact', { reason })).toEqual({ users: 3, signedIn: 2, liveAdverts: 1 })
  expect(await operator.runs('impact', { firm: 'Alder', reason })).toEqual({
    users: 1,
    signedIn: 1,
    liveAdverts: 1,
  })
  expect(await operator.runs('impact', { firm: 'Birch', reason })).toMatchObject({ liveAdverts: 0 })
  await alder.callsOk(`/advert/pause-advert/${id}`)
  expect(await operator.runs('impact', { user: alder.email, reason })).toMatchObject({
    users: 1,
    liveAdverts: 0,
  })
  for (const wrong of [{ firm: 'Oak' }, { user: 'nobody@x.example' }, { firm: 'Alder', user: alder.email }])
    await operator.isRefused('impact', { ...wrong, reason })
  await operator.isRefused('impact', { firm: 'Alder', reason: 'x' })

  const shown = await auditEvents(desk, 'impactShown')
  expect(shown).toHaveLength(4)
  for (const event of shown) expect(event).toMatchObject({ actor: `staff:${operatorName}`, reason })
})

test('IOIs in a locate are live in the count of what a command would affect', async () => {
  const { desk } = await startLocated()
  const reason = 'a drill'

  expect(await new Operator(desk).runs('impact', { reason })).toMatchObject({ liveAdverts: 2 })
})
