import { callsByName } from '@aitai/contract/calls.ts'
import { acceptsIdempotencyKey } from '@aitai/contract/routes/route.ts'
import { expect, test } from 'vitest'
import { stateHash } from '../../src/market/fold.ts'
import {
  callNamed,
  hashOfStoredData,
  type PreparedRequest,
  prepareRequest,
  sendPrepared,
  undeclaredFailure,
} from '../support/call-requests.ts'
import { serverOnlyFields } from '../support/json-document.ts'
import { type RequestFixture, startRequestFixture } from '../support/valid-requests.ts'

const names = Object.keys(callsByName)

test('a valid request to every call is answered with 200', async () => {
  const scene = await startRequestFixture()
  const faults: string[] = []

  for (const name of names) {
    const { status, text } = await sendPrepared(await prepareRequest(name, scene))
    if (status !== 200) faults.push(`${name}: ${status} ${text}`)
  }
  expect(faults).toEqual([])
})

test('repeating a request changes nothing in the market', async () => {
  const scene = await startRequestFixture()
  const { market } = scene.desk.app
  const faults: string[] = []

  for (const name of names) {
    const made = await prepareRequest(name, scene)
    await sendPrepared(made)
    await scene.rests()
    const before = await market.read(stateHash)
    const again = await sendPrepared(made)
    const fault = undeclaredFailure(callNamed(name), again)
    if (fault) faults.push(`${name}: ${fault}`)
    if ((await market.read(stateHash)) !== before) faults.push(`${name} did something twice`)
  }
  expect(faults).toEqual([])
})

test('repeating a request under the same key gets the same bytes and changes nothing', async () => {
  const scene = await startRequestFixture()
  const faults: string[] = []

  const kept = names.filter((name) => acceptsIdempotencyKey(callNamed(name)))
  for (const name of kept) {
    const made = await prepareRequest(name, scene)
    const type = callNamed(name).takesFile ? { 'content-type': 'text/csv' } : {}
    const keyed = { method: 'POST', headers: { 'idempotency-key': `once ${name}`, ...type } }
    const first = await sendPrepared(made, keyed)
    await scene.rests()
    await scene.rests()
    const before = await hashOfStoredData(scene.desk.app)
    const again = await sendPrepared(made, keyed)
    if (first.status !== 200 || again.status !== 200) faults.push(`${name}: ${first.text} ${again.text}`)
    if (first.text !== again.text) faults.push(`${name} was answered otherwise`)
    if ((await hashOfStoredData(scene.desk.app)) !== before) faults.push(`${name} did something twice`)
  }
  expect(faults).toEqual([])
  expect(kept.length).toBeGreaterThan(14)

  const rows = await scene.desk.app.database.selectFrom('idempotency').selectAll().execute()
  expect(rows.length).toBeGreaterThanOrEqual(kept.length)
  const stored = JSON.stringify(rows)
  const passwords = await scene.desk.app.market.read(({ agreements }) =>
    [...agreements.values()].flatMap((agreement) =>
      (['BUY', 'SELL'] as const).map(
        (side) => scene.desk.app.reference.names().passwordOf(agreement, side) ?? '',
      ),
    ),
  )
  expect(passwords.length).toBeGreaterThan(1)
  // A stored reply must be unreadable, because some hold the passwords of an agreement.
  for (const text of [...passwords, 'buyPw', 'securityId', scene.alder.email])
    expect(stored).not.toContain(text)
})

/** Occurs nowhere unless the server stores it. */
const secret = 'planted-7f3a91'

/** Fields that only the server may set, added to the declared ones and marked. */
function withExtras({ name, body }: PreparedRequest): object {
  const { properties = {} } = (callNamed(name).body ?? {}) as { properties?: object }
  const foreign = Object.entries(serverOnlyFields).filter(([field]) => !(field in properties))
  const marked = ['notionals', 'password_hash', 'traderName', 'advertId2', 'seq'].map((field) => [
    field,
    secret,
  ])
  return { ...(body as object), ...Object.fromEntries([...foreign, ...marked]) }
}

/** Everything that is stored, as text: each table of the database, and the state in memory. */
async function allStored({ desk }: RequestFixture): Promise<string> {
  const { database, market } = desk.app
  const tables = await database.introspection.getTables()
  const rows = []
  for (const { name } of tables)
    rows.push(
      await database
        .selectFrom(name as 'person')
        .selectAll()
        .execute(),
    )
  const state = await market.read(({ adverts, locates, agreements, traders }) => [
    ...[adverts, locates, agreements, traders].flatMap((each) => [...each.values()]),
  ])
  return JSON.stringify([rows, state])
}

const peopleOf = ({ desk }: RequestFixture) =>
  desk.app.database
    .selectFrom('person')
    .select(['id', 'email', 'role', 'firm_id', 'broker_id', 'first_name', 'active', 'two_factor'])
    .orderBy('id')
    .execute()

/** Calls that exist to change a person: support's and the administrator's. */
const managesPeople = (name: string): boolean => callNamed(name).path.startsWith('/operations/users/')

test('fields that only the server may set are accepted and ignored', async () => {
  const scene = await startRequestFixture()
  const faults: string[] = []

  for (const name of names.filter((each) => callNamed(each).body && !callNamed(each).takesFile)) {
    const made = await prepareRequest(name, scene)
    const people = await peopleOf(scene)
    const body = Array.isArray(made.body)
      ? made.body.map((each: unknown) => withExtras({ ...made, body: each }))
      : withExtras(made)
    const { status, text } = await sendPrepared(made, { body })
    if (status !== 200) faults.push(`${name}: ${status} ${text}`)
    if (text.includes(secret)) faults.push(`${name} repeats what nobody asked for: ${text}`)
    if (!managesPeople(name) && JSON.stringify(await peopleOf(scene)) !== JSON.stringify(people))
      faults.push(`${name} changed a person`)
  }
  expect(faults).toEqual([])
  const stored = await allStored(scene)
  expect(stored).toContain(scene.alder.email)
  expect(stored).not.toContain(secret)
  // As a number of its own: a random id may have the same digits.
  expect(stored).not.toMatch(/(?<![\da-f])77700(?![\da-f])/)
  const ratings = await scene.desk.app.market.read(({ traders }) =>
    [...traders.values()].map(({ rating }) => rating),
  )
  expect(ratings).not.toContain(100)
})
