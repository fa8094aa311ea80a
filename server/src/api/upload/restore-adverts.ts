import { prepareRestore } from '@aitai/contract/routes/upload.ts'
import type { PreviousAdvert as Previous } from '@aitai/contract/schemas/upload.ts'
import { toPriceOrNull } from '@aitai/engine/model/price.ts'
import { type PreviousAdvert, validateRestore } from '@aitai/engine/upload/restore.ts'
import type { AppContext } from '../../context.ts'
import { serve } from '../serve.ts'
import { maxRowsOf, resultRows, tooManyRows } from './result-rows.ts'

/**
 * Validates the adverts of an earlier day for a restore. Creates nothing (docs/specification.md §7,
 * docs/rules.md §18).
 */
export function restoreCalls(app: AppContext): void {
  serve(app, prepareRestore, async (adverts, trader) => {
    const maxRows = await maxRowsOf(app)
    if (adverts.length > maxRows) throw tooManyRows(maxRows)
    const previous = adverts.map(previousAdvert)
    return resultRows(app, trader, (context) => validateRestore(context, previous))
  })
}

/** In the engine's form, where fields that the client left out are absent. */
const previousAdvert = (stored: Previous): PreviousAdvert => ({
  ...stored,
  orderReference: stored.orderReference ?? null,
  parentQuantity: stored.parentQuantity ?? null,
  doneElsewhere: stored.doneElsewhere ?? 0,
  limitPrice: toPriceOrNull(stored.limitPrice ?? null),
  advertisingTriggerOffset: stored.advertisingTriggerOffset ?? null,
  knockoutTriggerOffset: stored.knockoutTriggerOffset ?? null,
  indexRelativeKOTrigger: stored.indexRelativeKOTrigger ?? null,
  submitTime: stored.submitTime ?? null,
  closePrice: toPriceOrNull(stored.closePrice ?? null),
})
