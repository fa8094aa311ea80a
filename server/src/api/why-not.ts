import { whyNotMatching } from '@aitai/contract/routes/adverts.ts'
import type { WhyNot } from '@aitai/contract/schemas/adverts.ts'
import { whyNot } from '@aitai/engine/explain/why-not.ts'
import type { WhyNotReason } from '@aitai/engine/explain/why-not-reason.ts'
import { ownAdvert } from '@aitai/engine/model/lookups.ts'
import { toYen } from '@aitai/engine/model/price.ts'
import type { AppContext } from '../context.ts'
import { notFound } from '../http/failures.ts'
import { serve } from './serve.ts'

/**
 * Why the trader's own advert is not matching: the engine's explanation for its owner, with prices in yen
 * (docs/rules.md §15).
 */
export function whyNotCalls(app: AppContext): void {
  serve(app, whyNotMatching, ({ id }, { userId }) =>
    app.market.read((state, at) => {
      const advert = ownAdvert(state, userId, id)
      if (!advert) throw notFound()
      const sighting = app.quotes.sightingOf(advert.securityId)
      return whyNot(state, advert, sighting, at).map(inYen)
    }),
  )
}

const inYen = ({ code, values: { price, ...values } }: WhyNotReason): WhyNot => ({
  code,
  values: price === undefined ? values : { ...values, price: toYen(price) },
})
