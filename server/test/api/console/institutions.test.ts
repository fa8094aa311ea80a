import type { OperationsInstitutions } from '@aitai/contract/schemas/console/institutions.ts'
import { expect, test } from 'vitest'
import type { AdminCommandName } from '../../../src/admin/command-arguments.ts'
import { userIdOf } from '../../support/account-fixtures.ts'
import { auditEvents, Operator, operatorName } from '../../support/operator.ts'
import { type TestDatabase, testDatabases } from '../../support/test-databases.ts'
import { startTestServer } from '../../support/test-server.ts'
import { submissionBody, type TestUser } from '../../support/test-user.ts'
import { until } from '../../support/until.ts'

const reason = 'agreed with its risk desk'

async function withOperations(store?: TestDatabase) {
  const { databaseUrl } = (await store?.newLocation()) ?? {}
  const desk = await startTestServer(databaseUrl ? { env: { DATABASE_URL: databaseUrl } } : {})
  await desk.addStaff('operations')
  const naomi = await desk.person('operations@aitai.example').signsIn()
  return { desk, naomi, operator: new Operator(desk) }
}

const listed = (person: TestUser) => person.callsOk<OperationsInstitutions>('/operations/institutions')

/** Each action on the console, and the command that does the same to another institution or broker. */
const actions: readonly (readonly [path: string, command: AdminCommandName, body: object, args: object])[] = [
  [
    'institutions/change',
    'firm change',
    { firm: 'Alder', largestNotional: 5e9, affiliateGroup: 'G' },
    { firm: 'Birch', largestNotional: 5e9, affiliateGroup: 'G' },
  ],
  ['institutions/disable', 'firm disable', { firm: 'Alder' }, { firm: 'Birch' }],
  ['institutions/enable', 'firm enable', { firm: 'Alder' }, { firm: 'Birch' }],
  [
    'brokers/change',
    'broker change',
    { shortName: 'Hinoki', contact: 'desk 2' },
    { shortName: 'Kaede', contact: 'desk 2' },
  ],
  ['brokers/disable', 'broker disable', { shortName: 'Hinoki' }, { shortName: 'Kaede' }],
  ['brokers/enable', 'broker enable', { shortName: 'Hinoki' }, { shortName: 'Kaede' }],
  [
    'brokers/unassign',
    'broker unassign',
    { firm: 'Alder', shortName: 'Hinoki' },
    { firm: 'Alder', shortName: 'Kaede' },
  ],
  [
    'brokers/assign',
    'broker assign',
    { firm: 'Alder', shortName: 'Hinoki' },
    { firm: 'Alder', shortName: 'Kaede' },
  ],
]

test.each(actions)(
  '%s on the console leaves the same audit events as %s',
  async (path, command, body, args) => {
    const { desk, naomi, operator } = await withOperations()
    const { database } = desk.app
    if (path === 'institutions/enable') await database.updateTable('firm').set({ active: 0 }).execute()
    if (path === 'brokers/enable') await database.updateTable('broker').set({ active: 0 }).execute()
    if (path === 'brokers/assign') await database.deleteFrom('firm_broker').execute()
    const before = (await auditEvents(desk)).length

    await operator.runs(command, { ...args, reason } as never)
    const commanded = (await auditEvents(desk)).slice(before)
    expect(await naomi.callsOk(`/operations/${path}`, { body: { ...body, reason } })).toEqual({
      changed: true,
    })
    const done = (await auditEvents(desk)).slice(before + commanded.length)
    expect(await naomi.callsOk(`/operations/${path}`, { body: { ...body, reason } })).toEqual({
      changed: false,
    })

    const rows = [
      ...(await database.selectFrom('firm').select(['id', 'name']).execute()),
      ...(await database.selectFrom('broker').select(['id', 'name']).execute()),
    ]
    const idOf = (name: string): string => rows.find((row) => row.name === name)?.id ?? ''
    expect(commanded).toHaveLength(1)
    expect(done).toEqual(
      JSON.parse(
        JSON.stringify(commanded)
          .replaceAll(idOf('Birch'), idOf('Alder'))
          .replaceAll(idOf('Kaede'), idOf('Hinoki'))
          .replaceAll(operatorName, await userIdOf(desk, naomi.email)),
      ),
    )
  },
)

test('adding and renaming leave the same audit events as the commands', async () => {
  const { desk, naomi, operator } = await withOperations()
  const before = (await auditEvents(desk)).length
  await operator.runs('firm add', { name: 'Cedar', affiliateGroup: 'Trees', reason })
  await operator.runs('firm rename', { firm: 'Cedar', to: 'Cedar Capital', reason })
  await operator.runs('broker add', { name: 'Matsu', shortName: 'MATSU', swapEnabled: true, reason })
  const commanded = (await auditEvents(desk)).slice(before)
  await naomi.callsOk('/operations/institutions/add', {
    body: { name: 'Maple', affiliateGroup: 'Trees', reason },
  })
  await naomi.callsOk('/operations/institutions/rename', {
    body: { firm: 'Maple', to: 'Maple Capital', reason },
  })
  await naomi.callsOk('/operations/brokers/add', {
    body: { name: 'Ume', shortName: 'UME', swapEnabled: true, reason },
  })

  const by = `staff:${await userIdOf(desk, naomi.email)}`
  const done = (await auditEvents(desk)).slice(before + commanded.length)
  const renamed = JSON.parse(
    JSON.stringify(commanded)
      .replaceAll('Cedar', 'Maple')
      .replaceAll('Matsu', 'Ume')
      .replaceAll('MATSU', 'UME'),
  ) as typeof commanded
  expect(done).toEqual(renamed.map((event) => ({ ...event, actor: by, subject: expect.any(String) })))
  const { firms, brokers } = await listed(naomi)
  expect(firms.find(({ name }) => name === 'Maple Capital')).toMatchObject({
    affiliateGroup: 'Trees',
    active: true,
    largestNotional: 2e10,
    largestLiveNotional: null,
    brokers: [],
    users: 0,
  })
  expect(brokers.find(({ shortName }) => shortName === 'UME')).toMatchObject({ contact: 'Ume', firms: [] })
})

