import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { Failure } from '@aitai/contract/schemas/failures.ts'
import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import type { VersionedWatchlist, Watchlist } from '@aitai/contract/schemas/preferences.ts'
import type { AdvertStatus, Direction } from '@aitai/engine/model/advert.ts'
import { catalogues, isTextKey, languages } from '@aitai/messages/texts.ts'
import { expect, onTestFinished } from 'vitest'
import { openStompSession } from '../live/stomp-clients.ts'
import { startTestServer, type TestServer, type TestServerOptions } from './test-server.ts'
import type { ApiResponse, TestUser } from './test-user.ts'
import { until } from './until.ts'

export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const toyota = '7203.T'

/** A single trader, present so that adverts can match. */
export async function startWithOneTrader(
  options: TestServerOptions = {},
): Promise<{ desk: TestServer; alder: TestUser }> {
  const desk = await startTestServer({ firms: ['Alder'], brokers: ['Hinoki'], ...options })
  return { desk, alder: await (await desk.trader('alder')).connects() }
}

export interface TwoTraders {
  readonly desk: TestServer
  readonly alder: TestUser
  readonly birch: TestUser
}

/** Traders of two institutions with one broker, both present. */
export async function startWithTwoTraders(options: TestServerOptions = {}): Promise<TwoTraders> {
  const desk = await startTestServer({ brokers: ['Hinoki'], ...options })
  const there = async (firm: string): Promise<TestUser> => (await desk.trader(firm)).connects()
  const [alder, birch] = await Promise.all([there('alder'), there('birch')])
  return { desk, alder, birch }
}

/** Waits until an advert is in one of these states, and returns it. */
export const untilStatus = (person: TestUser, id: string, ...statuses: AdvertStatus[]): Promise<Advert> =>
  until(`${id} to be ${statuses.join(' or ')}`, async () => {
    const advert = await person.advert(id)
    return statuses.includes(advert.advertisementStatus) && advert
  })

/** Sends an advert and waits until it is live. */
export async function liveAdvert(
  person: TestUser,
  ric = toyota,
  direction: Direction = 'BUY',
): Promise<Advert> {
  const { id } = await person.advertises(direction, ric, 10_000)
  return untilStatus(person, id, 'LIVE')
}

export interface LocatedPair {
  readonly id: string
  readonly contraId: string
  readonly locate: LocateNotification
  readonly contra: LocateNotification
}

/** Alder buys and birch sells this many shares until both are in a locate. */
export async function locatePair(
  { alder, birch }: TwoTraders,
  ric = toyota,
  selling = 10_000,
  buying = 10_000,
): Promise<LocatedPair> {
  const { id } = await alder.advertises('BUY', ric, buying, { minimumQuantity: 10 })
  const { id: contraId } = await birch.advertises('SELL', ric, selling)
  return { id, contraId, locate: await alder.isLocated(id), contra: await birch.isLocated(contraId) }
}

/** Two traders in a locate. */
export async function startLocated(options: TestServerOptions = {}): Promise<TwoTraders & LocatedPair> {
  const both = await startWithTwoTraders(options)
  return { ...both, ...(await locatePair(both)) }
}

export interface AgreedPair extends LocatedPair {
  readonly connectionAgreementId: string
}

/** Both are located as in `locatePair`, and both accept. */
export async function agreePair(
  both: TwoTraders,
  ric = toyota,
  selling = 10_000,
  buying = 10_000,
): Promise<AgreedPair> {
  const pair = await locatePair(both, ric, selling, buying)
  await both.alder.accepts(pair.locate)
  const { connectionAgreementId } = await both.birch.accepts(pair.contra)
  await both.birch.receives('Contra Connection Accepted!')
  return { ...pair, connectionAgreementId: String(connectionAgreementId) }
}

/** Two traders who have both accepted. */
export async function startAgreed(options: TestServerOptions = {}): Promise<TwoTraders & AgreedPair> {
  const both = await startWithTwoTraders(options)
  return { ...both, ...(await agreePair(both)) }
}

/** Adverts in securities of their own, with the status that each reaches. */
type Hanging = ReadonlyMap<AdvertStatus, string>

const alonePositions: Hanging = new Map([
  ['LIVE', '6758.T'],
  ['PAUSED', '4063.T'],
  ['DEAD', '7011.T'],
  ['SENT', '8306.T'],
  ['UNSENT', '6501.T'],
])
const positions: Hanging = new Map([
  ...alonePositions,
  ['COMPLETED', '4519.T'],
  ['ACCEPT/DECLINE?', '7203.T'],
  ['LOCATED', '9984.T'],
])

