import * as adverts from '@aitai/contract/routes/adverts.ts'
import type { AdvertSubmission, Advert as AdvertView } from '@aitai/contract/schemas/adverts.ts'
import { type AdvertDraft, draftTerms } from '@aitai/engine/adverts/draft.ts'
import { ownAdvert, ownAdverts, traderOf } from '@aitai/engine/model/lookups.ts'
import type { Price } from '@aitai/engine/model/price.ts'
import type { AppContext } from '../context.ts'
import { Refused } from '../errors.ts'
import { invalid, refusalText } from '../http/failures.ts'
import type { KeyedRequest } from '../market/idempotency.ts'
import type { StateView } from '../market/market.ts'
import { advertView } from '../market/views.ts'
import { arrivalPrices } from '../quotes/arrival-prices.ts'
import { randomId } from '../random.ts'
import { advertTermsFrom } from './advert-terms.ts'
import { priceOf } from './market-status.ts'
import { preferencesOf } from './preferences.ts'
import { brokersOf } from './reference.ts'
import { serve } from './serve.ts'

/** A trader's own adverts (docs/specification.md §7, docs/rules.md §2). */
export function advertCalls(app: AppContext): void {
  const { market, quotes } = app
  const show = (...advertIds: readonly string[]) => shown(app, advertIds)

  serve(app, adverts.advertList, (_, { userId }) =>
    market.read((state, at) => {
      const names = app.reference.names()
      return ownAdverts(state, userId).map((advert) => advertView(state, advert, quotes, names, at))
    }),
  )

  serve(app, adverts.createAdvert, async ({ securityId }, { userId, firmId }, keyed) => {
    const advertId = randomId()
    try {
      const draft = await freshDraft(app, userId, firmId, securityId)
      const command = { type: 'createAdvert', traderId: userId, advertId, securityId, ...draft } as const
      return await market.submit(command, show(advertId), keyed)
    } catch (error) {
      // The specification's client reads `error` from a 200 reply.
      if (!(error instanceof Refused)) throw error
      return { error: refusalText(error), errorCode: error.refusal.errorCode }
    }
  })

  serve(app, adverts.submitAdvert, async (body, { userId }, keyed) => {
    const again = randomId()
    const { mid: arrivalMid, ...command } = await submissionCommand(app, userId, body)
    if (!app.reference.names().isListed(body.securityId)) throw unlisted()
    return market.submit(
      { type: 'submitAdvert', freshId: again, ...command, arrivalMid, usdJpy: app.quotes.usdJpy() },
      show(again, body.id),
      keyed,
    )
  })

  serve(app, adverts.modifyAdvert, async (body, { userId }, keyed) => {
    const { mid: _, ...command } = await submissionCommand(app, userId, body)
    return market.submit({ type: 'modifyAdvert', ...command }, show(body.id), keyed)
  })

  actionCalls(app)
  serve(app, adverts.createResidualAdvertisement, (input, { userId }, keyed) =>
    residualOf(app, userId, input.advertId, keyed),
  )
}

/** Runs a command on an advert that needs no new terms. */
function actionCalls(app: AppContext): void {
  const { market } = app
  const show = (id: string) => shown(app, [id])

  serve(app, adverts.pauseAdvert, ({ id }, { userId }, keyed) =>
    market.submit({ type: 'pauseAdvert', traderId: userId, advertId: id }, show(id), keyed),
  )

  serve(app, adverts.resumeAdvert, async ({ id }, { userId }, keyed) => {
    const price = await lastPriceOf(app, userId, id)
    return market.submit({ type: 'resumeAdvert', traderId: userId, advertId: id, price }, show(id), keyed)
  })

  serve(app, adverts.cancelAdvert, ({ id }, { userId }, keyed) =>
    market.submit({ type: 'cancelAdvert', traderId: userId, advertId: id }, show(id), keyed),
  )
}

/** Creates a draft of the residual of a completed advert, priced at the last price (docs/rules.md §10). */
async function residualOf(
  app: AppContext,
  traderId: string,
  advertId: string,
  keyed: KeyedRequest | null,
): Promise<AdvertView> {
  const { market, reference } = app
  const residualId = randomId()
  const price = await lastPriceOf(app, traderId, advertId, (securityId) => {
    if (!reference.names().isListed(securityId)) throw unlisted()
  })
  const command = { type: 'createResidual', traderId, advertId, residualId, price } as const
  return market.submit(command, shown(app, [residualId]), keyed)
}

/** The last price of the security of a trader's own advert, 0 for any other. `check` may refuse the security. */
const lastPriceOf = (
  { market, quotes }: AppContext,
  traderId: string,
  advertId: string,
  check: (securityId: string) => void = () => {},
): Promise<Price> =>
  market.read((state) => {
    const advert = ownAdvert(state, traderId, advertId)
    if (!advert) return 0
    check(advert.securityId)
    return priceOf(quotes.quoteOf(advert.securityId), state.securities.get(advert.securityId))
  })

/** The first of these adverts that exists, as its owner sees it right after a command. */
const shown =
  ({ quotes, reference }: AppContext, advertIds: readonly string[]): StateView<AdvertView> =>
  (state, at) => {
    const advert = advertIds.map((id) => state.adverts.get(id)).find((each) => each !== undefined)
    if (!advert) throw new Error(`none of the adverts ${advertIds.join()} exists`)
    return advertView(state, advert, quotes, reference.names(), at)
  }

/** For a security that an import has left out: existing adverts on it continue, but no new ones are sent. */
const unlisted = () => new Refused({ errorCode: 'SECURITY-NOT-FOUND' })

/** Creates a draft on a security. Throws Refused if the security cannot be advertised. */
async function freshDraft(
  app: AppContext,
  userId: string,
  firmId: string,
  securityId: string,
): Promise<AdvertDraft> {
  const brokerIds = (await brokersOf(app, firmId)).map(({ brokerID }) => brokerID)
  const preferences = await preferencesOf(app, userId)
  return app.market.read((state) => {
    const security = state.securities.get(securityId)
    if (!security || !app.reference.names().isListed(securityId)) throw unlisted()
    const price = priceOf(app.quotes.quoteOf(securityId), security)
    const { rating } = traderOf(state, userId)
    return draftTerms({ security, price, limits: state.limits, rating, brokerIds, preferences })
  })
}

/**
 * The part of the submit and modify commands that comes from the client; the server adds the rest
 * (docs/rules.md §2). `mid` is that of a fresh quote, else null.
 */
async function submissionCommand({ market, quotes }: AppContext, traderId: string, body: AdvertSubmission) {
  const { id: advertId, securityId } = body
  const priced = await market.read((state, at) => {
    // Let the engine answer not-found for another trader's advert, so that its existence does not leak.
    const advert = ownAdvert(state, traderId, advertId)
    if (advert && advert.securityId !== securityId) throw invalid('securityId')
    return arrivalPrices(state, securityId, quotes.quoteOf(securityId), at)
  })
  return { traderId, advertId, terms: advertTermsFrom(body), ...priced }
}
