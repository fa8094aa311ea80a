import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import { triggerKinds } from '@aitai/engine/adverts/trigger-validation.ts'
import { type Language, languages, textIn } from '@aitai/messages/texts.ts'
import { renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { Provider } from 'react-redux'
import { expect, test } from 'vitest'
import { hoursOf, termsOf, toyota } from '../../../../test/support/fixtures.ts'
import { api } from '../../../shared/api/desk-api.ts'
import type { CallFailure } from '../../../shared/api/failure.ts'
import { createStore } from '../../../shared/store/store.ts'
import { changeLanguage } from '../../../ui/text/use-text.ts'
import type { Terms } from '../../terms.ts'
import { usePriceConditions } from './use-price-conditions.ts'

const advert = { advertisementStatus: 'LIVE', advertTriggerSatisfied: false } as Advert
const sent = termsOf({ advertisingTrigger: 2_847, knockoutTrigger: 3_050, indexRelativeKOTrigger: 3 })
const terms: Terms = { ...sent, knockoutTriggerActivated: true, indexRelativeKOTriggerActivated: true }

async function refusedWith(failure: CallFailure, language: Language) {
  changeLanguage(language)
  const store = createStore()
  await store.dispatch(api.util.upsertQueryData('getPlatformHours', { securityId: 'toyota' }, hoursOf()))
  const form = { terms, sent } as Parameters<typeof usePriceConditions>[2]
  const { result } = renderHook(() => usePriceConditions(advert, toyota, form, failure), {
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