/** Creates an advert for each status that needs no contra. */
async function hangs(alder: TestUser): Promise<void> {
  const ricOf = (status: AdvertStatus): string => alonePositions.get(status) ?? ''
  await liveAdvert(alder, ricOf('LIVE'))
  await changeAdvert(alder, 'pause', await liveAdvert(alder, ricOf('PAUSED')))
  await changeAdvert(alder, 'cancel', await liveAdvert(alder, ricOf('DEAD')))
  const waits = { advertisingTriggerActivated: true, advertisingTrigger: 2_300 }
  await alder.advertises('BUY', ricOf('SENT'), 10_000, waits)
  await alder.drafts(ricOf('UNSENT'))
}

/** The adverts by their status, once each has reached it. */
async function shown<S extends AdvertStatus>(alder: TestUser, wanted: Hanging) {
  const adverts = await until('an advert in every status', async () => {
    const all = await alder.adverts()
    const isThere = ([status, ric]: [AdvertStatus, string]): boolean =>
      all.some((each) => each.advertisementStatus === status && each.securityName.startsWith(ric))
    return [...wanted].every(isThere) && all
  })
  expect(adverts).toHaveLength(wanted.size)
  return Object.fromEntries(adverts.map((each) => [each.advertisementStatus, each])) as Record<S, Advert>
}

/** A single trader with an advert in every status that needs no contra. */
export async function advertInEveryOwnStatus(options: TestServerOptions = {}) {
  const { desk, alder } = await startWithOneTrader(options)
  await hangs(alder)
  type Own = 'LIVE' | 'PAUSED' | 'DEAD' | 'SENT' | 'UNSENT'
  return { desk, alder, adverts: await shown<Own>(alder, alonePositions) }
}

/** Two traders, and an advert of the first in every status. */
export async function advertInEveryStatus(options: TestServerOptions = {}) {
  const both = await startWithTwoTraders(options)
  const { alder } = both
  await agreePair(both, positions.get('COMPLETED'), 8_000)
  await locatePair(both, positions.get('ACCEPT/DECLINE?'))
  await alder.accepts((await locatePair(both, positions.get('LOCATED'))).locate)
  await hangs(alder)
  return { ...both, adverts: await shown<AdvertStatus>(alder, positions) }
}

/** Requests an action on an advert, by a GET as the specification has it. */
export const changeAdvert = (
  person: TestUser,
  what: 'pause' | 'resume' | 'cancel',
  { id }: Pick<Advert, 'id'>,
) => person.calls<Advert & Failure>(`/advert/${what}-advert/${id}`)

/** Advances the clock, in milliseconds, for a user who reads the list every half hour. */
export async function advanceTime(desk: TestServer, person: TestUser, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 30 * minuteMs) {
    desk.clock.advance(Math.min(left, 30 * minuteMs))
    await person.adverts()
  }
}

/** Expects that the code has a text in both languages, and that every placeholder can be filled. */
export function expectTextInBothLanguages(
  code: string | null | undefined,
  values: Readonly<Record<string, unknown>> = {},
): void {
  expect(code && isTextKey(code), `${code} has no text`).toBe(true)
  for (const language of languages)
    for (const [, name] of catalogues[language][code as 'INVALID'].matchAll(/\{(\w+)\}/g))
      expect(Object.keys(values), `${code} in ${language} names {${name}}`).toContain(name)
}

/** A socket on a topic that acknowledges nothing automatically, and records how it was closed. */
export async function openSocketOf({ desk, token }: TestUser) {
  const socket = openStompSession(`${desk.url}/api/websocket-endpoint`, token ?? '')
  onTestFinished(() => socket.client.deactivate())
  await until('a subscription', async () => socket.isSubscribed())
  return socket
}

/** The close codes of a user's socket, once it was closed. */
export const closeCodeOf = (socket: Awaited<ReturnType<typeof openSocketOf>>): Promise<number> =>
  until('the socket to close', async () => socket.closes[0])

/** What is stored, with its version. */
export const loadWatchlist = (trader: TestUser): Promise<VersionedWatchlist> =>
  trader.callsOk('/user-defaults/get-watchlist')

/** Replaces the list that is stored now. */
export async function saveWatchlist<T = VersionedWatchlist>(
  trader: TestUser,
  list: Watchlist,
): Promise<ApiResponse<T>> {
  const { version } = await loadWatchlist(trader)
  return trader.calls('/user-defaults/set-watchlist', { body: { ...list, version } })
}
