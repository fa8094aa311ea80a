import { deskExposure, ownExposure } from '@aitai/contract/routes/cost-analysis.ts'
import type { DeskExposure, OwnExposure } from '@aitai/contract/schemas/cost-analysis.ts'
import { dateOfDay, tradingDay } from '@aitai/engine/calendar/trading-days.ts'
import { exposureOf, type ShownInLocate } from '@aitai/engine/cost-analysis/exposure.ts'
import { traderOf } from '@aitai/engine/model/lookups.ts'
import type { AppContext } from '../../context.ts'
import type { LocateRecord } from '../../market/history/history-records.ts'
import { securityNameOf } from '../../market/views.ts'
import { serve } from '../serve.ts'
import { type DayRange, daysOf, type OwnLocate, ownLocates } from './own-locates.ts'

/** What own interest has revealed to contras (docs/rules.md §24, docs/decisions/0152-exposure.md). */
export function exposureCalls(app: AppContext): void {
  serve(app, ownExposure, async ({ period }, { userId }) => {
    const days = daysOf(period)
    return ownExposureOf(app, days, await locatesOf(app, userId, days))
  })

  serve(app, deskExposure, async ({ period }, { userId }) => {
    const days = daysOf(period)
    const traderIds = await app.market.read((state) => {
      const { firmId } = traderOf(state, userId)
      return [...state.traders.values()].filter((each) => each.firmId === firmId).map((each) => each.traderId)
    })
    const located: OwnLocate[] = []
    // One after the other: each reads up to a month of IOIs.
    for (const traderId of traderIds) located.push(...(await locatesOf(app, traderId, days)))
    // What is located, and for how much, is asked of its trader alone until the locate has ended.
    return periodOf(
      days,
      located.filter(({ locate }) => locate.settledAt !== null),
    )
  })
}

async function locatesOf(app: AppContext, traderId: string, [first, last]: DayRange): Promise<OwnLocate[]> {
  const history = await app.history.between(traderId, first, last)
  return ownLocates(app, traderId, history).filter(({ locate }) => {
    const day = tradingDay(locate.locatedAt)
    return day >= first && day <= last
  })
}

function ownExposureOf(app: AppContext, days: DayRange, located: readonly OwnLocate[]): OwnExposure {
  const byAdvert = [...Map.groupBy(located, ({ advert }) => advert.advertId)].map(([advertId, each]) => {
    const { side, locate } = each.at(-1) as OwnLocate
    return {
      advertisementId: advertId,
      securityId: locate.securityId,
      securityName: securityNameOf(app.reference.names(), locate.securityId),
      direction: side,
      shareQuantity: locate.shareQuantity[side],
      ...exposureOf(each.map(shownIn)),
    }
  })
  return { ...periodOf(days, located), byAdvert }
}

function periodOf([first, last]: DayRange, located: readonly OwnLocate[]): DeskExposure {
  const byDay = [...Map.groupBy(located, ({ locate }) => tradingDay(locate.locatedAt))]
    .sort(([a], [b]) => a - b)
    .map(([day, each]) => ({ day: dateOfDay(day), ...exposureOf(each.map(shownIn)) }))
  return { from: dateOfDay(first), to: dateOfDay(last), total: exposureOf(located.map(shownIn)), byDay }
}

const shownIn = ({ locate }: OwnLocate): ShownInLocate => ({
  quantity: locate.locateQuantity,
  mid: locate.midPrice,
  isAgreed: locate.agreementId !== null,
  executed: executedIn(locate),
})

const executedIn = ({ executions }: LocateRecord): number =>
  executions.reduce((sum, { quantity }) => sum + quantity, 0)
