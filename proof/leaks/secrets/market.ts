import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openLiveSocket } from '@aitai/contract/live-client.ts'
import { socketPath } from '@aitai/contract/routes/live.ts'
import type { Advert, AdvertSubmission } from '@aitai/contract/schemas/adverts.ts'
import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { stompClient } from '../../../server/test/live/stomp-clients.ts'
import { repositoryRoot } from '../../harness/server-process.ts'
import { type Installation, type Member, waitUntil } from './installation.ts'

/**
 * Posts quotes at the closing prices twice a second, like a feed handler. Returns a function that stops it.
 */
export async function startQuoteFeed(
  installation: Installation,
  reader: Member,
  rics: readonly string[],
): Promise<() => void> {
  const equities = await installation.callExpecting<Equity[]>(reader, '/equity/get-equities')
  const listed = equities.filter(({ ric }) => rics.includes(ric))
  const handler: Member = {
    email: '',
    name: '',
    password: '',
    token: installation.feedToken,
    address: installation.secrets.address('of the feed handler'),
  }
  const postQuotes = async (): Promise<void> => {
    const time = new Date().toISOString()
    const quotes = listed.map(({ ric, closePrice: last }) => ({
      ric,
      time,
      bid: last - 1,
      ask: last + 1,
      last,
    }))
    // Fails while the server is down. The next batch succeeds.
    await installation.call(handler, '/feed/quotes', { body: { quotes } }).catch(() => {})
  }
  await postQuotes()
  const timer = setInterval(postQuotes, 500)
  return () => clearInterval(timer)
}

/**
 * Subscribes to the member's notifications and acknowledges them. Returns a function that closes the socket.
 */
export async function subscribe(installation: Installation, { token }: Member): Promise<() => Promise<void>> {
  const headers = { Authorization: `Bearer ${token}` }
  const client = stompClient(installation.url + socketPath, 'websocket', headers)
  const socket = openLiveSocket(client, token ?? '')
  await socket.open
  return socket.close
}

export async function securityOf(installation: Installation, member: Member, ric: string): Promise<string> {
  const equities = await installation.callExpecting<Equity[]>(member, '/equity/get-equities')
  const found = equities.find((each) => each.ric === ric)
  if (!found) throw new Error(`${ric} is not listed`)
  return found.equityId
}

type Terms = Partial<AdvertSubmission>

/**
 * Drafts and submits an advert with idempotency keys. All ids are secrets, since the existence of an advert
 * is one.
 */
export async function submitNewAdvert(
  installation: Installation,
  member: Member,
  ric: string,
  terms: Terms,
): Promise<Advert> {
  const { secrets } = installation
  const securityId = await securityOf(installation, member, ric)
  const key = secrets.word('malformed input', 'an idempotency key')
  const headers = { 'idempotency-key': key }
  const draft = await installation.callExpecting<Advert>(member, '/advert/create-advert', {
    body: { securityId },
    headers,
  })
  secrets.plant('advert, locate or agreement', 'an advert', draft.id)
  return submitAdvert(installation, member, draft, terms)
}

export async function submitAdvert(
  installation: Installation,
  member: Member,
  draft: Advert,
  terms: Terms,
): Promise<Advert> {
  const headers = { 'idempotency-key': installation.secrets.word('malformed input', 'an idempotency key') }
  const body = { ...draft, shareQuantity: installation.secrets.shares('of an advert'), ...terms }
  const sent = await installation.callExpecting<Advert>(member, '/advert/submit-advert', { body, headers })
  installation.secrets.plant('advert, locate or agreement', 'an advert', sent.id)
  return sent
}

/** Waits until an advert is located. */
async function awaitLocate(
  installation: Installation,
  member: Member,
  { id }: Advert,
): Promise<LocateNotification> {
  const locate = await waitUntil('a locate', async () => {
    const list = await installation.callExpecting<LocateNotification[]>(
      member,
      '/locate-notification/list-locate-notifications',
    )
    return list.find(({ advertisementId, outcome }) => advertisementId === id && outcome === null)
  })
  installation.secrets.plant('advert, locate or agreement', 'a locate', locate.locateNotificationId)
  return locate
}

/** Waits until an advert is located, and answers with 'connect-acceptance' or 'connect-rejection'. */
export async function answerLocate(
  installation: Installation,
  member: Member,
  advert: Advert,
  how: 'connect-acceptance' | 'connect-rejection',
): Promise<LocateNotification> {
  const { direction, locateNotificationId } = await awaitLocate(installation, member, advert)
  return await installation.callExpecting(member, `/locate-notification/${how}`, {
    body: { direction, locationNotificationId: locateNotificationId },
  })
}

/** What the shipped securities closed at, in yen, as the file has it. */
const closes: ReadonlySet<string> = new Set(
  readFileSync(join(repositoryRoot, 'server/data/equities.csv'), 'utf8')
    .split('\n')
    .map((line) => line.split(',').at(-2) ?? ''),
)

/** Price levels on the tick grid at which no security closed, in yen: one below and one above a mid. */
export const unusualLevels = (
  installation: Installation,
  mid: number,
): { under: number; limit: number; over: number } => {
  const level = (what: string, yen: number): number =>
    Number(installation.secrets.plant('trigger level', what, String(yen)))
  const away = (direction: 1 | -1, from = mid): number => {
    const drawn = Math.floor(from) + direction * (randomInt(21, 149) + 0.5)
    return closes.has(String(drawn)) ? away(direction, from) : drawn
  }
  const limit = away(1)
  return {
    under: level('under the market', away(-1)),
    limit: level('of a limit', limit),
    over: level('over the market', away(1, limit)),
  }
}
