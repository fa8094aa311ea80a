import * as locates from '@aitai/contract/routes/locates.ts'
import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import type { Direction } from '@aitai/engine/model/advert.ts'
import { type Answer, type BothSides, type Locate, sideOf } from '@aitai/engine/model/locate.ts'
import type { Sighting } from '@aitai/engine/model/quote.ts'
import type { Kysely } from 'kysely'
import type { AppContext } from '../context.ts'
import { dataKeysOf } from '../database/encryption/data-keys.ts'
import { encryptLocatePassword } from '../database/encryption/encrypted-columns.ts'
import type { Database } from '../database/schema.ts'
import type { KeyedRequest } from '../market/idempotency.ts'
import type { StateView } from '../market/market.ts'
import { locateView } from '../market/views.ts'
import { randomId, randomPassword } from '../random.ts'
import { serve } from './serve.ts'

/** A trader's own side of its locates (docs/specification.md §7, docs/rules.md §8). */
export function locateCalls(app: AppContext): void {
  const { market } = app

  serve(app, locates.listLocateNotifications, (_, { userId }) =>
    market.read((state, at) =>
      [...state.locates.values()]
        .filter((locate) => sideOf(locate, userId) !== null)
        .sort(newestFirst)
        .map((locate) => locateView(state, locate, userId, app.reference.names(), at)),
    ),
  )

  serve(app, locates.connectAcceptance, (body, { userId }, keyed) =>
    answer(app, userId, 'ACCEPT', body, keyed),
  )
  serve(app, locates.connectRejection, (body, { userId }, keyed) =>
    answer(app, userId, 'DECLINE', body, keyed),
  )
}

const newestFirst = (a: Locate, b: Locate): number => b.locatedAt - a.locatedAt

interface Answering {
  readonly direction: Direction
  readonly locationNotificationId: string
}

/** The passwords of an agreement that an answer may lead to. */
async function encryptedPasswords(db: Kysely<Database>, agreementId: string): Promise<BothSides<string>> {
  const keys = await dataKeysOf(db)
  const encrypted = (side: Direction): string =>
    encryptLocatePassword(keys, randomPassword(), agreementId, side)
  return { BUY: encrypted('BUY'), SELL: encrypted('SELL') }
}

/** What an answer is checked against. */
const answerMarket = (sighting: Sighting | null) => ({
  quote: sighting?.quote ?? null,
  run: sighting?.run ?? [],
  ...(sighting?.malformedForMs === undefined ? {} : { malformedForMs: sighting.malformedForMs }),
})

/**
 * Answers a locate and returns the trader's own side. The contra's answer is included only once both sides
 * may know it (docs/rules.md §8).
 */
async function answer(
  { database, market, quotes, reference }: AppContext,
  traderId: string,
  given: Answer,
  { direction, locationNotificationId: locateId }: Answering,
  keyed: KeyedRequest | null,
): Promise<LocateNotification> {
  const show: StateView<LocateNotification> = (state, at) => {
    const locate = state.locates.get(locateId)
    if (!locate) throw new Error(`locate ${locateId} was answered but is missing`)
    return locateView(state, locate, traderId, reference.names(), at)
  }
  const securityId = await market.read((state) => state.locates.get(locateId)?.securityId)
  const sighting = securityId === undefined ? null : quotes.sightingOf(securityId)
  const agreementId = randomId()
  return market.submit(
    {
      type: 'answerLocate',
      traderId,
      locateId,
      direction,
      answer: given,
      ...answerMarket(sighting),
      agreementId,
      passwords: await encryptedPasswords(database, agreementId),
    },
    show,
    keyed,
  )
}
