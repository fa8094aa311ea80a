import * as history from '@aitai/contract/routes/history.ts'
import { dateOfDay, dayOfDate, tradingDay } from '@aitai/engine/calendar/trading-days.ts'
import type { AppContext } from '../context.ts'
import { notFound } from '../http/failures.ts'
import { advertEventView, pastAdvertView, pastLocateView } from '../market/history/history-views.ts'
import { serve } from './serve.ts'

/** Past days are listed for about a year. */
const daysListed = 370

/** What became of a trader's own IOIs, also on past days (docs/decisions/0071-own-history.md). */
export function historyCalls(app: AppContext): void {
  serve(app, history.advertEvents, async ({ id }, { userId }) => {
    const events = await app.history.eventsOf(userId, id)
    if (events === null) throw notFound()
    const names = app.reference.names()
    return events.map((event) => advertEventView(event, names))
  })

  serve(app, history.pastDays, async (_, { userId }) => {
    const first = tradingDay(app.now()) - daysListed
    const days = await app.history.daysSince(userId, first)
    return days.map(({ day, sent, completed }) => ({ day: dateOfDay(day), sent, completed }))
  })

  serve(app, history.pastDay, async ({ day: date }, { userId }) => {
    const day = dayOfDate(date)
    if (Number.isNaN(day)) throw notFound()
    const { adverts, locates } = await app.history.between(userId, day, day)
    const names = app.reference.names()
    return {
      day: date,
      adverts: adverts.map((advert) => pastAdvertView(advert, locates, names)),
      locates: [...locates.values()]
        .sort((a, b) => b.locatedAt - a.locatedAt)
        .map((locate) => pastLocateView(locate, userId, names, app.now())),
    }
  })
}
