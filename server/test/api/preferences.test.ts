import type { TraderDefaults } from '@aitai/contract/schemas/preferences.ts'
import type { Broker } from '@aitai/contract/schemas/reference.ts'
import { expect, test } from 'vitest'
import { addBroker, assignBroker, unassignBroker } from '../../src/admin/brokers.ts'
import { csvOf, marketHash, plainRow, uploadFile } from '../support/csv-uploads.ts'
import { testDatabases } from '../support/test-databases.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import type { TestUser } from '../support/test-user.ts'

const get = '/user-defaults/get-trader-defaults'
const setAll = '/user-defaults/set-trader-defaults'
const setAdvert = '/user-defaults/set-advert-pref-defaults'
const setBrokers = '/user-defaults/set-broker-defaults'

/** What a trader has before anything is saved (docs/specification.md §3). */
const defaultPreferences: TraderDefaults = {
  priceConditions: {
    advertTriggerOffset: 0,
    advertTriggerStatus: false,
    knockoutTriggerOffset: 5,
    knockoutTriggerStatus: false,
    indexRelativeOffset: 0,
    indexRelativeStatus: false,
  },
  advertPreferences: {
    credibilityHurdle: 3,
    duration: '60',
    minQuantity: 25,
    quantityDecay: false,
    transactionType: 'CASH_ONLY',
    contraTransactionType: 'CASH_ONLY',
  },
  pathPreferences: { ranked: false, brokers: [] },
}

const saved = (trader: TestUser): Promise<TraderDefaults> => trader.callsOk(get)

async function alone(): Promise<{ desk: TestServer; alder: TestUser; hinoki: string; kaede: string }> {
  const desk = await startTestServer({ firms: ['Alder', 'Birch'] })
  const alder = await desk.trader('alder')
  const brokers = await alder.callsOk<Broker[]>('/broker/user-brokers-list')
  const idOf = (name: string): string =>
    brokers.find(({ shortName }) => shortName === name)?.brokerID ?? 'nobody'
  return { desk, alder, hinoki: idOf('Hinoki'), kaede: idOf('Kaede') }
}

/** Every preference with a value other than its default. */
const wanted = (brokerIds: readonly string[]) => ({
  priceConditions: {
    advertTriggerOffset: 1.25,
    advertTriggerStatus: true,
    knockoutTriggerOffset: 10,
    knockoutTriggerStatus: true,
    indexRelativeOffset: 7,
    indexRelativeStatus: true,
  },
  advertPreferences: {
    credibilityHurdle: 61,
    duration: 'END_OF_DAY',
    minQuantity: 75,
    quantityDecay: true,
    transactionType: 'CASH_SWAP',
    contraTransactionType: 'SWAP_ONLY',
  },
  pathPreferences: { ranked: true, brokers: brokerIds.map((id) => ({ id })) },
})

// spec: 3.25, 3.26, 7.preferences.1, 9.16
test("a trader who never saved any gets the specification's, and an editor that starts with 50 and 150", async () => {
  const { alder } = await alone()

  expect(await saved(alder)).toEqual(defaultPreferences)
  expect(await alder.drafts('7203.T')).toMatchObject({
    minimumQuantity: 50,
    duration: '150',
    credibilityHurdle: 10,
    quantityDecay: false,
    transactionType: 'CASH_ONLY',
    transactionTypePreference: 'CASH_ONLY',
    ranked: false,
    advertisingTriggerActivated: false,
    knockoutTriggerActivated: false,
    knockoutTriggerOffset: 5,
  })
})

