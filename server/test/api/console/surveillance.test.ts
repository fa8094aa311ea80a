import type { OperationsPolicyReports } from '@aitai/contract/schemas/console/policy-reports.ts'
import type { Surveillance } from '@aitai/contract/schemas/console/surveillance.ts'
import { expect, test } from 'vitest'
import { operatorName } from '../../support/operator.ts'
import type { TestServer } from '../../support/test-server.ts'
import type { TestUser } from '../../support/test-user.ts'
import { until } from '../../support/until.ts'
import { idOf, reason, startConsole } from './console-fixtures.ts'

const day = '2026-11-18'

const viewsIn = async ({ app }: TestServer) => {
  const rows = await app.database.selectFrom('journal').select('command').orderBy('seq').execute()
  return rows.map(({ command }) => JSON.parse(command)).filter(({ type }) => type === 'viewSurveillance')
}

test('a view has the report and the journal entry of the command', async () => {
  const { desk, compliance, operator } = await startConsole(['compliance'])
  const [alder, birch] = [await desk.trader('alder'), await desk.trader('birch')]
  await alder.connects()
  await birch.connects()
  const bought = await alder.advertises('BUY', '7203.T', 20_000)
  const sold = await birch.advertises('SELL', '7203.T', 20_000)
  await birch.accepts(await birch.isLocated(sold.id))
  await alder.declines(await alder.isLocated(bought.id))

  const report = () => compliance.callsOk<Surveillance>('/operations/surveillance', { body: { day, reason } })
  await until('the locate to be over', async () => (await report()).institutions[0]?.failures.total === 1)
  const seen = (await viewsIn(desk)).length
  const { by, reason: why, ...byCommand } = await operator.runs('surveillance', { day: 20_775, reason })
  expect({ by, why }).toEqual({ by: operatorName, why: reason })
  expect(await report()).toEqual(byCommand)
  expect((await viewsIn(desk)).slice(seen)).toMatchObject([
    { date: day, by: operatorName, reason },
    { date: day, by: await idOf(desk, compliance), reason },
  ])
})

test.each([
  [{ reason: '...' }, 'reason'],
  [{ day: '2026-11-19' }, 'day'],
  [{ day: '2026-02-30' }, 'day'],
  [{ day: 'today' }, 'day'],
])('a view with %j is refused, and the journal has none', async (wrong, field) => {
  const { desk, compliance } = await startConsole(['compliance'])
  const body = { day, reason, ...wrong }
  expect(await compliance.isRefused('/operations/surveillance', { body })).toMatchObject({
    status: 400,
    errorCode: 'INVALID',
    field,
  })
  expect(await viewsIn(desk)).toEqual([])
})

test('only compliance looks at surveillance, and nothing is shown or written for others', async () => {
  const { desk, operations, support, administrator } = await startConsole([
    'operations',
    'support',
    'administrator',
  ])
  for (const person of [operations, support, administrator])
    expect(await person.isRefused('/operations/surveillance', { body: { day, reason } })).toMatchObject({
      status: 403,
    })
  expect(await viewsIn(desk)).toEqual([])
})

const reports = async (person: TestUser) =>
  (await person.callsOk<OperationsPolicyReports>('/operations/policy-reports')).reports

const posts = async (desk: TestServer, report: Record<string, unknown>): Promise<void> => {
  const response = await fetch(`${desk.url}/policy-reports`, {
    method: 'POST',
    headers: { 'content-type': 'application/csp-report' },
    body: JSON.stringify({ 'csp-report': report }),
  })
  expect(response.status).toBe(204)
}

test('reports of browsers are counted by directive and page, with the first and the last time', async () => {
  const { desk, support, operator } = await startConsole(['support'])
  expect(await reports(support)).toEqual([])
  const inline = { 'effective-directive': 'script-src-elem', 'blocked-uri': 'inline' }
  const page = (path: string) => ({ 'document-uri': `${desk.app.config.publicUrl}${path}` })
  const firstAt = new Date(desk.clock.now()).toISOString()

  await posts(desk, { ...inline, ...page('/adverts-home') })
  await until('the first to be stored', async () => (await reports(support)).length === 1)
  desk.clock.advance(60_000)
  await posts(desk, { ...inline, ...page('/adverts-home?panel=1') })
  await posts(desk, { ...inline, ...page('/reset-password?resetToken=a-secret') })
  const stored = await until('all to be stored', async () => {
    const all = await reports(support)
    return all.reduce((sum, { count }) => sum + count, 0) === 3 ? all : null
  })
  const lastAt = new Date(desk.clock.now()).toISOString()
  expect(stored).toEqual([
    {
      directive: 'script-src',
      page: '/adverts-home',
      blocked: 'inline',
      count: 2,
      first: firstAt,
      last: lastAt,
    },
    {
      directive: 'script-src',
      page: '/reset-password',
      blocked: 'inline',
      count: 1,
      first: lastAt,
      last: lastAt,
    },
  ])
  expect(await operator.lists('policy-reports', {})).toEqual(stored)
  expect(JSON.stringify(stored)).not.toContain('a-secret')

  await desk.restart()
  await support.signsIn()
  expect(await reports(support)).toEqual(stored)
})

test('whatever strangers send, what is stored is from fixed sets', async () => {
  const { desk, support } = await startConsole(['support'])
  for (let n = 0; n < 20; n += 1)
    await posts(desk, {
      'effective-directive': `<script>alert(${n})</script>`,
      'blocked-uri': `https://elsewhere${n}.example/<b>`,
      'document-uri':
        n % 2 === 0
          ? `https://elsewhere${n}.example/adverts-home`
          : `${desk.app.config.publicUrl}/no-such-page-${n}`,
    })
  const stored = await until('all to be counted', async () => {
    const [only, ...others] = await reports(support)
    return only?.count === 20 && others.length === 0 ? only : null
  })
  expect(stored).toMatchObject({ directive: 'other', page: 'other', blocked: 'elsewhere' })
})
