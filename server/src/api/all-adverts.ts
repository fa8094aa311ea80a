import * as adverts from '@aitai/contract/routes/adverts.ts'
import * as desk from '@aitai/contract/routes/desk.ts'
import type {
  AllAdvertsResult,
  DeskLimits,
  DeskOpenInterest,
  DeskTrader,
} from '@aitai/contract/schemas/adverts.ts'
import { liveNotional, sizeLimitsOf } from '@aitai/engine/adverts/size-limits.ts'
import { advertCan } from '@aitai/engine/adverts/status-actions.ts'
import { type Advert, isOpen } from '@aitai/engine/model/advert.ts'
import { ownAdverts, traderOf } from '@aitai/engine/model/lookups.ts'
import { type Price, toYen, toYenOrNull } from '@aitai/engine/model/price.ts'
import type { State, Trader } from '@aitai/engine/model/state.ts'
import type { AppContext } from '../context.ts'
import { Refused } from '../errors.ts'
import type { SubmittedCommand } from '../market/market.ts'
import { openInterestOfFirm } from '../market/open-interest.ts'
import { deskAdvertView, personName } from '../market/views.ts'
import { priceOf } from './market-status.ts'
import { serve } from './serve.ts'

type Action = 'pause' | 'resume' | 'cancel'

/**
 * One action on all of a trader's adverts (docs/decisions/0076-all-at-once.md), or on those of all traders of the
 * institution (docs/decisions/0078-desk-head.md). Each advert is a command of its own in the journal, as if its button
 * had been pressed, so that one refusal does not stop the others.
 */
export function allAdvertsCalls(app: AppContext): void {
  serve(app, adverts.pauseAllAdverts, (_, { userId }) => actOnOwn(app, userId, 'pause'))
  serve(app, adverts.resumeAllAdverts, (_, { userId }) => actOnOwn(app, userId, 'resume'))
  serve(app, adverts.cancelAllAdverts, (_, { userId }) => actOnOwn(app, userId, 'cancel'))

  serve(app, desk.deskAdverts, (_, { userId }) => deskOf(app, userId))
  serve(app, desk.deskLimits, (_, { userId }) => limitsOfDesk(app, userId))
  serve(app, desk.deskOpenInterest, (_, { userId }) => openInterestOfDesk(app, userId))
  serve(app, desk.pauseDeskAdverts, (_, { userId }) => actOnDesk(app, userId, 'pause'))
  serve(app, desk.resumeDeskAdverts, (_, { userId }) => actOnDesk(app, userId, 'resume'))
  serve(app, desk.cancelDeskAdverts, (_, { userId }) => actOnDesk(app, userId, 'cancel'))
}

const actOnOwn = (app: AppContext, userId: string, action: Action): Promise<AllAdvertsResult> =>
  actOnAll(app, userId, action, (state) => ownAdverts(state, userId))

/**
 * The head's own adverts too. Of colleagues only what a head has paused is resumed, and only while they are connected
 * (docs/rules.md §15).
 */
const actOnDesk = (app: AppContext, userId: string, action: Action): Promise<AllAdvertsResult> =>
  actOnAll(app, userId, action, (state) =>
    tradersOfDesk(state, userId).flatMap(({ traderId, present }) =>
      ownAdverts(state, traderId).filter(
        ({ isPausedByHead }) => action !== 'resume' || traderId === userId || (present && isPausedByHead),
      ),
    ),
  )

/** Submits the commands together, so that they share one write. Rejects with Unavailable. */
async function actOnAll(
  app: AppContext,
  userId: string,
  action: Action,
  advertsIn: (state: State) => readonly Advert[],
): Promise<AllAdvertsResult> {
  const commands = await app.market.read((state) =>
    advertsIn(state)
      .filter((advert) => advertCan(action, advert))
      .map((advert) => {
        const { id, securityId } = advert
        const price = priceOf(app.quotes.quoteOf(securityId), state.securities.get(securityId))
        return { id, command: commandOf(action, advert, userId, price) }
      }),
  )
  const results = commands.map(async ({ id, command }) => ({
    id,
    errorCode: await refusalOf(app, command),
  }))
  return { results: await Promise.all(results) }
}

/** The command of a user on an own advert, or of a desk head on a colleague's. */
function commandOf(
  action: Action,
  { id: advertId, traderId }: Advert,
  userId: string,
  price: Price,
): SubmittedCommand {
  const subject = { traderId, advertId, ...(traderId === userId ? {} : { deskHeadId: userId }) }
  switch (action) {
    case 'pause':
      return { type: 'pauseAdvert', ...subject }
    case 'resume':
      return { type: 'resumeAdvert', ...subject, price }
    case 'cancel':
      return { type: 'cancelAdvert', ...subject }
  }
}

/** The code of a refusal, or null once the command is in the journal. */
async function refusalOf({ market }: AppContext, command: SubmittedCommand): Promise<string | null> {
  try {
    await market.submit(command)
    return null
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return error.refusal.errorCode
  }
}

/** The traders of a desk head's institution, the head first; nobody if the grant has been withdrawn since. */
function tradersOfDesk(state: State, userId: string): readonly Trader[] {
  const head = state.traders.get(userId)
  if (!head?.isDeskHead) return []
  const colleagues = [...state.traders.values()].filter(
    ({ traderId, firmId }) => firmId === head.firmId && traderId !== userId,
  )
  return [head, ...colleagues]
}

/** What a desk head sees: adverts that are sent and have not ended, of each trader who has one, newest first. */
const deskOf = ({ market, reference, quotes }: AppContext, userId: string): Promise<DeskTrader[]> =>
  market.read((state, at) => {
    const names = reference.names()
    return tradersOfDesk(state, userId)
      .map(({ traderId, present }) => ({
        name: personName(names, traderId) ?? '',
        isYou: traderId === userId,
        isPresent: present,
        adverts: ownAdverts(state, traderId)
          .filter(isOpen)
          .map((advert) => deskAdvertView(state, advert, quotes, names, at)),
      }))
      .filter(({ adverts: live }) => live.length > 0)
      .sort((a, b) => Number(b.isYou) - Number(a.isYou) || a.name.localeCompare(b.name))
  })

/** The size limits of a desk head's institution and their use, as the engine computes it (docs/rules.md §22). */
const limitsOfDesk = ({ market }: AppContext, userId: string): Promise<DeskLimits> =>
  market.read((state) => {
    const { firmId } = traderOf(state, userId)
    const { ONE, ALL } = sizeLimitsOf(state.firms.get(firmId))
    return {
      largestNotional: toYenOrNull(ONE),
      largestLiveNotional: toYenOrNull(ALL),
      liveNotional: Math.round(toYen(liveNotional(state, firmId))),
    }
  })

/** The open interest of a desk head's institution, and of no other (docs/decisions/0148-open-interest.md). */
const openInterestOfDesk = (
  { market, reference, quotes }: AppContext,
  userId: string,
): Promise<DeskOpenInterest> =>
  market.read((state, at) =>
    openInterestOfFirm(state, traderOf(state, userId).firmId, quotes, reference.names(), at),
  )
