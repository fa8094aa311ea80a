import { expect, test } from 'vitest'
import { Operator } from '../../support/operator.ts'
import type { TestServer } from '../../support/test-server.ts'
import type { TestUser } from '../../support/test-user.ts'
import { approvalsOf, approves, idOf, reason, refusalOf, runsAs, withFourGrants } from './four-eyes.ts'

type Args = Parameters<typeof runsAs>

/** What became of a command of a user. */
const ranBy =
  (desk: TestServer, user: TestUser) =>
  async (name: Args[2], args: object): Promise<string> =>
    refusalOf(await runsAs(desk, user, name, { reason, ...args } as never))

/** The request for a command that waits for somebody. */
const waitingFor = async (user: TestUser, command: string) =>
  (await approvalsOf(user)).open.find((each) => each.command === command)

test('passkeys that are required by one person are given up by two', async () => {
  const { desk, naomi, martin, keiko } = await withFourGrants()
  const [operations, administrator] = [ranBy(desk, naomi), ranBy(desk, martin)]
  const cases = [
    [operations, 'firm change', { firm: 'Alder' }, martin],
    [operations, 'broker change', { shortName: 'HINOKI' }, martin],
    [administrator, 'staff change', {}, keiko],
  ] as const
  for (const [runs, name, of, second] of cases) {
    expect(await runs(name, { ...of, requiredFactor: 'passkey' }), name).toBe('DONE')
    expect(await runs(name, { ...of, requiredFactor: 'any' }), name).toBe('APPROVAL_NEEDED')
    const waiting = await waitingFor(second, name)
    expect(waiting?.shown.slice(-2)).toEqual([
      { name: 'requiredFactorNow', value: 'passkey' },
      { name: 'requiredFactor', value: 'any' },
    ])
  }
  const [firm] = await new Operator(desk).lists('firm list', {})
  expect(firm).toMatchObject({ requiredFactor: 'passkey' })
})

const provider = {
  firm: 'Alder',
  issuer: 'https://sign-in.alder.example',
  clientId: 'aitai',
  clientSecret: 'a secret of the provider',
  domains: ['alder.example'],
}

test('a sign-in provider is set, loosened and removed by two, and tightened by one', async () => {
  const { desk, martin, keiko } = await withFourGrants()
  const runs = ranBy(desk, martin)
  const approved = async (command: string) =>
    await approves(keiko, (await waitingFor(keiko, command))?.id ?? '')

  expect(await runs('sign-on set', { ...provider, othersAllowed: true })).toBe('APPROVAL_NEEDED')
  expect(await waitingFor(keiko, 'sign-on set')).toMatchObject({
    shown: [
      { name: 'firm', value: 'Alder' },
      { name: 'issuer', value: provider.issuer },
      { name: 'clientId', value: 'aitai' },
      { name: 'domains', value: 'alder.example' },
      { name: 'othersAllowed', value: 'true' },
      { name: 'addressesTrusted', value: 'false' },
    ],
  })
  const rows = await desk.app.database.selectFrom('approval').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(provider.clientSecret)
  await approved('sign-on set')
  expect(await runs('sign-on set', { ...provider, othersAllowed: true })).toBe('DONE')
  expect(await runs('sign-on list', { reason: undefined })).toBe('DONE')

  // Fewer ways and a new secret protect.
  expect(await runs('sign-on set', { ...provider, clientSecret: 'a new secret' })).toBe('DONE')
  for (const looser of [
    { othersAllowed: true },
    { issuer: 'https://elsewhere.example' },
    { clientId: 'another' },
    { addressesTrusted: true },
    { domains: ['alder.example', 'elsewhere.example'] },
  ])
    expect(await runs('sign-on set', { ...provider, ...looser }), JSON.stringify(looser)).toBe(
      'APPROVAL_NEEDED',
    )
  expect(await runs('sign-on remove', { firm: 'Alder' })).toBe('APPROVAL_NEEDED')
  await approved('sign-on remove')
  expect(await desk.app.database.selectFrom('sign_in_provider').selectAll().execute()).toEqual([])
})

test('defences against probing are strengthened by one and weakened by two, also by a cancellation', async () => {
  const { desk, naomi, martin } = await withFourGrants()
  const sets = (values: Record<string, string>, from?: string) =>
    naomi.calls('/operations/reference/venue/set', {
      body: { values, ...(from === undefined ? {} : { from }), reason },
    })

  expect(await sets({ 'probing.failuresPerTrader': '2', locateWindowMs: '25 s' })).toMatchObject({
    status: 200,
  })
  const weaker = {
    'probing.failuresPerTrader': '5',
    'probing.withdrawalsPerFirm': '0',
    declineCooldownMs: '1 min',
  }
  expect(await sets(weaker)).toMatchObject({ status: 409, body: { errorCode: 'APPROVAL_NEEDED' } })
  const waiting = await waitingFor(martin, 'venue set')
  expect(waiting?.shown.map(({ value }) => value)).toEqual([
    expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    expect.stringMatching(/^declineCooldownMs: .* → 1 min$/),
    expect.stringMatching(/^probing\.failuresPerTrader: 2 → 5$/),
    expect.stringMatching(/^probing\.withdrawalsPerFirm: \d+ → 0$/),
  ])
  // A wrong value is refused before anybody is asked.
  expect(await sets({ declineCooldownMs: 'soon' })).toMatchObject({ body: { errorCode: 'VENUE_INVALID' } })
  expect(await sets({ declineCooldownMs: '1 min' }, '2026-11-18')).toMatchObject({
    body: { errorCode: 'VENUE_INVALID' },
  })

  const day = waiting?.shown[0]?.value
  const cancelled = await naomi.isRefused('/operations/reference/venue/cancel', { body: { day, reason } })
  const id = idOf(cancelled)
  await approves(martin, id)
  expect(await new Operator(desk).runs('venue schedule', {})).toEqual({ scheduled: [] })
})
