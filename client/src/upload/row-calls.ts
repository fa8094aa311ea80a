import type { Advert } from '@aitai/contract/adverts.ts'
import { api } from '../api.ts'
import { type CallFailure, isCallFailure } from '../failure.ts'
import type { useAppDispatch } from '../store.ts'
import type { Sending } from './send-rows.ts'

type Dispatch = ReturnType<typeof useAppDispatch>

/** A failure as the calls give it; anything else is a bug. */
export function failureIn(error: unknown) {
  if (isCallFailure(error)) return error
  throw error
}

/** The calls that send a row. */
export function callsOf(dispatch: Dispatch): Pick<Sending, 'draft' | 'submit' | 'isSent'> {
  const list = async (): Promise<{ adverts: readonly Advert[] } | { failure: CallFailure }> => {
    const { data, error } = await dispatch(
      api.endpoints.advertList.initiate(undefined, { forceRefetch: true, subscribe: false }),
    )
    return data ? { adverts: data } : { failure: failureIn(error) }
  }
  return {
    draft: async (securityId) => {
      const { data, error } = await dispatch(api.endpoints.draftRow.initiate({ securityId }))
      if (data) return { advert: data }
      const failure = failureIn(error)
      if (failure.errorCode !== 'ADVERT-ERROR-001') return { failure }
      // Drafted by an earlier try whose answer was lost, or looked up since the check.
      const listed = await list()
      const own = 'adverts' in listed ? listed.adverts : []
      const advert = own.find(
        (each) =>
          each.securityId === securityId &&
          each.advertisementStatus === 'UNSENT' &&
          each.parentAdvertId === null,
      )
      return advert ? { advert } : { failure }
    },
    submit: async (submission) => {
      const { data, error } = await dispatch(api.endpoints.submitRow.initiate(submission))
      return data ? { advert: data } : { failure: failureIn(error) }
    },
    isSent: async (advertId) => {
      const listed = await list()
      if ('failure' in listed) return listed
      const advert = listed.adverts.find(({ id }) => id === advertId)
      return { isSent: advert !== undefined && advert.advertisementStatus !== 'UNSENT' }
    },
  }
}
