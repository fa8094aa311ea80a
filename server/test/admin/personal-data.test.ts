import type { TraderDefaults } from '@aitai/contract/schemas/preferences.ts'
import type { Broker } from '@aitai/contract/schemas/reference.ts'
import { expect, test } from 'vitest'
import { decryptPhone } from '../../src/database/encryption/encrypted-columns.ts'
import { textOfMessage } from '../../src/messages/outbox.ts'
import { adds, begins } from '../accounts/passkey-devices.ts'
import { SoftwareAuthenticator } from '../accounts/software-authenticator.ts'
import { agreePair, saveWatchlist, startWithTwoTraders } from '../support/journeys.ts'
import { auditEvents, Operator } from '../support/operator.ts'
import { testDatabases } from '../support/test-databases.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import { password } from '../support/test-user.ts'
import { until } from '../support/until.ts'

const reason = 'request 31 of 20 November'
const dayMs = 86_400_000

/** Every value of every table. */
async function everythingStored({ app }: TestServer): Promise<string> {
  const tables = await app.database.introspection.getTables()
  expect(tables.length).toBeGreaterThan(40)
  const rows = await Promise.all(
    tables.map(({ name }) =>
      app.database
        .selectFrom(name as 'person')
        .selectAll()
        .execute(),
    ),
  )
  const people = await app.database.selectFrom('person').select(['id', 'phone']).execute()
  const phones = await Promise.all(people.map((person) => decryptPhone(app.database, person)))
  const messages = await app.database
    .selectFrom('outbox')
    .select(['letter_id', 'kind', 'recipient', 'body'])
    .execute()
  const texts = await Promise.all(messages.map((row) => textOfMessage(app.database, row)))
  return JSON.stringify([rows, phones, texts])
}

const idOf = async ({ app }: TestServer, email: string): Promise<string> =>
  (await app.database.selectFrom('person').select('id').where('email', '=', email).executeTakeFirstOrThrow())
    .id

/** Emma of Alder, head of its desk, and Mei of Hinoki lived a day, which is over. */
async function daysLater(env: Readonly<Record<string, string>> = {}) {
  const both = await startWithTwoTraders({ firms: ['Alder', 'Birch'], brokers: ['Hinoki'], env })
  const { desk } = both
  const operator = new Operator(desk)
  const named = { firstName: 'Quillonia', lastName: 'Zephyrine', phone: '+815098765432' }
  await operator.runs('user change', { email: 'trader@alder.example', reason, ...named })
  const mei = { firstName: 'Wistaria', lastName: 'Mimosanti' }
  await operator.runs('user change', { email: 'broker@hinoki.example', reason, ...mei })
  await desk.addUser({ email: 'second@alder.example', role: 'TRADER', firm: 'Alder' })
  await desk.makesDeskHead('trader@alder.example')
  const { alder } = both
  const second = await (await desk.person('second@alder.example').signsIn()).connects()
  await second.advertises('BUY', '6758.T', 10_000)
  await alder.callsOk('/desk/pause-all', { body: {} })
  await second.receives('DESK_HEAD_PAUSED')
  const broker = await (await desk.broker('hinoki')).connects()
  await agreePair(both)
  const agreement = await until('the agreement', async () => (await broker.agreements())[0])
  for (const side of [{ buyStatus: true }, { sellStatus: true }])
    await broker.callsOk('/connection-agreement/broker-execution-confirmation', {
      body: { connectionAgreementId: agreement.id, ...side },
    })
  await alder.callsOk('/staff/contact-account-manager')
  await saveWatchlist(alder, {
    securityIds: [],
    groups: [
      {
        id: 'names',
        name: `Names of ${alder.email}`,
        isCollapsed: false,
        securityIds: [desk.securityId('7203.T')],
      },
    ],
  })
  const conditions = await alder.callsOk<TraderDefaults>('/user-defaults/get-trader-defaults')
  const advertPreferences = { ...conditions.advertPreferences, credibilityHurdle: 10 }
  const brokers = (await alder.callsOk<Broker[]>('/broker/user-brokers-list')).slice(0, 1)
  const pathPreferences = { ranked: false, brokers: brokers.map(({ brokerID: id }) => ({ id })) }
  await alder.callsOk('/user-defaults/save-conditions', {
    body: {
      name: `Of ${alder.email}`,
      replaces: null,
      conditions: { ...conditions, advertPreferences, pathPreferences },
    },
  })
  const authenticator = 'Phone of Quillonia'
  await alder.callsOk('/user/authenticators/begin', { body: { name: authenticator, password } })
  await alder.callsOk(`/password/forgot-password/${alder.email}`, { token: null })
  return { ...both, operator, second, broker, named, mei }
}

test.each(testDatabases)(
  'of an erased trader nothing is stored that identifies a person, and the records still verify, on $name',
  async (store) => {
    const { databaseUrl } = await store.newLocation()
    const env = databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }
    const { desk, operator, named, alder } = await daysLater(env)
    const id = await idOf(desk, alder.email)
    const device = new SoftwareAuthenticator(new URL(desk.app.config.publicUrl).origin)
    await adds(alder, device, `Key of ${named.firstName}`)
    // Another one is begun and not finished.
    await begins(alder, { name: `Laptop of ${named.firstName}` })
    desk.clock.advance(2 * dayMs)
    await desk.app.sweep()
    const before = await everythingStored(desk)
    for (const value of [...Object.values(named), alder.email]) expect(before).toContain(value)

    const result = await operator.runs('user erase', { email: alder.email, reason })

    expect(result).toMatchObject({ userId: id })
    const after = await everythingStored(desk)
    for (const value of [...Object.values(named), alder.email]) expect(after, value).not.toContain(value)
    expect(await operator.runs('user show', { email: id })).toMatchObject({
      userId: id,
      email: `erased-${id}`,
      firstName: '',
      lastName: '–',
      phone: null,
      active: false,
    })
    expect(
      (await alder.calls('/login', { body: { email: alder.email, password }, token: null })).status,
    ).toBe(403)
    expect(await auditEvents(desk, 'userErased')).toMatchObject([{ subject: id, reason }])
    expect(await operator.runs('audit verify', {})).toMatchObject({ verified: true })
    expect(await operator.runs('replay verify', {})).toMatchObject({ verified: true })
    // Safe to repeat, by the id.
    expect(await operator.runs('user erase', { email: id, reason })).toMatchObject({
      userId: id,
      messages: 0,
    })
  },
)

