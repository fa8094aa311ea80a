import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { PrintedAdvert } from '../../src/admin/adverts/adverts.ts'
import { agreePair, locatePair, startWithTwoTraders } from '../support/journeys.ts'
import { auditEvents, Operator, operatorName } from '../support/operator.ts'
import { temporaryFolder } from '../support/test-databases.ts'
import type { TestServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'

const reason = 'asked by the institution'

/** The commands of operators in the journal, the newest last. */
async function staffCommands({ app }: TestServer): Promise<Record<string, unknown>[]> {
  const rows = await app.database.selectFrom('journal').select('command').orderBy('seq').execute()
  return rows.map(({ command }) => JSON.parse(command)).filter((command) => 'by' in command)
}

const lists = async (operator: Operator, requested: { firm?: string; user?: string; security?: string }) =>
  (await operator.lists('advert list', { ...requested, reason })) as unknown as PrintedAdvert[]

// rule: 15.31, 15.21
test('the operator lists what is sent and has not ended, and who asked is in the journal before', async () => {
  const { desk, alder, birch } = await startWithTwoTraders()
  const operator = new Operator(desk)
  const bought = await alder.advertises('BUY', '7203.T', 10_000)
  const sold = await birch.advertises('SELL', '6758.T', 20_000)
  await alder.drafts('9984.T')
  const gone = await birch.advertises('BUY', '8306.T', 30_000)
  await birch.callsOk(`/advert/cancel-advert/${gone.id}`)

  expect(await lists(operator, {})).toHaveLength(2)
  expect(await lists(operator, { firm: 'Alder' })).toEqual([
    {
      advertId: bought.id,
      firm: 'Alder',
      user: alder.email,
      security: '7203.T',
      direction: 'BUY',
      shareQuantity: 10_000,
      status: 'LIVE',
      sentAt: new Date(desk.clock.now()).toISOString(),
      expiresAt: bought.expiryDate,
    },
  ])
  expect((await lists(operator, { user: birch.email })).map(({ advertId }) => advertId)).toEqual([sold.id])
  expect(await lists(operator, { user: birch.email, security: '7203.T' })).toEqual([])
  const viewed = (await staffCommands(desk)).filter(({ type }) => type === 'viewAdverts')
  expect(viewed).toHaveLength(4)
  expect(viewed[0]).toMatchObject({ scope: {}, by: operatorName, reason })
  for (const [wrong, code] of [
    [{ firm: 'Oak', reason }, 'FIRM_UNKNOWN'],
    [{ security: '0000.T', reason }, 'SECURITY_UNKNOWN'],
    [{ reason: 'x' }, 'INVALID'],
  ] as const)
    expect(await operator.isRefused('advert list', wrong)).toMatchObject({ code })
  expect((await staffCommands(desk)).filter(({ type }) => type === 'viewAdverts')).toHaveLength(4)
})

// rule: 15.31
test.each(['running', 'stopped'])(
  'the operator cancels one IOI of a %s server: its owner is notified',
  async (server) => {
    const { desk, alder, birch } = await startWithTwoTraders()
    const operator = new Operator(desk)
    const { id } = await alder.advertises('BUY', '7203.T', 10_000)
    const other = await birch.advertises('SELL', '6758.T', 10_000)
    if (server === 'stopped') await operator.stopsTheServer()

    expect(await operator.runs('advert cancel', { advert: id, reason })).toEqual({
      advertId: id,
      changed: true,
      by: operatorName,
      reason,
    })
    expect(await operator.runs('advert cancel', { advert: id, reason })).toMatchObject({ changed: false })

    if (server === 'stopped') await operator.startsTheServer()
    expect(await alder.advert(id)).toMatchObject({
      advertisementStatus: 'DEAD',
      causeOfDeath: 'CANCELLED_BY_OPERATOR',
    })
    expect(await alder.callsOk('/user/ioi-counts')).toMatchObject({ cancel: 0 })
    const notifications =
      await alder.callsOk<{ message: string; advertisementId: string }[]>('/notifications')
    const [newest] = notifications
    expect(newest).toMatchObject({ message: 'OPERATOR_CANCELLED', advertisementId: id })
    expect(JSON.stringify(notifications)).not.toContain(reason)
    expect(JSON.stringify(notifications)).not.toContain(operatorName)
    expect((await birch.advert(other.id)).advertisementStatus).toMatch(/^(LIVE|PAUSED)$/)
    expect((await staffCommands(desk)).filter(({ type }) => type === 'cancelAdvertByStaff')).toMatchObject([
      { advertId: id, by: operatorName, reason },
    ])
    expect(await operator.runs('replay verify', {})).toMatchObject({ verified: true })
  },
)

test('a draft, an unknown IOI and one in a locate are not cancelled', async () => {
  const both = await startWithTwoTraders()
  const operator = new Operator(both.desk)
  const draft = await both.alder.drafts('9984.T')
  const { id } = await locatePair(both)
  const before = await staffCommands(both.desk)

  for (const advert of ['no-such-advert', draft.id])
    expect(await operator.isRefused('advert cancel', { advert, reason })).toMatchObject({
      code: 'ADVERT_UNKNOWN',
      message: `There is no IOI ${advert} today.`,
    })
  expect(await operator.isRefused('advert cancel', { advert: id, reason })).toMatchObject({
    code: 'ADVERT-ERROR-002',
    message: expect.stringContaining('aitai firm halt'),
  })
  expect(await operator.isRefused('advert cancel', { advert: id, reason: 'x' })).toMatchObject({
    code: 'INVALID',
  })
  expect(await staffCommands(both.desk)).toEqual(before)
})

interface ExportedRecord {
  readonly kind: string
  readonly seq: number
  readonly action: string
  readonly actor: string
  readonly subject: string
  readonly details: Readonly<Record<string, unknown>>
}

/** The records of an export, limited to something. */
async function exports(
  operator: Operator,
  { clock }: TestServer,
  subject: { advert?: string; user?: string; firm?: string },
): Promise<ExportedRecord[]> {
  const file = join(temporaryFolder(), 'export.json')
  await operator.runs('audit export', { from: 0, to: clock.now(), reason, file, format: 'json', ...subject })
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  return lines.map((line) => JSON.parse(line) as ExportedRecord)
}

const actions = (records: readonly ExportedRecord[], kind: string): string[] =>
  records.filter((record) => record.kind === kind).map(({ action }) => action)

test('an export about one IOI, one user or one institution has exactly what is about it', async () => {
  const both = await startWithTwoTraders({ firms: ['Alder', 'Birch', 'Cypress'], brokers: ['Hinoki'] })
  const { desk, alder, birch } = both
  const operator = new Operator(desk)
  const broker = await desk.broker('hinoki')
  const { id, contraId } = await agreePair(both)
  const agreement = await until('the agreement', async () => (await broker.agreements())[0])
  await broker.callsOk('/connection-agreement/broker-execution-confirmation', {
    body: { connectionAgreementId: agreement.id, buyStatus: true },
  })
  const cypress = await (await desk.trader('cypress')).connects()
  const strange = await cypress.advertises('BUY', '6758.T', 10_000)
  const later = await alder.advertises('BUY', '9984.T', 10_000)
  desk.clock.advance(60_000)

  const ofAdvert = await exports(operator, desk, { advert: id })
  expect(actions(ofAdvert, 'event')).toEqual([
    ...['advertDrafted', 'advertSubmitted', 'contraLocated', 'locateAnswered', 'locateAnswered'],
    ...['connectionAgreed', 'executionConfirmed'],
  ])
  expect(actions(ofAdvert, 'command')).toEqual([
    ...['createAdvert', 'submitAdvert', 'sweep', 'answerLocate', 'answerLocate', 'confirmExecution'],
  ])
  expect(actions(ofAdvert, 'notification')).toContain('Contra Connection Accepted!')
  expect(actions(ofAdvert, 'auditEvent')).toEqual([])
  const text = JSON.stringify(ofAdvert)
  for (const unrelated of [strange.id, later.id, 'CYPRESS', 'Cypress']) expect(text).not.toContain(unrelated)

  const birchId = (
    await desk.app.database
      .selectFrom('person')
      .select('id')
      .where('email', '=', birch.email)
      .executeTakeFirstOrThrow()
  ).id
  const ofUser = await exports(operator, desk, { user: birch.email })
  expect(actions(ofUser, 'auditEvent')).toEqual(expect.arrayContaining(['userAdded', 'loginSucceeded']))
  expect(actions(ofUser, 'command')).toEqual(expect.arrayContaining(['submitAdvert', 'answerLocate']))
  const submits = ofUser.filter(({ action, kind }) => action === 'submitAdvert' && kind === 'command')
  expect(submits.map(({ actor }) => actor)).toEqual([birchId])
  expect(JSON.stringify(ofUser)).toContain(contraId)
  for (const unrelated of [strange.id, later.id]) expect(JSON.stringify(ofUser)).not.toContain(unrelated)

  const ofFirm = await exports(operator, desk, { firm: 'cypress' })
  expect(actions(ofFirm, 'auditEvent')).toEqual(
    expect.arrayContaining(['firmAdded', 'userAdded', 'brokerAssigned']),
  )
  expect(JSON.stringify(ofFirm)).toContain(strange.id)
  for (const unrelated of [id, contraId, later.id, 'contraLocated'])
    expect(JSON.stringify(ofFirm)).not.toContain(unrelated)
  expect(await exports(operator, desk, { advert: 'no-such-advert' })).toEqual([])
  const requested = await auditEvents(desk, 'auditExportRequested')
  expect(requested.slice(0, 2).map(({ details }) => details)).toMatchObject([
    { advertSha256: hash('sha256', id) },
    { user: birchId },
  ])

  const everything = await exports(operator, desk, {})
  const recordsOf = (records: readonly ExportedRecord[]) =>
    new Set(records.map((record) => JSON.stringify(record)))
  const all = recordsOf(everything)
  for (const some of [ofAdvert, ofUser, ofFirm])
    for (const record of recordsOf(some)) expect(all).toContain(record)
})

test('a period limits an export about something, whose IOI may have begun before it', async () => {
  const both = await startWithTwoTraders()
  const { desk, alder } = both
  const operator = new Operator(desk)
  const { id, locate } = await locatePair(both)
  desk.clock.advance(5_000)
  const from = desk.clock.now()
  await alder.declines(locate)
  desk.clock.advance(5_000)
  const file = join(temporaryFolder(), 'export.json')

  await operator.runs('audit export', {
    from,
    to: desk.clock.now(),
    advert: id,
    reason,
    file,
    format: 'json',
  })

  const records = readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as ExportedRecord)
  expect(actions(records, 'event')).toContain('locateAnswered')
  expect(actions(records, 'event')).not.toContain('advertSubmitted')
})
