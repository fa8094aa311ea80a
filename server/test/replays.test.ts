import { isKept } from '@aitai/contract/call.ts'
import { callsByName } from '@aitai/contract/calls.ts'
import { expect, test } from 'vitest'
import { foreignFields } from '../fuzz/spoil.ts'
import { stateHash } from '../src/fold.ts'
import { type Scene, startScene } from './good-asks.ts'
import { callNamed, everything, faultIn, type Made, make, prepared } from './made-calls.ts'

const names = Object.keys(callsByName)

test('every call, made well, is answered with 200', async () => {
  const scene = await startScene()
  const faults: string[] = []

  for (const name of names) {
    const { status, text } = await make(await prepared(name, scene))
    if (status !== 200) faults.push(`${name}: ${status} ${text}`)
  }
  expect(faults).toEqual([])
})

test('the same request again does nothing more to the market', async () => {
  const scene = await startScene()
  const { matchmaking } = scene.desk.app
  const faults: string[] = []

  for (const name of names) {
    const made = await prepared(name, scene)
    await make(made)
    await scene.rests()
    const before = await matchmaking.read(stateHash)
    const again = await make(made)
    const fault = faultIn(callNamed(name), again)
    if (fault) faults.push(`${name}: ${fault}`)
    if ((await matchmaking.read(stateHash)) !== before) faults.push(`${name} did something twice`)
  }
  expect(faults).toEqual([])
})

test('the same request under the same key is answered with the same bytes and leaves everything as it is', async () => {
  const scene = await startScene()
  const faults: string[] = []

  const kept = names.filter((name) => isKept(callNamed(name)))
  for (const name of kept) {
    const made = await prepared(name, scene)
    const type = callNamed(name).takesFile ? { 'content-type': 'text/csv' } : {}
    const keyed = { method: 'POST', headers: { 'idempotency-key': `once ${name}`, ...type } }
    const first = await make(made, keyed)
    await scene.rests()
    await scene.rests()
    const before = await everything(scene.desk.app)
    const again = await make(made, keyed)
    if (first.status !== 200 || again.status !== 200) faults.push(`${name}: ${first.text} ${again.text}`)
    if (first.text !== again.text) faults.push(`${name} was answered otherwise`)
    if ((await everything(scene.desk.app)) !== before) faults.push(`${name} did something twice`)
  }
  expect(faults).toEqual([])
  expect(kept.length).toBeGreaterThan(14)
})

/** Found nowhere if nobody takes it in. */
const canary = 'canary-7f3a91'

/** What only the server may set, beside what the call declares: true ones, and marked. */
function withExtras({ name, body }: Made): object {
  const { properties = {} } = (callNamed(name).body ?? {}) as { properties?: object }
  const foreign = Object.entries(foreignFields).filter(([field]) => !(field in properties))
  const marked = ['notionals', 'password_hash', 'traderName', 'advertId2', 'seq'].map((field) => [
    field,
    canary,
  ])
  return { ...(body as object), ...Object.fromEntries([...foreign, ...marked]) }
}

/** Everything that is stored, as text: each table of the database, and the state in memory. */
async function allStored({ desk }: Scene): Promise<string> {
  const { database, matchmaking } = desk.app
  const tables = await database.introspection.getTables()
  const rows = []
  for (const { name } of tables)
    rows.push(
      await database
        .selectFrom(name as 'person')
        .selectAll()
        .execute(),
    )
  const state = await matchmaking.read(({ adverts, locates, agreements, traders }) => [
    ...[adverts, locates, agreements, traders].flatMap((each) => [...each.values()]),
  ])
  return JSON.stringify([rows, state])
}

const peopleOf = ({ desk }: Scene) =>
  desk.app.database
    .selectFrom('person')
    .select(['id', 'email', 'role', 'firm_id', 'broker_id', 'first_name', 'active', 'two_factor'])
    .orderBy('id')
    .execute()

test('fields that only the server may set are taken and ignored', async () => {
  const scene = await startScene()
  const faults: string[] = []

  for (const name of names.filter((each) => callNamed(each).body && !callNamed(each).takesFile)) {
    const made = await prepared(name, scene)
    const people = await peopleOf(scene)
    const body = Array.isArray(made.body)
      ? made.body.map((each: unknown) => withExtras({ ...made, body: each }))
      : withExtras(made)
    const { status, text } = await make(made, { body })
    if (status !== 200) faults.push(`${name}: ${status} ${text}`)
    if (text.includes(canary)) faults.push(`${name} repeats what nobody asked for: ${text}`)
    if (JSON.stringify(await peopleOf(scene)) !== JSON.stringify(people))
      faults.push(`${name} changed a person`)
  }
  expect(faults).toEqual([])
  const stored = await allStored(scene)
  expect(stored).toContain(scene.alder.email)
  expect(stored).not.toContain(canary)
  expect(stored).not.toContain('77700')
  const ratings = await scene.desk.app.matchmaking.read(({ traders }) =>
    [...traders.values()].map(({ rating }) => rating),
  )
  expect(ratings).not.toContain(100)
})
