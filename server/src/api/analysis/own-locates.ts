import { dayOfDate } from '@aitai/engine/calendar/trading-days.ts'
import type { Direction } from '@aitai/engine/model/advert.ts'
import { advertIdOn, sideOf } from '@aitai/engine/model/locate.ts'
import type { AppContext } from '../../context.ts'
import { notFound } from '../../http/failures.ts'
import type { AdvertRecord, LocateRecord } from '../../market/history/history-records.ts'
import type { DaysOfAdverts } from '../../market/history/own-history.ts'

/** The first and the last trading day. */
export type DayRange = readonly [first: number, last: number]

/** The most days that one request may cover. */
const maxDays = 31

/** The first and the last day of a period. Throws 404 for one that does not exist or is too long. */
export function daysOf(period: string): DayRange {
  const [from = '', to = from] = period.split('..')
  const [first, last] = [dayOfDate(from), dayOfDate(to)]
  if (!(first <= last && last - first < maxDays)) throw notFound()
  return [first, last]
}

/** An own side of a locate, with the IOI that it located. */
export interface OwnLocate {
  readonly side: Direction
  readonly locate: LocateRecord
  readonly advert: AdvertRecord
}

/**
 * The trader's own side of every locate, by its time and those of one moment by RIC: an institution is in one locate of
 * a security at a time, so that this is a total order, and it says nothing that the list itself does not.
 */
export function ownLocates({ reference }: AppContext, userId: string, history: DaysOfAdverts): OwnLocate[] {
  const { adverts, locates } = history
  const { equities } = reference.names()
  const ricOf = ({ securityId }: LocateRecord): string => equities.get(securityId)?.security.ric ?? securityId
  const byDay = adverts.toSorted((a, b) => a.day - b.day)
  const newest = new Map(byDay.map((advert) => [advert.advertId, advert]))
  return [...locates.values()]
    .sort((a, b) => a.locatedAt - b.locatedAt || (ricOf(a) < ricOf(b) ? -1 : 1))
    .flatMap((locate) => {
      const side = sideOf(locate, userId)
      const advert = side && newest.get(advertIdOn(locate, side))
      return side && advert ? [{ side, locate, advert }] : []
    })
}
