import { request } from 'node:http'
import type { Advert, AdvertSubmission } from '@aitai/contract/schemas/adverts.ts'
import type { ConnectionAgreement } from '@aitai/contract/schemas/agreements.ts'
import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import { expect } from 'vitest'
import { startTestServer, type TestServer, type TestServerOptions } from '../../support/test-server.ts'
import { locateAnswerBody, type TestUser } from '../../support/test-user.ts'
import { toyota, untilStatus } from '../journey-fixtures.ts'

export const alderEmail = 'trader@alder.example'

/** One trader and one broker: enough where nobody else is involved. */
export async function startWithOneUser(
  options: TestServerOptions = {},
): Promise<{ desk: TestServer; alder: TestUser }> {
  const desk = await startTestServer({ firms: ['Alder'], brokers: ['Hinoki'], ...options })
  return { desk, alder: await desk.trader('alder') }
}

export interface CallFixture {
  readonly desk: TestServer
  readonly alder: TestUser
  readonly birch: TestUser
  readonly hinoki: TestUser
}

/** Two institutions with one broker, all three connected. */
export async function startCallFixture(options: TestServerOptions = {}): Promise<CallFixture> {
  const desk = await startTestServer({ firms: ['Alder', 'Birch'], brokers: ['Hinoki'], ...options })
  const alder = await (await desk.trader('alder')).connects()
  const birch = await (await desk.trader('birch')).connects()
  const hinoki = await (await desk.broker('hinoki')).connects()
  return { desk, alder, birch, hinoki }
}

export interface LocatedSides {
  readonly alders: LocateNotification
  readonly birchs: LocateNotification
}

/** Alder buys, Birch sells half of that, and both are notified of a contra. */
export async function locateSides({ alder, birch }: CallFixture, ric = toyota): Promise<LocatedSides> {
  const { id } = await alder.advertises('BUY', ric, 20_000)
  const contra = await birch.advertises('SELL', ric, 10_000)
  return { alders: await alder.isLocated(id), birchs: await birch.isLocated(contra.id) }
}

/** Both accept. */
export async function agreeSides(
  market: CallFixture,
  ric = toyota,
): Promise<LocatedSides & { agreementId: string }> {
  const { alder, birch } = market
  const meeting = await locateSides(market, ric)
  const path = '/locate-notification/connect-acceptance'
  await alder.asks(path, { body: locateAnswerBody(meeting.alders) })
  await birch.asks(path, { body: locateAnswerBody(meeting.birchs) })
  const { connectionAgreementId } = await alder.receives('Contra Connection Accepted!')
  return { ...meeting, agreementId: connectionAgreementId ?? '' }
}

/** The executing broker's only agreement. */
export async function onlyAgreement({ hinoki }: CallFixture): Promise<ConnectionAgreement> {
  const [agreement] = await hinoki.asks<ConnectionAgreement[]>(
    '/connection-agreement/broker-user-execution-listing',
  )
  if (!agreement) throw new Error('the broker has no agreement')
  return agreement
}

/** The body of a submit: every name that the specification lists, and no other. */
export function submissionBodyOf(advert: Advert, changed: Partial<Advert> = {}): AdvertSubmission {
  const of = { ...advert, ...changed }
  return {
    id: of.id,
    securityId: of.securityId,
    duration: of.duration,
    direction: of.direction,
    shareQuantity: of.shareQuantity,
    minimumQuantity: of.minimumQuantity,
    quantityDecay: of.quantityDecay,
    currentQuantity: of.currentQuantity,
    credibilityHurdle: of.credibilityHurdle,
    advertisingTriggerActivated: of.advertisingTriggerActivated,
    advertisingTrigger: of.advertisingTrigger,
    advertTriggerSatisfied: of.advertTriggerSatisfied,
    knockoutTriggerActivated: of.knockoutTriggerActivated,
    knockoutTrigger: of.knockoutTrigger,
    indexRelativeKOTriggerActivated: of.indexRelativeKOTriggerActivated,
    indexRelativeKOTrigger: of.indexRelativeKOTrigger,
    brokerIds: of.brokerIds,
    ranked: of.ranked,
    transactionType: of.transactionType,
    transactionTypePreference: of.transactionTypePreference,
    usdnotional: of.usdnotional,
    jpynotional: of.jpynotional,
  }
}

/** Waits until an advert is live. */
export const untilLive = (someone: TestUser, { id }: Pick<Advert, 'id'>) => untilStatus(someone, id, 'LIVE')

/**
 * Advances an hour with a call every so many milliseconds: no rate limit is hit, and the session stays open.
 */
export async function pollFor(
  desk: TestServer,
  someone: TestUser,
  path: string,
  everyMs: number,
  times: number,
) {
  for (let i = 0; i < times; i += 1) {
    await someone.asks(path)
    desk.clock.advance(everyMs)
  }
}

/** The default rate limits. */
export const defaultLimitsEnv = { CHANGES_PER_SECOND: '5', READS_PER_SECOND: '20', VISITS_PER_SECOND: '20' }

/**
 * Sends a request with any header, also those that only a browser may send. Returns its status and its JSON.
 */
export function requestWithHeaders(
  desk: TestServer,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<{ status: number; body: unknown }> {
  return new Promise((answered, failed) => {
    const outgoing = request(`${desk.url}/api${path}`, { headers }, (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => {
        text += chunk.toString('utf8')
      })
      response.on('end', () =>
        answered({ status: response.statusCode ?? 0, body: JSON.parse(text) as unknown }),
      )
    })
    outgoing.on('error', failed)
    outgoing.end()
  })
}

/**
 * A GET that changes something requires the bearer header: without it, by HEAD or as a page navigation it
 * does nothing.
 */
export async function expectBearerOnly(desk: TestServer, someone: TestUser, path: string): Promise<void> {
  expect((await someone.calls(path, { token: null })).status).toBe(401)
  expect((await someone.calls(path, { method: 'HEAD' })).status).toBe(405)
  const authorization = `Bearer ${someone.token}`
  expect(await requestWithHeaders(desk, path, { authorization, 'sec-fetch-mode': 'navigate' })).toMatchObject(
    {
      status: 403,
      body: { errorCode: 'FORBIDDEN' },
    },
  )
}
