import type { ResultRow } from '@aitai/contract/schemas/upload.ts'
import { basisPointsOf } from '@aitai/engine/adverts/percent.ts'
import { editorDefaults, normalizedPreferences } from '@aitai/engine/adverts/preferences.ts'
import { minSharesOf } from '@aitai/engine/adverts/size-limits.ts'
import { Advert, type AdvertTerms, type TriggerOffsets } from '@aitai/engine/model/advert.ts'
import { isInRange } from '@aitai/engine/model/limits.ts'
import { securityOf } from '@aitai/engine/model/lookups.ts'
import type { State } from '@aitai/engine/model/state.ts'
import { type BulkContext, bulkContext } from '@aitai/engine/upload/bulk-context.ts'
import type { RowResult } from '@aitai/engine/upload/row-result.ts'
import type { TraderCaller } from '../../accounts/authorization.ts'
import type { AppContext } from '../../context.ts'
import { failed } from '../../http/failures.ts'
import { advertView } from '../../market/views.ts'
import { priceOf } from '../market-status.ts'
import { preferencesOf } from '../preferences.ts'
import { brokersOf } from '../reference.ts'
import { savedConditionsOf } from '../saved-conditions.ts'

/**
 * Validates a trader's rows against the current state and returns each as the summary list shows it
 * (docs/rules.md §18). Changes nothing.
 */
export async function resultRows(
  app: AppContext,
  { userId, firmId }: TraderCaller,
  validate: (context: BulkContext) => readonly RowResult[],
): Promise<ResultRow[]> {
  const brokers = (await brokersOf(app, firmId)).map(({ brokerID, shortName }) => ({
    brokerId: brokerID,
    shortName,
  }))
  const [preferences, savedConditions] = [
    await preferencesOf(app, userId),
    await savedConditionsOf(app.database, userId),
  ]
  return app.market.read((state, at) => {
    const facts = {
      preferences,
      savedConditions,
      brokers,
      ratiosOf: app.reference.names().ratiosOf,
      priceOf: (security: { readonly securityId: string }) =>
        priceOf(app.quotes.quoteOf(security.securityId), state.securities.get(security.securityId)),
    }
    const known = bulkContext(state, userId, at, facts)
    const { isListed } = app.reference.names()
    // A delisted security is still known, but cannot be advertised.
    const context = {
      ...known,
      securityOf: (id: string) => (isListed(id) ? known.securityOf(id) : undefined),
    }
    const show = (result: RowResult): ResultRow => ({
      line: result.line,
      ric: result.ric,
      status: result.status,
      advertisement: wantedAdvert(app, state, context, result),
      draftId: result.securityId === null ? null : context.draftOn(result.securityId),
      errorCode: result.errorCode,
      errorMap: { ...result.errorMap },
      ...(result.adjusted ? { adjusted: result.adjusted } : {}),
    })
    return validate(context).map(show)
  })
}

/** The current maximum number of rows in a file. */
export const maxRowsOf = ({ market }: AppContext): Promise<number> =>
  market.read(({ limits }) => limits.bulkRows)

export const tooManyRows = (max: number) => failed(400, 'TOO_MANY_ROWS', { variables: { max } })

/** The advert as it would be sent, in the form of a draft; null if the row could not be read. */
function wantedAdvert(
  { quotes, reference }: AppContext,
  state: State,
  context: BulkContext,
  { securityId, terms, offsets }: RowResult,
): ResultRow['advertisement'] {
  if (securityId === null || terms === null || offsets === null) return null
  const draft = draftOf(state, context, securityId, terms, offsets)
  const shown = advertView(state, draft, quotes, reference.names(), context.at)
  return { ...shown, id: null, advertisementStatus: 'UNSENT' }
}

/** An advert that does not exist yet: what a row would become as a draft. */
function draftOf(
  state: State,
  context: BulkContext,
  securityId: string,
  terms: AdvertTerms,
  offsets: TriggerOffsets,
): Advert {
  return new Advert({
    id: '',
    traderId: '',
    firmId: '',
    securityId,
    sequence: 0,
    listPosition: 0,
    draftedAt: context.at,
    terms,
    minShares: minSharesOf(terms, securityOf(state, securityId)),
    offsets: usableOffsets(context, offsets),
    parentAdvertId: null,
  })
}

/** An invalid offset gives no level, so show the one that the draft will get. */
function usableOffsets({ preferences, limits }: BulkContext, offsets: TriggerOffsets): TriggerOffsets {
  const { priceConditions: saved } = normalizedPreferences(preferences ?? editorDefaults, limits)
  const usable = (offset: number, percent: number): number =>
    isInRange(limits.triggerOffset, offset) ? offset : basisPointsOf(percent)
  return {
    advertising: usable(offsets.advertising, saved.advertTriggerOffset),
    knockout: usable(offsets.knockout, saved.knockoutTriggerOffset),
  }
}