// spec: 3.23, 3.25, 3.26, 7.preferences.2
test('saved preferences are shown with the names of the brokers, and every new advert starts with them', async () => {
  const { desk, alder, hinoki, kaede } = await alone()
  const body = wanted([kaede, hinoki])

  const answer = await alder.callsOk<TraderDefaults>(setAll, { body })
  expect(answer).toEqual({
    ...body,
    pathPreferences: {
      ranked: true,
      brokers: [
        { id: kaede, brokerName: 'Kaede', shortName: 'Kaede' },
        { id: hinoki, brokerName: 'Hinoki', shortName: 'Hinoki' },
      ],
    },
  })
  expect(await saved(alder)).toEqual(answer)
  expect(await alder.callsOk(setAll, { body: answer })).toEqual(answer)
  const begun = {
    minimumQuantity: 75,
    duration: 'END_OF_DAY',
    credibilityHurdle: 61,
    quantityDecay: true,
    transactionType: 'CASH_SWAP',
    transactionTypePreference: 'SWAP_ONLY',
    brokerIds: [kaede, hinoki],
    ranked: true,
    advertisingTriggerActivated: true,
    advertisingTriggerOffset: 1.25,
    knockoutTriggerActivated: true,
    knockoutTriggerOffset: 10,
    indexRelativeKOTriggerActivated: true,
    indexRelativeKOTrigger: 7,
  }
  expect(await alder.drafts('7203.T')).toMatchObject(begun)
  const file = csvOf(desk, [{ ...plainRow, ric: '6758.T' }])
  expect(await uploadFile(alder, file)).toMatchObject([{ status: 'OK', advertisement: begun }])

  const birch = await desk.trader('birch')
  expect(await saved(birch)).toEqual(defaultPreferences)
  await desk.restart()
  expect(await saved(await desk.trader('alder'))).toEqual(answer)
})

// spec: 7.preferences.3, 7.preferences.4
test('each setter saves its own part and leaves the others', async () => {
  const { alder, hinoki, kaede } = await alone()
  const { advertPreferences } = wanted([])
  await alder.callsOk(setAll, { body: wanted([hinoki]) })

  const fewer = { ...advertPreferences, minQuantity: 10, credibilityHurdle: 10 }
  expect(await alder.callsOk(setAdvert, { body: fewer })).toMatchObject({
    advertPreferences: fewer,
    pathPreferences: { brokers: [{ id: hinoki }] },
  })
  expect(await alder.callsOk(setBrokers, { body: { brokerIds: [kaede], ranked: false } })).toMatchObject({
    advertPreferences: fewer,
    pathPreferences: { ranked: false, brokers: [{ id: kaede }] },
    priceConditions: { indexRelativeOffset: 7 },
  })
})

test('saving only a path keeps the minimum and the duration that adverts start with', async () => {
  const { alder, kaede } = await alone()

  const answer = await alder.callsOk(setBrokers, { body: { brokerIds: [kaede], ranked: false } })
  expect(answer).toMatchObject({ advertPreferences: { minQuantity: 25, duration: '60' } })
  expect(await alder.drafts('7203.T')).toMatchObject({
    minimumQuantity: 50,
    duration: '150',
    brokerIds: [kaede],
  })
})

// spec: 4.other.9
test('only the offset of a disabled index-relative condition need not be in its range', async () => {
  const { alder, hinoki } = await alone()
  const body = wanted([hinoki])
  const priceConditions = { ...defaultPreferences.priceConditions, advertTriggerOffset: 2.5 }

  for (const wrong of [{ advertTriggerOffset: 99 }, { knockoutTriggerOffset: -1 }]) {
    const refused = { ...body, priceConditions: { ...priceConditions, ...wrong } }
    expect(await alder.isRefused(setAll, { body: refused })).toMatchObject({ status: 400 })
  }
  expect(await alder.callsOk(setAll, { body: { ...body, priceConditions } })).toMatchObject({
    priceConditions,
  })
  // A draft is measured by the saved offsets, before anything is switched on.
  expect(await alder.drafts('7203.T')).toMatchObject({
    advertisingTriggerActivated: false,
    advertisingTriggerOffset: 2.5,
    buyAdvertisingTrigger: 2_832.5,
    knockoutTriggerOffset: 5,
    indexRelativeKOTrigger: 3,
  })
})

const required = 'This field is required'

