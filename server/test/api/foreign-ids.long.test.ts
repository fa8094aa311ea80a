import { randomBytes } from 'node:crypto'
import { callsByName } from '@aitai/contract/calls.ts'
import { methodsOf } from '@aitai/contract/routes/route.ts'
import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import { expect, test } from 'vitest'
import { addBroker } from '../../src/admin/brokers.ts'
import { addFirm } from '../../src/admin/firms.ts'
import { addGrant } from '../../src/admin/users/user-grants.ts'
import {
  callNamed,
  callPath,
  hashOfStoredData,
  type PreparedRequest,
  prepareRequest,
} from '../support/call-requests.ts'
import type { TestUser } from '../support/test-user.ts'
import { type RequestFixture, startRequestFixture } from '../support/valid-requests.ts'

/** The fields with ids of one institution or broker. Securities and brokers are public. */
const own = ['id', 'advertId', 'locationNotificationId', 'connectAgreementId', 'connectionAgreementId']

/** The positions in a call at which such an id occurs. */
function idsIn(name: string): readonly string[] {
  const { params, body } = callNamed(name)
  const { properties = {} } = (params ?? body ?? {}) as { properties?: object }
  return Object.keys(properties).filter((field) => own.includes(field))
}

const bearing = Object.keys(callsByName).filter((name) => idsIn(name).length > 0)

/** Everything of Alder and its broker that an id can refer to. */
async function idsOf({ alder, people, desk }: RequestFixture): Promise<readonly string[]> {
  const adverts = await alder.adverts()
  const locates = await alder.locates()
  const agreements = await people.broker.agreements()
  const notifications = await alder.callsOk<{ id: string }[]>('/notifications')
  const persons = await desk.app.database.selectFrom('person').select('id').execute()
  return [
    ...[adverts, notifications, persons].flatMap((some) => some.map(({ id }: { id: string }) => id)),
    ...locates.map(({ locateNotificationId }) => locateNotificationId),
    ...agreements.map(({ connectionAgreementId }) => connectionAgreementId),
  ]
}

/** An advert of Alder's in every status, a locate, and an agreement. */
async function fillMarket(scene: RequestFixture): Promise<void> {
  const { alder } = scene
  await alder.drafts(scene.ric())
  for (const action of ['pause', 'cancel']) {
    const { id } = await scene.sent()
    await alder.callsOk<Advert>(`/advert/${action}-advert/${id}`)
  }
  await scene.sent()
  await scene.agreed()
  await scene.located()
}

/** Requests of a call with another id, by every method it accepts. */
async function responseTo(
  { name, params, body }: PreparedRequest,
  by: TestUser,
  id: string,
): Promise<string> {
  const call = callNamed(name)
  const named = Object.fromEntries(idsIn(name).map((field) => [field, id]))
  const answers = []
  for (const method of methodsOf(call)) {
    const sent = call.body ? { method, body: { ...(body as object), ...named } } : { method }
    const { status, text } = await by.calls(callPath(call, { ...params, ...named }), sent)
    answers.push(`${status} ${text}`)
  }
  return answers.join('\n')
}

/** As long as ours, but unknown. */
const randomId = (): string => randomBytes(16).toString('hex')

interface Others {
  readonly traders: readonly TestUser[]
  readonly brokers: readonly TestUser[]
  readonly staff: readonly TestUser[]
}

/** A colleague, a trader and a broker of firms that took part in nothing, and somebody of staff. */
async function othersAt({ desk }: RequestFixture): Promise<Others> {
  await addFirm(desk.admin, { name: 'Cypress' })
  await addBroker(desk.admin, { name: 'Momiji', shortName: 'Momiji', contact: 'Momiji desk' })
  await desk.addUser({ email: 'colleague@alder.example', role: 'TRADER', firm: 'Alder' })
  await desk.addUser({ email: 'trader@cypress.example', role: 'TRADER', firm: 'Cypress' })
  await desk.addUser({ email: 'broker@momiji.example', role: 'BROKER', broker: 'Momiji' })
  await desk.addUser({ email: 'onlooker@aitai.example', role: 'STAFF' })
  const grant = {
    email: 'onlooker@aitai.example',
    grant: 'compliance',
    reason: 'looks at everything',
  } as const
  await addGrant(desk.admin, grant)
  const onlooker = await desk.person(grant.email).signsIn()
  const colleague = await desk.person('colleague@alder.example').signsIn()
  return {
    traders: [colleague, await desk.trader('cypress')],
    brokers: [await desk.broker('momiji')],
    staff: [onlooker],
  }
}

test("the reply to another's id is on every call the same bytes as for an unknown one", async () => {
  const scene = await startRequestFixture()
  await fillMarket(scene)
  // Valid requests of Alder and its broker, then sent by others: only the id is another's.
  const made: PreparedRequest[] = []
  for (const name of bearing) made.push(await prepareRequest(name, scene))
  const ids = await idsOf(scene)
  const { traders, brokers, staff } = await othersAt(scene)
  const sendersOf = (name: string): readonly TestUser[] => {
    const { for: audience } = callNamed(name)
    if (audience === 'console') return staff
    return audience === 'broker' ? brokers : traders
  }
  await scene.rests()
  await scene.rests()
  const before = await hashOfStoredData(scene.desk.app)
  const wrong: string[] = []

  for (const each of made)
    for (const by of sendersOf(each.name)) {
      const missing = await responseTo(each, by, randomId())
      if (!/^404 .*NOT_FOUND/.test(missing)) wrong.push(`${each.name}: ${missing}`)
      for (const id of ids) {
        const answer = await responseTo(each, by, id)
        if (answer !== missing) wrong.push(`${each.name}, ${id}: ${answer}`)
      }
    }
  expect(wrong).toEqual([])
  expect(await hashOfStoredData(scene.desk.app)).toBe(before)
  expect(ids.length).toBeGreaterThan(40)
  expect(bearing.length).toBeGreaterThanOrEqual(11)
})
