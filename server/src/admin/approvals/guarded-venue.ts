import { cleanReason } from '@aitai/contract/routes/console/reason.ts'
import { tradingDay } from '@aitai/engine/calendar/trading-days.ts'
import {
  formatSetting,
  isWeakerValue,
  type VenueChange,
  venueSettings,
} from '../../reference/venue-settings.ts'
import { missingReason } from '../admin-context.ts'
import { plannedCancellation, previewVenue, valueOn } from '../reference/venue-changes.ts'
import { type Examine, shownOf } from './guard.ts'

/** Venue settings that weaken a defence, on the day of the change or on a later one. */
export const examineVenue: Examine<'venue set'> = async (admin, args) => {
  const planned = await previewVenue(admin, args)
  if ('refusal' in planned) return planned
  const { before, after, from, today } = planned
  const weaker = weakerSettings(before, after, today)
  // The day is part of it: the same command tomorrow means another one.
  const matched = { ...args, from }
  return weaker.length === 0 ? null : { matched, shown: [...shownOf({ effectiveFrom: from }), ...weaker] }
}

/** The cancellation of a change that would have strengthened one. */
export const examineVenueCancellation: Examine<'venue schedule'> = async (admin, { cancel, reason = '' }) => {
  if (cancel === undefined) return null
  if (!cleanReason(reason)) return missingReason
  const today = tradingDay(admin.now())
  const planned = await plannedCancellation(admin.db, cancel, today)
  if ('refusal' in planned) return planned
  const weaker = weakerSettings(planned.before, planned.after, today)
  return weaker.length === 0 ? null : { shown: [...shownOf({ effectiveFrom: cancel }), ...weaker] }
}

/** Each setting that is weaker after than before on any day from tomorrow on, with its values on the first such day. */
function weakerSettings(before: readonly VenueChange[], after: readonly VenueChange[], today: number) {
  const days = [...new Set([...before, ...after].map(({ day }) => day))]
    .filter((day) => day > today)
    .toSorted((a, b) => a - b)
  return venueSettings.flatMap((setting) => {
    const valuesOn = (day: number) => [before, after].map((changes) => valueOn(changes, day, setting.name))
    const day = days.find((each) => {
      const [now = 0, then = 0] = valuesOn(each)
      return isWeakerValue(setting, now, then)
    })
    if (day === undefined) return []
    const [now = '', then = ''] = valuesOn(day).map((value) => formatSetting(setting, value))
    return shownOf({ setting: `${setting.name}: ${now} → ${then}` })
  })
}
