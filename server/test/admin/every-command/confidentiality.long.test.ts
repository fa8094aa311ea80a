import { calls } from '@aitai/contract/calls.ts'
import { staffGrants } from '@aitai/contract/codes.ts'
import { yen } from '@aitai/engine/model/price.ts'
import { expect, test } from 'vitest'
import { guardOf } from '../../../src/admin/approvals/guarded-commands.ts'
import { userIdOf } from '../../support/account-fixtures.ts'
import { occurringSecrets } from '../occurring-secrets.ts'
import type { ConsoleCall } from './command-case.ts'
import { commandCases } from './command-cases.ts'
import { callsConsole } from './command-channels.ts'
import { reason } from './command-scene.ts'
import { type StaffedServer, secondOf, startStaffedServer } from './console-and-command-line.ts'

/** Quantities and a price that occur nowhere else. */
const quantities = [33_300, 44_400, 98_700, 765_400] as const
const limitPrice = 1_713.5

const today = { from: '2026-11-18', to: '2026-11-18' } as const

/** What a live market has that the console never shows, but for break-glass views. */
interface Secrets {
  readonly market: readonly string[]
  /** Not even to somebody who breaks the glass. */
  readonly never: readonly string[]
}

/** A locate that is open, one that was declined, an agreement, and an IOI that waits. */
async function busyMarket({ desk, scene, people }: StaffedServer): Promise<Secrets> {
  const { alder, birch } = scene
  const market: string[] = quantities.flatMap((quantity) => [String(quantity), quantity.toLocaleString('en')])
  const never: string[] = []
  for (const [ric, quantity, ends] of [
    ['6758.T', 33_300, 'declined'],
    ['8306.T', 44_400, 'accepted'],
    ['6861.T', 98_700, 'open'],
  ] as const) {
    const { id } = await alder.advertises('BUY', ric, quantity)
    const { id: contraId } = await birch.advertises('SELL', ric, quantity)
    const [locate, contra] = [await alder.isLocated(id), await birch.isLocated(contraId)]
    market.push(id, contraId, locate.locateNotificationId)
    if (ends === 'open') continue
    await alder.accepts(locate)
    if (ends === 'declined') await birch.declines(contra)
    else {
      const agreed = await birch.accepts(contra)
      market.push(agreed.connectionAgreementId ?? '')
      never.push(agreed.password ?? '')
    }
  }
  const waiting = await alder.advertises('BUY', '7267.T', 765_400, { limitPrice })
  market.push(waiting.id, String(limitPrice), limitPrice.toLocaleString('en'), String(limitPrice * yen))
  never.push(...(await secretsOfPeople(desk)))
  for (const person of [alder, birch, ...staffGrants.map((grant) => people[grant])])
    never.push(person.token ?? '')
  // The end of an export is exclusive.
  desk.clock.advance(1_000)
  if ([...market, ...never].some((secret) => secret.length < 5)) throw new Error('a secret is too short')
  return { market, never }
}

const phone = '+819087654321'

/** A new user, whose password waits in the outbox, a link for a forgotten one, and a telephone number. */
async function secretsOfPeople(desk: StaffedServer['desk']): Promise<readonly string[]> {
  const email = 'mika@alder.example'
  const newcomer = { email, role: 'TRADER', firm: 'Alder', phone } as const
  await desk.addUser({ ...newcomer, password: undefined as never })
  const mailed = /Temporary password: (\S+)/.exec(await desk.newestMessage(email))?.[1] ?? ''
  await desk.person('nobody').callsOk('/password/forgot-password/trader@alder.example')
  const link = /resetToken=([\w-]+)/.exec(await desk.newestMessage('trader@alder.example'))?.[1] ?? ''
  return [phone, phone.replace('+81', '0'), mailed, link]
}

