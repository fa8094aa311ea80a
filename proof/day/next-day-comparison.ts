import { isUnfinished } from '@aitai/client/app/trader-home/unfinished.ts'
import { advertList } from '@aitai/contract/routes/adverts.ts'
import { advertEvents, pastDay, pastDays } from '@aitai/contract/routes/history.ts'
import { listLocateNotifications } from '@aitai/contract/routes/locates.ts'
import { notifications } from '@aitai/contract/routes/notifications.ts'
import { type DayOfLocates, differences, sentOn } from './comparison.ts'
import type { DayRun } from './day-run.ts'
import { expectedEndOf } from './end-comparison.ts'
import type { Member } from './member.ts'

/** Agreements without broker, contact and own password on their day (docs/rules.md §9). */
export const handoverDifferences = ({ locates }: DayOfLocates): readonly string[] =>
  locates.flatMap(({ outcome, brokerName, brokerContact, password }) => {
    const isHandedOver = brokerName !== null && brokerContact !== null && /^.{8}$/.test(password ?? '')
    return (outcome === 'ACCEPTED') === isHandedOver ? [] : [`the handover of a locate that is ${outcome}`]
  })

/** What the trader's past day shows otherwise than it was, and which IOIs are wrongly unfinished. */
export async function pastDayDifferences(
  run: DayRun,
  trader: Member,
  of: DayOfLocates,
): Promise<readonly string[]> {
  const { day, locates } = of
  const sent = sentOn(run, trader, day)
  const ends = new Map(sent.map((each) => [each.id, expectedEndOf(run, day, each, locates)]))
  const shown = await trader.call(pastDay, { params: { day: day.date } })
  const [newest] = await trader.call(pastDays)
  const ofAdverts = sent
    .toSorted((a, b) => b.submitTime - a.submitTime)
    .map(({ id, ioi, submitTime }) => ({
      key: id,
      direction: ioi.direction,
      shareQuantity: ioi.shareQuantity,
      submitTime,
      advertisementStatus: ends.get(id)?.status,
      causeOfDeath: ends.get(id)?.causeOfDeath,
      errorCode: ends.get(id)?.errorCode,
    }))
  // By their passwords they are as they were on their day, without these.
  const ofLocates = locates.map(
    ({ locateNotificationId, advertisementId, outcome, answer, locateQuantity, midPrice, ...locate }) => ({
      key: locateNotificationId,
      advertisementId,
      outcome,
      answer,
      locateQuantity,
      midPrice,
      brokerName: locate.brokerName,
      password: null,
    }),
  )
  const unfinished = [...ends]
    .filter(([, { status, causeOfDeath }]) => status === 'DEAD' && causeOfDeath !== 'CANCELLED_BY_USER')
    .map(([id]) => ({ key: id }))
  const completed = [...ends.values()].filter(({ status }) => status === 'COMPLETED').length
  return [
    ...differences(
      { day: day.date, sent: sent.length, completed },
      newest ?? (sent.length > 0 ? 'no past day' : { day: day.date, sent: 0, completed }),
    ),
    ...differences(
      { adverts: ofAdverts, locates: ofLocates, unfinished },
      {
        adverts: shown.adverts.map((advert) => ({ ...advert, key: advert.id })),
        locates: shown.locates.map((locate) => ({ ...locate, key: locate.locateNotificationId })),
        unfinished: shown.adverts.filter(isUnfinished).map(({ id }) => ({ key: id })),
      },
    ),
  ]
}

/** What is still there the next morning of the day before, and must not be: IOIs, locates and passwords. */
export async function rememberedDifferences(
  trader: Member,
  { day, locates }: DayOfLocates,
): Promise<readonly string[]> {
  const bell = await trader.call(notifications)
  const past = await trader.call(pastDay, { params: { day: day.date } })
  const events = await Promise.all(
    past.adverts.map(({ id }) => trader.call(advertEvents, { params: { id } })),
  )
  const everything = JSON.stringify([bell, past, events])
  const passwords = locates.map(({ password }) => password).filter((password) => password !== null)
  return [
    ...(await trader.call(advertList)).map(() => 'an IOI of the day before is in the list'),
    ...(await trader.call(listLocateNotifications)).map(() => 'a locate of the day before is in the list'),
    ...passwords
      .filter((password) => everything.includes(password))
      .map(() => 'a password of the day before is shown'),
  ]
}
