import type { Notification } from '@aitai/contract/schemas/notifications.ts'
import type { Equity, PlatformHours } from '@aitai/contract/schemas/reference.ts'
import { optionalTermsOff } from '@aitai/engine/model/advert.ts'
import type { Terms } from '../../src/adverts/terms.ts'

/** A TOPIX500 member near the band that ends at 3,000 yen: ticks of 0.5 below it, of 1 above. */
export const toyota: Equity = {
  equityId: 'toyota',
  ric: '7203.T',
  name: 'Toyota Motor',
  localName: 'トヨタ自動車',
  kana: 'トヨタジドウシャ',
  shortNames: ['トヨタ'],
  tickSize: 0.5,
  lotSize: 100,
  closePrice: 2_905.5,
  minPrice: 2_405.5,
  maxPrice: 3_405,
  tickTable: 'FINE',
  exchange: 'XTKS',
}

/** The hours of the platform, of Tokyo's exchange and of matching there, in UTC. */
export const tokyoHours: PlatformHours = {
  platformHourRanges: ['23:00 to 08:00'],
  exchangeHourRanges: ['00:00 to 02:30', '03:30 to 06:30'],
  matchingEngineHourRanges: ['00:00 to 02:29', '03:30 to 06:24', '06:31 to 07:20'],
  afterHours: false,
  tradingDay: true,
  neverCloses: false,
  halted: null,
}

const allDay = '00:00 to 24:00'

/** The hours of a platform and a market that are open in this range alone; by default they never close. */
export const hoursOf = (range = allDay): PlatformHours => ({
  ...tokyoHours,
  neverCloses: range === allDay,
  platformHourRanges: [range],
  exchangeHourRanges: [range],
  matchingEngineHourRanges: [range],
})

/** The terms of an advert without triggers, with what a test is about. */
export const termsOf = (given: Partial<Terms> = {}): Terms => ({
  direction: 'BUY',
  shareQuantity: 40_000,
  minimumQuantity: 25,
  duration: '150',
  credibilityHurdle: 41,
  transactionType: 'CASH_ONLY',
  transactionTypePreference: 'CASH_SWAP',
  brokerIds: ['hinoki'],
  ranked: false,
  ...optionalTermsOff,
  ...given,
})

/** A notification as the server sends it, with what a test is about. */
export const notificationWith = (
  given: Pick<Notification, 'id' | 'message' | 'timestamp'> & Partial<Notification>,
): Notification => ({
  messageType: 'statusAlert',
  securityId: 'toyota',
  advertisementId: null,
  locateNotificationId: null,
  connectionAgreementId: null,
  buyStatus: null,
  sellStatus: null,
  brokerUserName: null,
  confirmedBy: null,
  errorCode: null,
  errorMessage: null,
  firstName: 'Emma',
  lastName: 'Whitfield',
  ack: false,
  visible: true,
  locate: null,
  ...given,
})
