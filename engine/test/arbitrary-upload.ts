import fc from 'fast-check'
import { yen } from '../src/model/price.ts'
import type { State } from '../src/model/state.ts'
import { bookIn, buys, draftOf, haltOf, ownerCommand, placeOrder, sells, setRating, sweepAt } from './book.ts'
import { type RowCells, savedPreferences } from './bulk-file.ts'
import { perform } from './command-execution.ts'
import { brokerNames, securityNamed, world } from './world.ts'

/** Arbitrary bulk files for fast-check, and firms that upload them. */

/** Securities that cover every check: tick table, lot, price, and daily limits. */
const securities = [
  securityNamed('toyota'),
  securityNamed('sony', { tickTable: 'COARSE', closePrice: 2_999 * yen, maxPrice: 3_500 * yen }),
  securityNamed('penny', { tickTable: 'COARSE', closePrice: yen, minPrice: yen, maxPrice: 31 * yen }),
  securityNamed('dear', {
    closePrice: 60_000_000 * yen,
    minPrice: yen,
    maxPrice: 70_000_000 * yen,
    lotSize: 1,
  }),
  securityNamed('narrow', { minPrice: 1_950 * yen, maxPrice: 2_040 * yen }),
  securityNamed('fukuoka', { exchange: 'XFKA', closePrice: 4_810 * yen, maxPrice: 5_510 * yen }),
]

/** Mostly valid cells: a file with nothing but errors proves little. */
const mostly = (good: readonly string[], bad: readonly string[]) =>
  fc.oneof(
    { weight: 60, arbitrary: fc.constantFrom(...good) },
    { weight: 1, arbitrary: fc.constantFrom(...bad) },
  )

const flag = mostly(['', 'true', 'FALSE', 'はい'], ['2'])
const offset = mostly(['', '0', '0.01', '0.5', '1', '2.55', '5', '9.99', '10'], ['10.01', '-1', 'x'])

const anyCells: fc.Arbitrary<RowCells> = fc.record(
  {
    ric: mostly(
      securities.map(({ securityId }) => securityId),
      ['invalid', ''],
    ),
    direction: mostly(['BUY', 'Sell', '買', '売り'], ['up', '']),
    shareQuantity: mostly(['10,000', '5000', '5099', '10000050', '123456789'], ['4999', '1', '', '1.5']),
    minimumQuantity: mostly(['', '10', '25%', '75'], ['9', '76', '10.5']),
    quantityDecay: flag,
    duration: mostly(['', '60', '150', 'End of day'], ['30']),
    credibilityHurdle: mostly(['', '10', '41', '100'], ['9', '101']),
    advertisingTriggerActivated: flag,
    advertisingTriggerOffset: offset,
    knockoutTriggerActivated: flag,
    knockoutTriggerOffset: offset,
    indexRelativeKOTriggerActivated: flag,
    indexRelativeKOTriggerOffset: mostly(['', '3', '5.25', '7'], ['2.99', '7.01']),
    transactionType: mostly(['', 'CASH_ONLY', 'swap only'], ['cash']),
    transactionTypePreference: mostly(['', 'CASH_SWAP', 'cash_only'], ['any']),
    brokers: mostly(['', 'NOM', 'dai;nom', 'MIZ;SMB;DAI;NOM'], ['NOM;NOM', 'nobody', ';']),
    ranked: flag,
  },
  { requiredKeys: ['ric', 'direction', 'shareQuantity'] },
)

export const anyUploadRows = fc.array(anyCells, { minLength: 1, maxLength: 8 })

/** A state in which alder has some adverts, brokers and a history, with random halts. */
export const anyUploadState: fc.Arbitrary<State> = fc
  .record({
    rating: fc.constantFrom(9, 40, 41, 60, 60, 100),
    others: fc.subarray(['DAI', 'MIZ', 'SMB', 'GS']),
    taken: fc.subarray(['sony', 'narrow']),
    halted: fc.subarray(['fukuoka', 'penny']),
    drafted: fc.subarray(['toyota', 'fukuoka', 'dear']),
    located: fc.boolean(),
  })
  .map(({ rating, others, taken, halted, drafted, located }) => {
    const limits = { directionFlipMs: 3_600_000 }
    const state = world({ securities, limits, enabled: { alder: ['NOM', ...others] } })
    setRating(state, 'alder', rating)
    if (located) locateAndCancel(state)
    for (const securityId of taken) placeOrder(state, buys('alder', 10_000, { securityId }))
    for (const securityId of drafted)
      perform(state, draftOf(buys('alder', 10_000, { securityId }), state.at, `draft-${securityId}`))
    for (const securityId of halted) perform(state, haltOf({ kind: 'SECURITY', securityId }, state.at))
    return state
  })

/** Alder bought, was located, and did not answer. */
function locateAndCancel(state: State): void {
  bookIn(state, buys('alder', 10_000), sells('birch', 10_000))
  perform(state, sweepAt('00:05'))
  perform(state, sweepAt('00:06'))
  perform(state, ownerCommand('cancelAdvert', 'alder-1', '00:06'))
}

export const anyUploadFacts = fc.record({
  preferences: fc.constantFrom(null, savedPreferences),
  brokers: fc.constant(brokerNames.map((name) => ({ brokerId: name, shortName: name }))),
  priceOf: fc.constantFrom(0.9, 1, 1.1).map(
    (move) =>
      ({ closePrice }: { readonly closePrice: number }) =>
        Math.round(closePrice * move),
  ),
})
