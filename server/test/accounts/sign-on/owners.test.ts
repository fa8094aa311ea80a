import { describe, expect, test } from 'vitest'
import { setProvider } from '../../../src/admin/users/sign-on.ts'
import { addUser } from '../../../src/admin/users/users.ts'
import { approvalsOf, approves, refusalOf, runsAs, withFourGrants } from '../../admin/approvals/four-eyes.ts'
import { startServerOn } from '../../support/account-fixtures.ts'
import { auditEvents, Operator } from '../../support/operator.ts'
import { testDatabases } from '../../support/test-databases.ts'
import { startTestServer } from '../../support/test-server.ts'
import { password } from '../../support/test-user.ts'
import { client } from './real-provider.ts'
import { signsInAt, startProvider } from './test-provider.ts'

const reason = 'a test of whose provider it is'
const refused = { status: 403, errorCode: 'PROVIDER_REFUSED' }

test("a broker's people sign in with its provider, and with nothing else", async () => {
  const desk = await startTestServer()
  const user = desk.person('broker@hinoki.example')
  const provider = await startProvider(desk, { broker: 'Hinoki', domains: ['hinoki.example'] })

  expect(await signsInAt(provider, user)).toMatchObject({ status: 200 })
  expect(await user.callsOk('/user/my-details')).toMatchObject({ role: 'BROKER' })
  expect((await user.calls('/login', { body: { email: user.email, password }, token: null })).status).toBe(
    403,
  )
  await provider.signsOut()
  expect(await user.isRefused('/user/my-details')).toMatchObject({ status: 401 })
  const [listed] = await new Operator(desk).lists('sign-on list', {})
  expect(listed).toMatchObject({ owner: 'Hinoki', domains: ['hinoki.example'] })
})

test('a provider signs in its own people alone, whatever address it names', async () => {
  const desk = await startTestServer()
  await desk.addStaff('administrator')
  const administrator = 'administrator@aitai.example'
  const accounts = { thief: { email: administrator, email_verified: true } }
  const provider = await startProvider(desk, { broker: 'Hinoki', domains: ['hinoki.example'], accounts })
  // It has domains of others, too, as if these people had been added after it.
  const { owner_id } = await desk.app.database
    .selectFrom('sign_in_domain')
    .select('owner_id')
    .executeTakeFirstOrThrow()
  const domains = ['aitai.example', 'alder.example'].map((domain) => ({ domain, owner_id }))
  await desk.app.database.insertInto('sign_in_domain').values(domains).execute()

  expect(await signsInAt(provider, desk.person(administrator), 'thief')).toEqual(refused)
  expect(await signsInAt(provider, desk.person('trader@alder.example'))).toEqual(refused)
  // A subject that a user of staff has at another provider is somebody else at this one.
  await desk.app.database
    .updateTable('person')
    .set({ provider_subject: 'thief' })
    .where('email', '=', administrator)
    .execute()
  expect(await signsInAt(provider, desk.person(administrator), 'thief')).toEqual(refused)
  expect(
    await desk.person(administrator).calls('/login', { body: { email: administrator, password } }),
  ).toMatchObject({ status: 200 })
})

test('staff sign in with their provider, with the grants that they have', async () => {
  const desk = await startTestServer()
  await desk.addStaff('support')
  const provider = await startProvider(desk, { staff: true, domains: ['aitai.example'] })
  const user = desk.person('support@aitai.example')
  expect(await signsInAt(provider, user)).toMatchObject({ status: 200 })
  expect(await user.callsOk('/user/my-details')).toMatchObject({ role: 'STAFF', grants: ['support'] })
})

test('the provider of staff waits for a second person, and its secret is not stored until then', async () => {
  const { desk, martin, keiko } = await withFourGrants()
  const requested = {
    ...{ staff: true, issuer: 'https://login.aitai.example', domains: ['aitai.example'] },
    ...{ ...client, reason },
  }
  const sets = (args: object = {}) => runsAs(desk, martin, 'sign-on set', { ...requested, ...args })

  expect(refusalOf(await sets())).toBe('APPROVAL_NEEDED')
  const [{ id = '', shown } = {}] = (await approvalsOf(keiko)).open
  expect(shown).toContainEqual({ name: 'issuer', value: requested.issuer })
  const rows = await desk.app.database.selectFrom('approval').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(client.clientSecret)
  await approves(keiko, id)
  // Another issuer was not approved.
  expect(refusalOf(await sets({ issuer: 'https://login.evil.example' }))).toBe('APPROVAL_NEEDED')
  expect(refusalOf(await sets())).toBe('DONE')
  expect((await auditEvents(desk, 'signOnSet')).at(-1)).toMatchObject({ subject: 'STAFF' })
  // So does that of an institution.
  const ofFirm = { firm: 'Alder', staff: false, domains: ['alder.example'] }
  const { staff: _, ...institution } = { ...requested, ...ofFirm }
  expect(refusalOf(await runsAs(desk, martin, 'sign-on set', institution))).toBe('APPROVAL_NEEDED')
})

