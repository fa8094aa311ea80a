import { request } from 'node:http'
import type { Advert, AdvertSubmission } from '@aitai/contract/adverts.ts'
import type { ConnectionAgreement } from '@aitai/contract/agreements.ts'
import type { LocateNotification } from '@aitai/contract/locates.ts'
import { expect } from 'vitest'
import { type Desk, type DeskOptions, startDesk } from '../desk.ts'
import { answerTo, type Person } from '../person.ts'
import { becomes, toyota } from './journey.ts'

export const alderEmail = 'trader@alder.example'

/** One trader, one broker: enough for what nobody else has a part in. */
export async function alone(options: DeskOptions = {}): Promise<{ desk: Desk; alder: Person }> {
  const desk = await startDesk({ firms: ['Alder'], brokers: ['Hinoki'], ...options })
  return { desk, alder: await desk.trader('alder') }
}

export interface Market {
  readonly desk: Desk
  readonly alder: Person
  readonly birch: Person
  readonly hinoki: Person
}

/** Two institutions with one broker between them, all three listening: the market knows they are there. */
export async function openMarket(options: DeskOptions = {}): Promise<Market> {
  const desk = await startDesk({ firms: ['Alder', 'Birch'], brokers: ['Hinoki'], ...options })
  const alder = await (await desk.trader('alder')).listens()
  const birch = await (await desk.trader('birch')).listens()
  const hinoki = await (await desk.broker('hinoki')).listens()
  return { desk, alder, birch, hinoki }
}

export interface Meeting {
  readonly alders: LocateNotification
  readonly birchs: LocateNotification
}

/** Alder buys, Birch sells half of that, and both are told of a contra. */
export async function meets({ alder, birch }: Market, ric = toyota): Promise<Meeting> {
  const { id } = await alder.advertises('BUY', ric, 20_000)
  const contra = await birch.advertises('SELL', ric, 10_000)
  return { alders: await alder.isLocated(id), birchs: await birch.isLocated(contra.id) }
}

/** Both accept. */
export async function agrees(market: Market, ric = toyota): Promise<Meeting & { agreementId: string }> {
  const { alder, birch } = market
  const meeting = await meets(market, ric)
  const path = '/locate-notification/connect-acceptance'
  await alder.asks(path, { body: answerTo(meeting.alders) })
  await birch.asks(path, { body: answerTo(meeting.birchs) })
  const { connectionAgreementId } = await alder.hears('Contra Connection Accepted!')
  return { ...meeting, agreementId: connectionAgreementId ?? '' }
}

/** The one agreement the executing broker has. */
export async function onlyAgreement({ hinoki }: Market): Promise<ConnectionAgreement> {
  const [agreement] = await hinoki.asks<ConnectionAgreement[]>(
    '/connection-agreement/broker-user-execution-listing',
  )
  if (!agreement) throw new Error('the broker has no agreement')
  return agreement
}

/** The body of a submit: every name the specification lists, and no other. */
export function bodyOf(advert: Advert, changed: Partial<Advert> = {}): AdvertSubmission {
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

/** Waits until an advert is in the pool. */
export const isLive = (someone: Person, { id }: Pick<Advert, 'id'>) => becomes(someone, id, 'LIVE')

/** One hour on, a call every so many milliseconds: none of them is one too many, and the session goes on. */
export async function polls(desk: Desk, someone: Person, path: string, everyMs: number, times: number) {
  for (let i = 0; i < times; i += 1) {
    await someone.asks(path)
    desk.clock.advance(everyMs)
  }
}

/** The limits as they are where nobody chose others. */
export const usualLimits = { CHANGES_PER_SECOND: '5', READS_PER_SECOND: '20', VISITS_PER_SECOND: '20' }

/** A request with any header, such as those that only a browser may send; gives its status and its JSON. */
export function opens(
  desk: Desk,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<{ status: number; body: unknown }> {
  return new Promise((answered, failed) => {
    const asked = request(`${desk.url}/api${path}`, { headers }, (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => {
        text += chunk.toString('utf8')
      })
      response.on('end', () =>
        answered({ status: response.statusCode ?? 0, body: JSON.parse(text) as unknown }),
      )
    })
    asked.on('error', failed)
    asked.end()
  })
}

/**
 * A GET that changes something is done for the bearer header alone: nobody's, a HEAD and a page that opens do
 * nothing (rules 19).
 */
export async function isNoLink(desk: Desk, someone: Person, path: string): Promise<void> {
  expect((await someone.calls(path, { token: null })).status).toBe(401)
  expect((await someone.calls(path, { method: 'HEAD' })).status).toBe(405)
  const authorization = `Bearer ${someone.token}`
  expect(await opens(desk, path, { authorization, 'sec-fetch-mode': 'navigate' })).toMatchObject({
    status: 403,
    body: { errorCode: 'FORBIDDEN' },
  })
}