test('a limit holds at once, and institutions meet only while they are not in one group', async () => {
  const { desk, naomi } = await withOperations()
  const alder = await (await desk.trader('alder')).connects()
  const birch = await (await desk.trader('birch')).connects()
  const changes = (firm: string, change: object) =>
    naomi.callsOk('/operations/institutions/change', { body: { firm, reason, ...change } })

  await changes('Alder', { largestNotional: 1e7 })
  const body = { ...submissionBody(await alder.drafts('7203.T')), direction: 'BUY', shareQuantity: 10_000 }
  expect(await alder.isRefused('/advert/submit-advert', { body })).toMatchObject({
    errorCode: 'ADVERT-ERROR-014',
  })

  await changes('Alder', { affiliateGroup: 'One house', largestNotional: null })
  await changes('Birch', { affiliateGroup: 'One house' })
  const { id } = await alder.advertises('BUY', '9984.T', 10_000)
  const { id: contraId } = await birch.advertises('SELL', '9984.T', 10_000)
  await until('both are live', async () => {
    const both = [await alder.advert(id), await birch.advert(contraId)]
    return both.every(({ advertisementStatus }) => advertisementStatus === 'LIVE')
  })
  expect(await alder.locates()).toEqual([])
  await changes('Birch', { affiliateGroup: null })
  await alder.isLocated(id)
})

test('what the command refuses is refused on the console, and leaves nothing', async () => {
  const { desk, naomi } = await withOperations()
  const before = (await auditEvents(desk)).length
  const refusals = [
    ['institutions/add', { name: ' ', reason }, 400, 'INVALID', 'name'],
    ['institutions/add', { name: 'ａｌｄｅｒ', reason }, 409, 'FIRM_EXISTS', undefined],
    ['institutions/add', { name: 'Oak', affiliateGroup: ' ', reason }, 400, 'INVALID', 'affiliateGroup'],
    ['institutions/rename', { firm: 'Alder', to: 'Birch', reason }, 409, 'FIRM_EXISTS', undefined],
    ['institutions/change', { firm: 'Nobody', showsTraders: true, reason }, 409, 'FIRM_UNKNOWN', undefined],
    ['institutions/change', { firm: 'Alder', reason }, 400, 'INVALID', 'body'],
    ['institutions/change', { firm: 'Alder', largestNotional: 1, reason }, 400, 'INVALID', 'limit'],
    [
      'institutions/change',
      { firm: 'Alder', largestNotional: 5e9, largestLiveNotional: 4e9, reason },
      400,
      'INVALID',
      'limit',
    ],
    ['institutions/disable', { firm: 'Alder', reason: '?' }, 400, 'INVALID', 'reason'],
    ['brokers/add', { name: 'Matsu', shortName: 'two words', reason }, 400, 'INVALID', 'shortName'],
    ['brokers/add', { name: 'Matsu', shortName: 'HINOKI', reason }, 409, 'BROKER_EXISTS', undefined],
    ['brokers/change', { shortName: 'Hinoki', name: 'Kaede', reason }, 409, 'BROKER_EXISTS', undefined],
    ['brokers/change', { shortName: 'Nobody', name: 'X', reason }, 409, 'BROKER_UNKNOWN', undefined],
    ['brokers/assign', { shortName: 'Hinoki', firm: 'Nobody', reason }, 409, 'FIRM_UNKNOWN', undefined],
  ] as const
  for (const [path, body, status, errorCode, field] of refusals)
    expect(await naomi.isRefused(`/operations/${path}`, { body }), `${path} ${errorCode}`).toMatchObject({
      status,
      errorCode,
      ...(field === undefined ? {} : { field }),
    })
  expect(await auditEvents(desk)).toHaveLength(before)
})

test.each(testDatabases)(
  'two operators who change different settings of an institution at the same moment both succeed, in $name',
  async (store) => {
    const { desk, naomi, operator } = await withOperations(store)
    const changes = [
      { largestNotional: 5e9 },
      { showsTraders: true },
      { omsAnswers: true },
      { affiliateGroup: 'G' },
      { requiredFactor: 'passkey' as const },
    ]

    await Promise.all(
      changes.map((change, at) =>
        at % 2 === 0
          ? naomi.callsOk('/operations/institutions/change', { body: { firm: 'Alder', reason, ...change } })
          : operator.runs('firm change', { firm: 'Alder', reason, ...change }),
      ),
    )

    expect((await listed(naomi)).firms[0]).toMatchObject(Object.assign({ name: 'Alder' }, ...changes))
    expect(await auditEvents(desk, 'firmChanged')).toHaveLength(changes.length)
  },
)

test('any grant looks; only operations changes', async () => {
  const { desk, naomi } = await withOperations()
  for (const grant of ['support', 'compliance', 'administrator'] as const) {
    await desk.addStaff(grant)
    const person = await desk.person(`${grant}@aitai.example`).signsIn()
    expect(await listed(person)).toEqual(await listed(naomi))
    for (const [path, , body] of actions)
      expect(await person.isRefused(`/operations/${path}`, { body: { ...body, reason } })).toMatchObject({
        status: 403,
      })
  }
})