// spec: 8.account.7
test.each<[string, string, unknown, string, Record<string, unknown>]>([
  ['priceConditions', 'advertTriggerOffset', null, required, { fault: 'required' }],
  ['priceConditions', 'advertTriggerOffset', -0.01, 'Min. value allowed is 0', { fault: 'min', min: 0 }],
  ['priceConditions', 'advertTriggerOffset', 10.01, 'Max. value allowed is 10', { fault: 'max', max: 10 }],
  ['priceConditions', 'advertTriggerOffset', 1.005, 'Use steps of 0.01', { fault: 'step', step: 0.01 }],
  ['priceConditions', 'knockoutTriggerOffset', undefined, required, { fault: 'required' }],
  ['priceConditions', 'knockoutTriggerOffset', 11, 'Max. value allowed is 10', { fault: 'max', max: 10 }],
  ['priceConditions', 'indexRelativeOffset', 2.99, 'Min. value allowed is 3', { fault: 'min', min: 3 }],
  ['priceConditions', 'indexRelativeOffset', 7.01, 'Max. value allowed is 7', { fault: 'max', max: 7 }],
  ['advertPreferences', 'credibilityHurdle', null, required, { fault: 'required' }],
  ['advertPreferences', 'credibilityHurdle', 9, 'Min. value allowed is 10', { fault: 'min', min: 10 }],
  ['advertPreferences', 'duration', null, required, { fault: 'required' }],
  ['advertPreferences', 'minQuantity', 9, 'Min. value allowed is 10', { fault: 'min', min: 10 }],
  ['advertPreferences', 'minQuantity', 76, 'Max. value allowed is 75', { fault: 'max', max: 75 }],
  ['advertPreferences', 'minQuantity', 10.5, 'Use steps of 1', { fault: 'step', step: 1 }],
  ['advertPreferences', 'transactionType', undefined, required, { fault: 'required' }],
  ['advertPreferences', 'contraTransactionType', null, required, { fault: 'required' }],
  ['pathPreferences', 'brokers', [], required, { fault: 'required' }],
])('%s.%s of %j is refused: %s', async (group, field, value, message, variables) => {
  const { alder, hinoki } = await alone()
  const body = wanted([hinoki])
  const failure = { status: 400, errorCode: 'INVALID', message, variables }

  const wrong = { ...body, [group]: { ...body[group as keyof typeof body], [field]: value } }
  expect(await alder.isRefused(setAll, { body: wrong })).toEqual({ ...failure, field: `${group}/${field}` })
  if (group === 'advertPreferences')
    expect(await alder.isRefused(setAdvert, { body: wrong.advertPreferences })).toEqual({ ...failure, field })
  if (group === 'pathPreferences')
    expect(await alder.isRefused(setBrokers, { body: { brokerIds: value, ranked: true } })).toEqual({
      ...failure,
      field: 'brokerIds',
    })
  expect(await saved(alder)).toEqual(defaultPreferences)
})

// spec: 3.27
test('five brokers are one too many in every list', async () => {
  const { desk, alder, hinoki, kaede } = await alone()
  const ids = [hinoki, kaede]
  for (const name of ['Maple', 'Cedar', 'Willow']) {
    await addBroker(desk.admin, { name, shortName: name, contact: 'desk' })
    await assignBroker(desk.admin, { firm: 'Alder', shortName: name })
  }
  for (const { brokerID } of await alder.callsOk<Broker[]>('/broker/user-brokers-list'))
    if (!ids.includes(brokerID)) ids.push(brokerID)
  expect(ids).toHaveLength(5)

  const failure = { status: 400, errorCode: 'INVALID', message: 'Max. value allowed is 4' }
  const requests = [
    [setAll, wanted(ids), 'pathPreferences/brokers'],
    [setBrokers, { brokerIds: ids, ranked: false }, 'brokerIds'],
  ] as const
  for (const [path, body, field] of requests)
    expect(await alder.isRefused(path, { body })).toMatchObject({ ...failure, field })
  const four = { brokerIds: ids.slice(0, 4), ranked: false }
  expect(
    (await alder.callsOk<TraderDefaults>(setBrokers, { body: four })).pathPreferences.brokers,
  ).toHaveLength(4)
})

