import { randomInt } from 'node:crypto'
import type { Advert, AdvertSubmission } from '@aitai/contract/schemas/adverts.ts'
import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { Client } from '@stomp/stompjs'
import SockJS from 'sockjs-client'
import { type Installation, type Member, waitUntil } from './installation.ts'

/** Quotes at the closes, twice a second, as a venue's feed handler posts them. Gives how to end it. */
export async function startQuoteFeed(
  house: Installation,
  reader: Member,
  rics: readonly string[],
): Promise<() => void> {
  const equities = await house.asks<Equity[]>(reader, '/equity/get-equities')
  const listed = equities.filter(({ ric }) => rics.includes(ric))
  const handler: Member = {
    email: '',
    name: '',
    password: '',
    token: house.feedToken,
    address: house.canaries.address('of the feed handler'),
  }
  const tell = async (): Promise<void> => {
    const time = new Date().toISOString()
    const quotes = listed.map(({ ric, closePrice: last }) => ({
      ric,
      time,
      bid: last - 1,
      ask: last + 1,
      last,
    }))
    // While the server is down nobody hears it: the next batch will be heard.
    await house.calls(handler, '/feed/quotes', { body: { quotes } }).catch(() => {})
  }
  await tell()
  const timer = setInterval(tell, 500)
  return () => clearInterval(timer)
}

/** Listens to the own topic until it is ended, and acknowledges everything. */
export async function subscribe(house: Installation, { token }: Member): Promise<() => Promise<void>> {
  const client = new Client({
    webSocketFactory: () =>
      new SockJS(`${house.url}/api/websocket-endpoint`, null, { transports: 'websocket' }),
    reconnectDelay: 0,
    connectHeaders: { Authorization: `Bearer ${token}` },
  })
  const connected = new Promise<void>((resolve) => {
    client.onConnect = () => {
      client.subscribe(`/topic/notifications/${token}`, (frame) => frame.ack(), { ack: 'client' })
      resolve()
    }
  })
  client.activate()
  await connected
  return () => client.deactivate()
}

export async function securityOf(house: Installation, member: Member, ric: string): Promise<string> {
  const equities = await house.asks<Equity[]>(member, '/equity/get-equities')
  const found = equities.find((each) => each.ric === ric)
  if (!found) throw new Error(`${ric} is not listed`)
  return found.equityId
}

type Terms = Partial<AdvertSubmission>

/** Drafts under a key and sends. All of it is remembered: that it exists at all is a secret. */
export async function submitNewAdvert(
  house: Installation,
  member: Member,
  ric: string,
  terms: Terms,
): Promise<Advert> {
  const { canaries } = house
  const securityId = await securityOf(house, member, ric)
  const key = canaries.word('rubbish', 'an idempotency key')
  const headers = { 'idempotency-key': key }
  const draft = await house.asks<Advert>(member, '/advert/create-advert', { body: { securityId }, headers })
  canaries.keep('advert, locate or agreement', 'an advert', draft.id)
  return submitAdvert(house, member, draft, terms)
}

export async function submitAdvert(
  house: Installation,
  member: Member,
  draft: Advert,
  terms: Terms,
): Promise<Advert> {
  const headers = { 'idempotency-key': house.canaries.word('rubbish', 'an idempotency key') }
  const body = { ...draft, shareQuantity: house.canaries.shares('of an advert'), ...terms }
  const sent = await house.asks<Advert>(member, '/advert/submit-advert', { body, headers })
  house.canaries.keep('advert, locate or agreement', 'an advert', sent.id)
  return sent
}

/** Waits until an advert has met another. */
export async function awaitLocate(
  house: Installation,
  member: Member,
  { id }: Advert,
): Promise<LocateNotification> {
  const locate = await waitUntil('a locate', async () => {
    const list = await house.asks<LocateNotification[]>(
      member,
      '/locate-notification/list-locate-notifications',
    )
    return list.find(({ advertisementId, outcome }) => advertisementId === id && outcome === null)
  })
  house.canaries.keep('advert, locate or agreement', 'a locate', locate.locateNotificationId)
  return locate
}

/** Answers a locate, by 'connect-acceptance' or 'connect-rejection'. */
export const answerLocate = (
  house: Installation,
  member: Member,
  { direction, locateNotificationId: locationNotificationId }: LocateNotification,
  how: 'connect-acceptance' | 'connect-rejection',
): Promise<LocateNotification> =>
  house.asks(member, `/locate-notification/${how}`, { body: { direction, locationNotificationId } })

/** Some price levels that nobody would guess, in yen, on a tick: under and over a mid. */
export const unusualLevels = (house: Installation, mid: number): { under: number; over: number } => {
  const level = (what: string, yen: number): number =>
    Number(house.canaries.keep('trigger level', what, String(yen)))
  const away = (): number => randomInt(21, 149) + 0.5
  return { under: level('under the market', mid - away()), over: level('over the market', mid + away()) }
}
