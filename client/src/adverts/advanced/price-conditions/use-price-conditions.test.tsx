import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { withoutTriggers } from '@aitai/engine/model/advert.ts'
import { type Language, languages, textIn } from '@aitai/messages/texts.ts'
import { cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { Provider } from 'react-redux'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { api } from '../../../shared/api/desk-api.ts'
import type { CallFailure } from '../../../shared/api/failure.ts'
import { createStore } from '../../../shared/store/store.ts'
import { changeLanguage, initTexts } from '../../../ui/text/use-text.ts'
import type { Terms } from '../../terms.ts'
import { triggerKinds } from './triggers.ts'
import { usePriceConditions } from './use-price-conditions.ts'

beforeAll(() => initTexts('En'))
afterEach(cleanup)

const equity = {
  equityId: 'toyota',
  ric: '7203.T',
  lotSize: 100,
  tickSize: 0.5,
  closePrice: 2_905.5,
  minPrice: 2_405.5,
  maxPrice: 3_405,
  topix500: true,
  exchange: 'XTKS',
} as Equity
const advert = { advertisementStatus: 'LIVE', advertTriggerSatisfied: false } as Advert
const sent: Terms = {
  direction: 'BUY',
  shareQuantity: 40_000,
  minimumQuantity: 25,
  duration: '150',
  credibilityHurdle: 41,
  transactionType: 'CASH_ONLY',
  transactionTypePreference: 'CASH_SWAP',
  brokerIds: ['hinoki'],
  ranked: false,
  ...withoutTriggers,
  advertisingTrigger: 2_847,
  knockoutTrigger: 3_050,
  indexRelativeKOTrigger: 3,
}
const terms: Terms = { ...sent, knockoutTriggerActivated: true, indexRelativeKOTriggerActivated: true }
const always = {
  platformHourRanges: ['00:00 to 24:00'],
  exchangeHourRanges: ['00:00 to 24:00'],
  matchingEngineHourRanges: ['00:00 to 24:00'],
  afterHours: false,
  tradingDay: true,
  halted: null,
}

async function refusedWith(failure: CallFailure, language: Language) {
  changeLanguage(language)
  const store = createStore()
  await store.dispatch(api.util.upsertQueryData('getPlatformHours', { securityId: 'toyota' }, always))
  const form = { terms, sent } as Parameters<typeof usePriceConditions>[2]
  const { result } = renderHook(() => usePriceConditions(advert, equity, form, failure), {
    wrapper: ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider>,
  })
  const { triggerErrorOf, refusedField } = result.current
  return {
    field: refusedField(failure),
    refusedKinds: triggerKinds
      .map((kind) => [kind, triggerErrorOf(kind)] as const)
      .filter(([, text]) => text !== null),
  }
}

const refusals = [
  ['TRIGGER-RATING', { rating: 41 }, 'advertising', 'advertisingTriggerActivated'],
  ['TRIGGER-SATISFIED', {}, 'advertising', 'advertisingTriggerActivated'],
  ['TRIGGER-LEVEL', { min: 2_805.5, max: 3_005.5 }, 'knockout', 'knockoutTrigger'],
  ['TRIGGER-ORDER', {}, 'knockout', 'knockoutTrigger'],
  ['TRIGGER-INDEX', { min: 3, max: 7 }, 'indexRelative', 'indexRelativeKOTrigger'],
  ['TRIGGER-FROZEN', {}, 'knockout', 'knockoutTriggerActivated'],
] as const

test.each(refusals)(
  '%s of the server (%o) is told at the %s field alone, where the focus goes',
  async (...row) => {
    const [errorCode, variables, kind, field] = row
    for (const language of languages) {
      const failure = { status: 409, errorCode, message: 'server words', variables }
      const prices = errorCode === 'TRIGGER-LEVEL' ? { min: '2,805.5', max: '3,005.5' } : variables

      expect(await refusedWith(failure, language)).toEqual({
        field,
        refusedKinds: [[kind, textIn(language, errorCode, prices)]],
      })
    }
  },
)