test('a foreign, unknown or repeated broker is refused as by a submit', async () => {
  const { desk, alder, hinoki, kaede } = await alone()
  await addBroker(desk.admin, { name: 'Maple', shortName: 'Maple', contact: 'desk' })
  await assignBroker(desk.admin, { firm: 'Birch', shortName: 'Maple' })
  const birch = await desk.trader('birch')
  const ofBirch = await birch.callsOk<Broker[]>('/broker/user-brokers-list')
  const maple = ofBirch.find(({ shortName }) => shortName === 'Maple')?.brokerID ?? ''
  await birch.callsOk(setBrokers, { body: { brokerIds: [maple], ranked: false } })

  const refusals = []
  for (const brokerIds of [[maple], ['nobody'], [hinoki, kaede, hinoki]])
    for (const [path, body] of [
      [setAll, wanted(brokerIds)],
      [setBrokers, { brokerIds, ranked: false }],
    ] as const)
      refusals.push(JSON.stringify(await alder.isRefused(path, { body })))
  expect(new Set(refusals).size).toBe(1)
  expect(JSON.parse(refusals[0] ?? '')).toMatchObject({ status: 409, errorCode: 'ADVERT-BROKER' })
  const { id, securityId, ...draft } = await alder.drafts('7203.T')
  const submission = { ...draft, id, securityId, brokerIds: ['nobody'] }
  const refused = await alder.isRefused('/advert/submit-advert', { body: submission })
  expect(JSON.stringify(refused)).toBe(refusals[0])
  expect(await saved(alder)).toEqual(defaultPreferences)
})

test('a broker that may not be used any more is left out, and returns when it may be used again', async () => {
  const { desk, alder, hinoki, kaede } = await alone()
  await alder.callsOk(setBrokers, { body: { brokerIds: [kaede, hinoki], ranked: true } })
  const path = async () => (await saved(alder)).pathPreferences.brokers.map(({ id }) => id)

  await unassignBroker(desk.admin, { firm: 'Alder', shortName: 'Kaede' })
  expect(await path()).toEqual([hinoki])
  expect((await alder.drafts('7203.T')).brokerIds).toEqual([hinoki])
  await alder.callsOk(setAdvert, { body: wanted([]).advertPreferences })
  await assignBroker(desk.admin, { firm: 'Alder', shortName: 'Kaede' })
  expect(await path()).toEqual([kaede, hinoki])
})

test.each<[string, (body: ReturnType<typeof wanted>) => unknown, string]>([
  ['nothing', () => undefined, 'body'],
  ['a list', () => [], 'body'],
  ['no path', ({ pathPreferences, ...others }) => others, 'pathPreferences'],
  [
    'a status in words',
    (body) => ({ ...body, priceConditions: { ...body.priceConditions, advertTriggerStatus: 'yes' } }),
    'priceConditions/advertTriggerStatus',
  ],
  [
    'an unknown duration',
    (body) => ({ ...body, advertPreferences: { ...body.advertPreferences, duration: '90' } }),
    'advertPreferences/duration',
  ],
  [
    'a number in words',
    (body) => ({ ...body, advertPreferences: { ...body.advertPreferences, minQuantity: '50' } }),
    'advertPreferences/minQuantity',
  ],
  [
    'an id that is none',
    (body) => ({ ...body, pathPreferences: { ranked: true, brokers: [{ id: 7 }] } }),
    'pathPreferences/brokers/0/id',
  ],
])('%s is refused and nothing is saved', async (_, wrong, field) => {
  const { desk, alder, hinoki } = await alone()
  const before = await marketHash(desk)

  const refused = await alder.isRefused(setAll, { method: 'POST', body: wrong(wanted([hinoki])) })
  expect(refused).toMatchObject({ status: 400, errorCode: 'INVALID', field })
  expect(await saved(alder)).toEqual(defaultPreferences)
  expect(await marketHash(desk)).toBe(before)
})

test.each(testDatabases)('two concurrent setters lose nothing of each other on $name', async (store) => {
  const { databaseUrl } = await store.newLocation()
  const env = databaseUrl ? { DATABASE_URL: databaseUrl } : {}
  const desk = await startTestServer({ firms: ['Alder'], env })
  const alder = await desk.trader('alder')
  const brokers = (await alder.callsOk<Broker[]>('/broker/user-brokers-list')).map(({ brokerID }) => brokerID)
  const { advertPreferences } = wanted([])

  for (let minQuantity = 10; minQuantity < 30; minQuantity += 1) {
    const brokerIds = minQuantity % 2 === 0 ? brokers : brokers.toReversed()
    await Promise.all([
      alder.callsOk(setAdvert, { body: { ...advertPreferences, minQuantity } }),
      alder.callsOk(setBrokers, { body: { brokerIds, ranked: true } }),
    ])
    const { advertPreferences: advert, pathPreferences: path } = await saved(alder)
    expect(advert.minQuantity).toBe(minQuantity)
    expect(path.brokers.map(({ id }) => id)).toEqual(brokerIds)
  }
})