/** What the page of every user, every security and every trader's rating shows, and an unlimited search. */
async function furtherCalls({ desk }: StaffedServer): Promise<readonly ConsoleCall[]> {
  const { database } = desk.app
  const people = await database.selectFrom('person').select(['id', 'role']).execute()
  return [
    { name: 'operationsEquities' },
    ...['6758.T', '8306.T', '6861.T', '7267.T'].map((ric) => ({
      name: 'operationsSecurity',
      params: { ric },
    })),
    ...people.map(({ id }) => ({ name: 'operationsUser', params: { userId: id } })),
    ...people
      .filter(({ role }) => role === 'TRADER')
      .map(({ id }) => ({ name: 'showRating', body: { userId: id } })),
    { name: 'searchAuditTrail', body: today },
    { name: 'viewSurveillance', body: { day: today.from, reason } },
  ]
}

/** How the two institutions that met are named: their names, ids and users. */
async function houses({ desk }: StaffedServer): Promise<readonly (readonly string[])[]> {
  const { database } = desk.app
  const named: string[][] = []
  for (const name of ['Alder', 'Birch']) {
    const { id } = await database
      .selectFrom('firm')
      .select('id')
      .where('name', '=', name)
      .executeTakeFirstOrThrow()
    const email = `trader@${name.toLowerCase()}.example`
    named.push([name, id, email, await userIdOf(desk, email)])
  }
  return named
}

/** The objects in a reply whose own texts name both institutions. */
function pairsIn(value: unknown, named: readonly (readonly string[])[]): readonly object[] {
  if (value === null || typeof value !== 'object') return []
  const below = Object.values(value).flatMap((each) => pairsIn(each, named))
  if (Array.isArray(value)) return below
  const own = Object.values(value).filter((each) => typeof each === 'string')
  const isPair = named.every((names) => own.some((text) => names.some((name) => text.includes(name))))
  return isPair ? [value, ...below] : below
}

const parsed = (text: string): unknown =>
  text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : null

test('the console shows no IOI, no locate, nobody who met whom and no secret, to any grant', async () => {
  const server = await startStaffedServer({ brokers: ['Hinoki'], env: { CALENDAR: 'jpx' } })
  const { market, never } = await busyMarket(server)
  const named = await houses(server)
  const leaks: string[] = []
  const answered = new Set<string>()
  let shownByGlass = 0

  function examine(what: string, text: string, breaksGlass: boolean): void {
    const found = occurringSecrets(text, breaksGlass ? never : [...market, ...never])
    if (found.length > 0) leaks.push(`${what}: ${found.join(', ')}`)
    if (breaksGlass) shownByGlass += occurringSecrets(text, market).length
    else for (const pair of pairsIn(parsed(text), named)) leaks.push(`${what}: ${JSON.stringify(pair)}`)
  }

  for (const each of commandCases) {
    const request = await each.prepare(server.scene)
    const { call } = request
    if (call !== null) {
      const breaksGlass = guardOf(each.name)?.breaksGlass ?? false
      const asked = await server.runs(each, request)
      examine(each.label, asked.text, false)
      if (asked.code === 'DONE') answered.add(call.name)
      if (asked.approval !== null) {
        const approved = await server.approves(secondOf(each), asked.approval, 'console')
        examine(`${each.label}, approved`, approved.text, false)
        examine(`${each.label}, fetched`, (await server.runs(each, request)).text, breaksGlass)
        answered.add(call.name)
      }
      for (const grant of staffGrants)
        if (grant !== each.by)
          examine(`${each.label} by ${grant}`, (await callsConsole(server.people[grant], call)).text, false)
    }
    await each.undo?.(server.scene)
  }
  for (const call of await furtherCalls(server))
    for (const grant of staffGrants) {
      const { code, text } = await callsConsole(server.people[grant], call)
      examine(`${JSON.stringify(call)} by ${grant}`, text, false)
      if (code === 'DONE') answered.add(call.name)
    }

  expect(leaks).toEqual([])
  const ofConsole = calls.filter(({ path }) => path.startsWith('/operations/')).map(({ name }) => name)
  expect([...answered].toSorted()).toEqual(ofConsole.toSorted())
  // The same search finds them where they are shown.
  expect(shownByGlass).toBeGreaterThan(10)
})
