import type { NamedConditions, TraderDefaults } from '@aitai/contract/schemas/preferences.ts'
import type { Broker } from '@aitai/contract/schemas/reference.ts'
import { expect, test } from 'vitest'
import { csvOf, plainRow, uploadFile } from '../support/csv-uploads.ts'
import { testDatabases } from '../support/test-databases.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import type { TestUser } from '../support/test-user.ts'

const list = '/user-defaults/get-saved-conditions'
const save = '/user-defaults/save-conditions'
const remove = '/user-defaults/delete-conditions'

/** Two traders of two institutions, and conditions that both can save. */
async function twoDesks(env: Readonly<Record<string, string>> = {}): Promise<{
  desk: TestServer
  alder: TestUser
  birch: TestUser
  conditions: TraderDefaults
}> {
  const desk = await startTestServer({ firms: ['Alder', 'Birch'], env })
  const [alder, birch] = [await desk.trader('alder'), await desk.trader('birch')]
  const [first] = await alder.callsOk<Broker[]>('/broker/user-brokers-list')
  if (!first) throw new Error('there is no broker')
  const defaults = await alder.callsOk<TraderDefaults>('/user-defaults/get-trader-defaults')
  const { brokerID: id, brokerName, shortName } = first
  const conditions = {
    ...defaults,
    advertPreferences: { ...defaults.advertPreferences, credibilityHurdle: 41, minQuantity: 30 },
    pathPreferences: { ranked: false, brokers: [{ id, brokerName, shortName }] },
  }
  return { desk, alder, birch, conditions }
}

const namesOf = (saved: readonly NamedConditions[]): string[] => saved.map(({ name }) => name)

test.each(testDatabases)(
  'conditions are saved, renamed and deleted by their trader alone, on $name',
  async (store) => {
    const { databaseUrl } = await store.newLocation()
    const { alder, birch, conditions } = await twoDesks(databaseUrl ? { DATABASE_URL: databaseUrl } : {})
    const saves = (name: string, replaces: string | null = null) =>
      alder.callsOk<NamedConditions[]>(save, { body: { name, replaces, conditions } })
    expect(await alder.callsOk(list)).toEqual([])

    expect(await saves(' Ｓmall caps ')).toEqual([{ name: 'Small caps', conditions }])
    expect(namesOf(await saves('10 names'))).toEqual(['10 names', 'Small caps'])
    expect(namesOf(await saves('9 names'))).toEqual(['9 names', '10 names', 'Small caps'])
    expect(namesOf(await saves('大型株', 'small CAPS'))).toEqual(['9 names', '10 names', '大型株'])
    // Its own name in another case is no other one.
    expect(namesOf(await saves('9 NAMES', '9 names'))).toEqual(['9 NAMES', '10 names', '大型株'])
    expect(await birch.callsOk(list)).toEqual([])
    expect(await birch.callsOk(remove, { body: { name: '大型株' } })).toEqual([])

    expect(namesOf(await alder.callsOk(remove, { body: { name: '9 names' } }))).toEqual([
      '10 names',
      '大型株',
    ])
    expect(namesOf(await alder.callsOk(list))).toEqual(['10 names', '大型株'])
    const many = Array.from({ length: 20 }, (_, n) => saves(`At once ${n}`))
    await Promise.all(many)
    expect(await alder.callsOk(list)).toHaveLength(22)
  },
)

test('a name that is taken, too many, an empty name and a wrong condition are refused, and change nothing', async () => {
  const { alder, conditions } = await twoDesks()
  const saves = (body: object) =>
    alder.calls<{ errorCode: string; field?: string }>(save, {
      body: { name: 'Small caps', replaces: null, conditions, ...body },
    })
  await saves({})
  await saves({ name: 'Other' })
  expect(await saves({ name: 'SMALL CAPS' })).toMatchObject({
    status: 409,
    body: { errorCode: 'CONDITIONS_EXIST', field: 'name' },
  })
  expect(await saves({ replaces: 'Other' })).toMatchObject({
    status: 409,
    body: { errorCode: 'CONDITIONS_EXIST' },
  })
  expect(await saves({ name: ' \u200b ' })).toMatchObject({ status: 400, body: { field: 'name' } })
  const advertPreferences = { ...conditions.advertPreferences, minQuantity: 9 }
  expect(await saves({ name: 'Low', conditions: { ...conditions, advertPreferences } })).toMatchObject({
    status: 400,
    body: { field: 'conditions/advertPreferences/minQuantity', errorCode: 'INVALID' },
  })
  const pathPreferences = { ranked: false, brokers: [{ id: 'nobody' }] }
  expect(await saves({ name: 'Low', conditions: { ...conditions, pathPreferences } })).toMatchObject({
    status: 409,
    body: { errorCode: 'ADVERT-BROKER' },
  })
  for (let n = 3; n <= 50; n += 1) await saves({ name: `Number ${n}` })
  expect(await saves({ name: 'Number 51' })).toMatchObject({
    status: 409,
    body: { errorCode: 'TOO_MANY_CONDITIONS', variables: { max: 50 } },
  })
  expect(await saves({ replaces: 'Other', name: 'In place of another' })).toMatchObject({ status: 200 })
  expect(await alder.callsOk(list)).toHaveLength(50)
})

test('a file names saved conditions of its trader, and nobody else can', async () => {
  const { desk, alder, birch, conditions } = await twoDesks()
  await alder.callsOk(save, { body: { name: 'Small caps', replaces: null, conditions } })
  const file = csvOf(desk, [
    { ...plainRow, conditions: 'small caps' },
    { ...plainRow, ric: '6758.T', conditions: '' },
    { ...plainRow, ric: '9984.T', conditions: 'Large caps' },
  ])

  expect(await uploadFile(alder, file)).toMatchObject([
    { status: 'OK', advertisement: { minimumQuantity: 30, credibilityHurdle: 41 } },
    { status: 'OK', advertisement: { minimumQuantity: 50 } },
    { status: 'ERROR', errorCode: 'ERR-001', errorMap: { header: 'conditions', value: 'Large caps' } },
  ])
  expect(await uploadFile(birch, file)).toMatchObject([
    { errorCode: 'ERR-001' },
    { status: 'OK' },
    { errorCode: 'ERR-001' },
  ])
})