test("an erased broker's user is named in nobody's notifications", async () => {
  const { desk, operator, mei } = await daysLater()
  desk.clock.advance(2 * dayMs)
  // A second name, so that the former one must be found as well.
  const email = 'broker@hinoki.example'
  await operator.runs('user change', { email, reason, lastName: 'Lunarette' })
  expect(await everythingStored(desk)).toContain(mei.lastName)

  await operator.runs('user erase', { email, reason })

  const after = await everythingStored(desk)
  for (const value of [...Object.values(mei), 'Lunarette', email]) expect(after, value).not.toContain(value)
})

test('of a user whose name, address and number have changed since, no former one is left either', async () => {
  const { desk, operator, alder, named } = await daysLater()
  desk.clock.advance(2 * dayMs)
  // Delivered: only recipients and subjects are left.
  await desk.app.database.updateTable('outbox').set({ sent_at: desk.clock.now(), body: '' }).execute()
  const next = {
    newEmail: 'next@alder.example',
    firstName: 'Novella',
    lastName: 'Nextername',
    phone: '+815011112222',
  }
  await operator.runs('user change', { email: alder.email, reason, ...next })

  await operator.runs('user erase', { email: next.newEmail, reason })

  const after = await everythingStored(desk)
  for (const value of [...Object.values(named), alder.email, ...Object.values(next)])
    expect(after, value).not.toContain(value)
})

test('a user with an agreement of today is not erased, and stays as before', async () => {
  const { desk, operator, alder } = await daysLater()

  expect(await operator.isRefused('user erase', { email: alder.email, reason })).toMatchObject({
    code: 'USER_TRADES',
    message: expect.stringContaining('after midnight in Tokyo'),
  })
  await alder.callsOk('/user/my-details')
  expect(await auditEvents(desk, 'userErased')).toEqual([])
})

test('a user is erased on the data of a stopped server, too', async () => {
  const desk = await startTestServer({ brokers: ['Hinoki'] })
  const operator = new Operator(desk)
  const email = 'trader@alder.example'
  await operator.stopsTheServer()
  await operator.runs('user erase', { email, reason })
  await operator.startsTheServer()

  expect(await everythingStored(desk)).not.toContain(email)
})

test('the export of a person has everything about that person and nothing about others', async () => {
  const { desk, operator, alder, named, mei } = await daysLater()
  const id = await idOf(desk, alder.email)

  const exported = await operator.runs('user export', { email: alder.email, reason })

  expect(exported).toMatchObject({
    user: { userId: id, email: alder.email, ...named },
    account: { sessions: [{ kind: 'session', ended: null }], passwordResets: [{ usedAt: null }] },
    watchlist: { groups: [{ name: `Names of ${alder.email}`, securityIds: [desk.securityId('7203.T')] }] },
    savedConditions: [{ name: `Of ${alder.email}` }],
    messages: [{ kind: 'mail', recipient: alder.email }],
    adverts: [{ traderId: id, advertisementStatus: 'COMPLETED' }],
    locates: [{ direction: 'BUY', outcome: 'ACCEPTED' }],
  })
  const lists = exported as {
    actions: { action: string }[]
    notifications: object[]
    auditEvents: { action: string }[]
  }
  expect(lists.actions.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['submitAdvert', 'answerLocate', 'pauseAdvert']),
  )
  expect(lists.notifications.length).toBeGreaterThan(2)
  expect(lists.auditEvents.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['userAdded', 'loginSucceeded', 'contactRequested', 'userExported']),
  )
  const text = JSON.stringify(exported)
  const { adverts, agreements } = await desk.app.market.read((state) => ({
    adverts: [...state.adverts.values()].filter(({ traderId }) => traderId !== id).map((each) => each.id),
    agreements: [...state.agreements.values()].flatMap(({ passwords }) => [passwords.BUY, passwords.SELL]),
  }))
  const others = await desk.app.database
    .selectFrom('person')
    .select(['id', 'email'])
    .where('id', '<>', id)
    .execute()
  const ofOthers = [
    ...adverts,
    ...agreements,
    ...others.flatMap((other) => [other.id, other.email]),
    ...Object.values(mei),
    'Birch',
    'ops-kimura',
    'password_hash',
  ]
  expect(adverts).toHaveLength(2)
  expect(agreements).toHaveLength(2)
  expect(ofOthers.filter((value) => text.includes(value))).toEqual([])
  expect((await auditEvents(desk, 'userExported')).at(-1)).toMatchObject({ subject: id, reason })
})

test("the export of a broker's user has that user's reports", async () => {
  const { operator } = await daysLater()

  const exported = await operator.runs('user export', { email: 'broker@hinoki.example', reason })

  expect((exported.actions as { action: string }[]).map(({ action }) => action)).toEqual([
    'confirmExecution',
    'confirmExecution',
  ])
  expect(exported).toMatchObject({ adverts: [], locates: [] })
})