test('addresses without email_verified are accepted from a trusted provider alone, and never refused ones', async () => {
  const desk = await startTestServer()
  for (const name of ['silent', 'edov', 'number'])
    await desk.addUser({ email: `${name}@alder.example`, role: 'TRADER', firm: 'Alder' })
  await desk.addUser({ email: 'stranger@birch.example', role: 'TRADER', firm: 'Birch' })
  const accounts = {
    silent: { email: 'silent@alder.example' },
    unverified: { email: 'trader@alder.example', email_verified: false, xms_edov: true },
    notOwned: { email: 'trader@alder.example', xms_edov: false },
    edov: { email: 'edov@alder.example', xms_edov: true },
    number: { email: 'number@alder.example', xms_edov: '1' },
    foreign: { email: 'stranger@birch.example' },
  }
  const strict = await startProvider(desk, { accounts })
  const user = desk.person('trader@alder.example')
  for (const name of ['silent', 'unverified', 'notOwned', 'foreign'])
    expect([name, await signsInAt(strict, user, name)]).toEqual([name, refused])
  // Entra ID says with a claim of its own that its customer owns the domain.
  expect(await signsInAt(strict, user, 'edov')).toMatchObject({ status: 200 })

  const trusted = await startProvider(desk, { accounts, addressesTrusted: true })
  for (const name of ['unverified', 'notOwned', 'foreign'])
    expect([name, await signsInAt(trusted, user, name)]).toEqual([name, refused])
  for (const name of ['silent', 'number'])
    expect([name, (await signsInAt(trusted, user, name)).status]).toEqual([name, 200])
})

test('a server of Entra ID that names another issuer than the tenant that was set is not used', async () => {
  const desk = await startTestServer()
  const tenant = 'https://login.microsoftonline.com/8f0a2f6c-0f0e-4b8e-9d0e-2f4f6a8b0c1d/v2.0'
  const set = { firm: 'Alder', issuer: tenant, domains: ['alder.example'], ...client, reason }
  await new Operator(desk).runs('sign-on set', set)
  const begins = async (issuer: string) => {
    const { fetch: network } = globalThis
    // The library accepts any issuer that these servers name.
    globalThis.fetch = async (input, init) => {
      const url = String(input instanceof Request ? input.url : input)
      if (!url.startsWith('https://login.microsoftonline.com/')) return await network(input, init)
      return Response.json({ issuer, authorization_endpoint: `${tenant}/authorize` })
    }
    const body = { email: 'trader@alder.example' }
    const reply = await desk
      .person('anybody')
      .calls('/login/provider/begin', { body })
      .finally(() => {
        globalThis.fetch = network
      })
    return reply.status
  }
  expect(await begins('https://login.microsoftonline.com/{tenantid}/v2.0')).toBe(503)
  expect(await begins(tenant)).toBe(200)
})

describe.each(testDatabases)(
  'an address of a domain that leads to a provider of others, on $name',
  (store) => {
    const name = { firstName: 'Rin', lastName: 'Abe' }
    const startVenue = () => startServerOn(store, { firms: ['Alder', 'Birch'], brokers: ['Hinoki'] })

    test('is refused for a new user and for a change, before and after the first sign-in', async () => {
      const desk = await startVenue()
      await startProvider(desk)
      const operator = new Operator(desk)
      const taken = { code: 'DOMAIN_TAKEN' }
      const rin = { ...name, email: 'rin@alder.example' }
      for (const of of [
        { role: 'TRADER', firm: 'Birch' },
        { role: 'BROKER', broker: 'Hinoki' },
        { role: 'STAFF' },
      ] as const)
        expect(await operator.isRefused('user add', { ...rin, ...of })).toMatchObject(taken)
      await operator.runs('user add', { ...name, role: 'TRADER', firm: 'Birch', email: 'rin@birch.example' })
      const birch = await desk.trader('birch')
      for (const email of ['rin@birch.example', 'trader@birch.example']) {
        const change = { email, newEmail: 'RIN@Alder.example', reason }
        expect(await operator.isRefused('user change', change)).toMatchObject(taken)
      }
      // Nothing was changed, and nobody signed out.
      await birch.callsOk('/user/my-details')
      expect(await auditEvents(desk, 'userChanged')).toEqual([])

      await operator.runs('user add', { ...rin, role: 'TRADER', firm: 'Alder' })
      await operator.runs('sign-on remove', { firm: 'Alder', reason })
      const change = { email: 'rin@birch.example', newEmail: 'free@alder.example', reason }
      expect(await operator.runs('user change', change)).toMatchObject({ changed: ['email'] })
    })

    test('and the provider that is set at the same moment do not both stay', async () => {
      const desk = await startVenue()
      const provider = { firm: 'Alder', issuer: 'https://login.alder.example', ...client, reason }
      for (let round = 0; round < 8; round += 1) {
        const domain = `round-${round}.example`
        const replies = await Promise.all([
          setProvider(desk.admin, { ...provider, domains: [domain] }),
          addUser(desk.admin, { ...name, role: 'TRADER', firm: 'Birch', email: `rin@${domain}`, password }),
        ])
        const codes = replies.map(refusalOf).toSorted()
        expect([round, codes]).toEqual([round, ['DOMAIN_TAKEN', 'DONE']])
      }
    })

    test('and two owners do not both get a domain that they are given at the same moment', async () => {
      const desk = await startVenue()
      const provider = { issuer: 'https://login.example', ...client, reason }
      for (let round = 0; round < 8; round += 1) {
        const domains = [`shared-${round}.example`]
        const replies = await Promise.all(
          ['Alder', 'Birch'].map(
            async (firm) => await setProvider(desk.admin, { ...provider, firm, domains }),
          ),
        )
        expect([round, replies.map(refusalOf).toSorted()]).toEqual([round, ['DOMAIN_TAKEN', 'DONE']])
      }
    })
  },
)
