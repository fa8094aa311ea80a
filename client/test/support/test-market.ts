import { type ApiSession, callApi } from '@aitai/contract/api-client.ts'
import { openLiveSocket } from '@aitai/contract/live-client.ts'
import { createAdvert, submitAdvert } from '@aitai/contract/routes/adverts.ts'
import { socketPath } from '@aitai/contract/routes/live.ts'
import { connectAcceptance, listLocateNotifications } from '@aitai/contract/routes/locates.ts'
import { getEquities } from '@aitai/contract/routes/reference.ts'
import { pickTerms } from '@aitai/engine/adverts/terms.ts'
import type { AdminCommandArgs } from '@aitai/server/admin/command-arguments.ts'
import { Client } from '@stomp/stompjs'
import SockJS from 'sockjs-client'
import { runAdminCommand } from './operator-commands.ts'
import { newSessionToken, noteAdded, ownPassword } from './render-app.tsx'

/** Two institutions and a broker for one test file, so that parallel tests do not match its adverts. */
export interface TestMarket {
  /** E-mail addresses. */
  readonly buyer: string
  readonly seller: string
  readonly broker: string
  readonly colleague: string
  /** A second trader of the selling institution, who is not present. */
  readonly colleagueTrader: string
  /** Creates an agreement for the broker: both sides advertise, are located and accept. Returns its id. */
  readonly agree: (ric: string, shares: number) => Promise<string>
  readonly leave: () => Promise<void>
}

type Side = 'BUY' | 'SELL'

/** Adds two institutions and a broker, named after this word, with their users. Both traders are present. */
export async function createTestMarket(word: string): Promise<TestMarket> {
  const [buys, sells, short] = [`${word} Buyers`, `${word} Sellers`, word.slice(0, 3).toUpperCase()]
  await Promise.all([
    runAdminCommand('firm add', { name: buys }),
    runAdminCommand('firm add', { name: sells }),
    runAdminCommand('broker add', { name: `${word} Securities`, shortName: short }),
  ])
  const at = (name: string): string => `${name}@${word.toLowerCase()}.example`
  const addUser = (name: string, account: Pick<AdminCommandArgs<'user add'>, 'role' | 'firm' | 'broker'>) => {
    const user = { email: at(name), firstName: name, lastName: word, password: ownPassword }
    return runAdminCommand('user add', { ...user, ...account })
  }
  await Promise.all([
    runAdminCommand('broker assign', { firm: buys, shortName: short }),
    runAdminCommand('broker assign', { firm: sells, shortName: short }),
    addUser('Buyer', { role: 'TRADER', firm: buys }),
    addUser('Seller', { role: 'TRADER', firm: sells }),
    addUser('Broker', { role: 'BROKER', broker: short }),
    addUser('Colleague', { role: 'BROKER', broker: short }),
    addUser('Second', { role: 'TRADER', firm: sells }),
  ])
  const names = {
    buyer: at('buyer'),
    seller: at('seller'),
    broker: at('broker'),
    colleague: at('colleague'),
    colleagueTrader: at('second'),
  }
  for (const email of Object.values(names)) noteAdded(email)
  const [buyer, seller] = await Promise.all([present(names.buyer), present(names.seller)])
  const agree = async (ric: string, shares: number): Promise<string> => {
    await advertises(buyer.session, ric, 'BUY', shares)
    await advertises(seller.session, ric, 'SELL', shares)
    const locateId = await accepts(buyer, ric)
    await accepts(seller, ric)
    return locateId
  }
  const leave = async (): Promise<void> => {
    await Promise.all([buyer.leave(), seller.leave()])
  }
  return { ...names, agree, leave }
}

interface Trader {
  readonly session: ApiSession
  readonly leave: () => Promise<void>
}

/** The session of a token at the tests' server. */
export const sessionOf = (token: string): ApiSession => ({ baseUrl: location.origin, token })

/** Connects a trader, because nobody is matched without a live socket (docs/rules.md §16). */
async function present(email: string): Promise<Trader> {
  const token = await newSessionToken(email)
  const client = new Client({ webSocketFactory: () => new SockJS(location.origin + socketPath) })
  const socket = openLiveSocket(client, token)
  await socket.open
  return { session: sessionOf(token), leave: socket.close }
}

async function securityOf(session: ApiSession, ric: string): Promise<string> {
  const equities = await callApi(session, getEquities)
  const equity = equities.find((each) => each.ric === ric)
  if (!equity) throw new Error(`no security ${ric}`)
  return equity.equityId
}

/** Sends an advert that lives for 150 minutes. */
export async function advertises(
  session: ApiSession,
  ric: string,
  direction: Side,
  shares: number,
): Promise<void> {
  const securityId = await securityOf(session, ric)
  const draft = await callApi(session, createAdvert, { body: { securityId } })
  if ('error' in draft) throw new Error(draft.error)
  const terms = { direction, shareQuantity: shares, duration: '150', minimumQuantity: 25 } as const
  const body = { ...pickTerms(draft), ...terms, id: draft.id, securityId }
  await callApi(session, submitAdvert, { body })
}

/** Waits for the locate in a security and accepts it; returns its id. */
async function accepts(trader: Trader, ric: string): Promise<string> {
  const { session } = trader
  const securityId = await securityOf(session, ric)
  for (;;) {
    const listed = await callApi(session, listLocateNotifications)
    const open = listed.find((each) => each.securityId === securityId && each.answer === null)
    if (open) {
      const { direction, locateNotificationId: locationNotificationId } = open
      await callApi(session, connectAcceptance, { body: { direction, locationNotificationId } })
      return locationNotificationId
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
