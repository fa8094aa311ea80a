import { failuresOnDay } from '../src/matching/probing-budgets.ts'
import type { Direction } from '../src/model/advert.ts'
import type { CommandOf } from '../src/model/commands.ts'
import { firmSecurityKey, firmsKey, type State } from '../src/model/state.ts'
import { agreedPair, buys, moment, sells } from './book.ts'

type At = string | number
const timeOf = (when: At): number => (typeof when === 'number' ? when : moment(when))
const byBroker = (when: At, agreementId: string) =>
  ({ at: timeOf(when), agreementId, brokerId: 'NOM', brokerUserId: 'kato' }) as const

/** Broker NOM reports that nothing was executed, and which sides did not follow through. */
export const report = (
  sides: readonly Direction[],
  when: At = '00:10',
  agreementId = 'agreement',
): CommandOf<'reportNotExecuted'> => ({
  type: 'reportNotExecuted',
  ...byBroker(when, agreementId),
  atFault: { BUY: sides.includes('BUY'), SELL: sides.includes('SELL') },
})
/** The broker withdraws that report. */
export const withdraw = (
  when: At = '00:11',
  agreementId = 'agreement',
): CommandOf<'withdrawNotExecuted'> => ({
  type: 'withdrawNotExecuted',
  ...byBroker(when, agreementId),
})

/** Alder, who buys, and birch agreed at 00:05:02, with NOM as broker. */
export const agreed = (): State => agreedPair('agreement', buys('alder', 10_000), sells('birch', 10_000))

/** The failures of today: of both institutions in toyota, of both traders, of both institutions, of the two. */
export function failuresIn({ failures, at }: State) {
  const { ofFirmInSecurity, ofTrader, ofFirm, ofPair } = failures
  const names = ['alder', 'birch'] as const
  return {
    inSecurity: names.map((name) => failuresOnDay(ofFirmInSecurity, firmSecurityKey(name, 'toyota'), at)),
    ofTrader: names.map((name) => failuresOnDay(ofTrader, name, at)),
    ofFirm: names.map((name) => failuresOnDay(ofFirm, name, at)),
    ofPair: failuresOnDay(ofPair, firmsKey('alder', 'birch'), at),
  }
}
export const failuresBy = (alder: number, birch: number, ofPair: number) => ({
  inSecurity: [alder, birch],
  ofTrader: [alder, birch],
  ofFirm: [alder, birch],
  ofPair,
})
