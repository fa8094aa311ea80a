import { expect, test } from 'vitest'
import { auditEvents, Operator, operatorName } from '../support/operator.ts'
import { startTestServer } from '../support/test-server.ts'

const reason = 'joined the desk of operations'
const email = 'operations@aitai.example'

async function withStaff() {
  const desk = await startTestServer()
  await desk.addStaff('operations')
  return { desk, operator: new Operator(desk), naomi: await desk.person(email).signsIn() }
}

test('a user of staff has several grants, each given and revoked on its own, with an audit event', async () => {
  const { desk, operator } = await withStaff()
  const grants = ['operations', 'support']

  expect(await operator.runs('user grant', { email, grant: 'support', reason })).toEqual({
    email,
    grants,
    changed: true,
  })
  expect(await operator.runs('user show', { email })).toMatchObject({ grants })
  expect(await operator.runs('user grant', { email, grant: 'support', reason })).toMatchObject({
    changed: false,
  })
  expect(await operator.runs('user revoke', { email, grant: 'operations', reason })).toEqual({
    email,
    grants: ['support'],
    changed: true,
  })

  const { userId } = (await operator.runs('user show', { email })) as { userId: string }
  const events = await auditEvents(desk, 'grantAdded', 'grantRevoked')
  expect(events.slice(1)).toEqual(
    (['grantAdded', 'grantRevoked'] as const).map((action, at) => ({
      actor: `staff:${operatorName}`,
      action,
      subject: userId,
      outcome: 'DONE',
      reason,
      details: { grant: grants[1 - at] },
    })),
  )
})

test('a changed grant holds for the next call of a running session', async () => {
  const { operator, naomi } = await withStaff()
  const grants = async () => (await naomi.callsOk<{ grants: string[] }>('/user/my-details')).grants

  expect(await grants()).toEqual(['operations'])
  await operator.runs('user grant', { email, grant: 'administrator', reason })
  expect(await grants()).toEqual(['operations', 'administrator'])
  await operator.runs('user revoke', { email, grant: 'operations', reason })
  await operator.runs('user revoke', { email, grant: 'administrator', reason })
  expect(await grants()).toEqual([])
})

test('only staff have grants, and every change needs a reason', async () => {
  const { desk, operator } = await withStaff()
  const trader = { email: 'trader@alder.example', grant: 'operations', reason } as const
  const count = (await auditEvents(desk)).length

  expect(await operator.isRefused('user grant', trader)).toMatchObject({ code: 'INVALID' })
  expect(await operator.isRefused('user grant', { email, grant: 'support', reason: '...' })).toMatchObject({
    code: 'INVALID',
  })
  expect(await auditEvents(desk)).toHaveLength(count)
  expect(await (await desk.trader('alder')).callsOk('/user/my-details')).toMatchObject({ grants: [] })
})

test('twenty changes of one grant at the same moment leave one audit event for each that changed something', async () => {
  const { desk, operator } = await withStaff()

  const replies = await Promise.all(
    Array.from({ length: 20 }, () => operator.runs('user grant', { email, grant: 'compliance', reason })),
  )

  expect(replies.filter(({ changed }) => changed)).toHaveLength(1)
  expect(await auditEvents(desk, 'grantAdded')).toHaveLength(2)
})
