import type { RowSender } from '@aitai/contract/bulk-file/send-rows.ts'
import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import { api } from '../shared/api/desk-api.ts'
import { type CallFailure, isCallFailure } from '../shared/api/failure.ts'
import type { useAppDispatch } from '../shared/store/store.ts'

type Dispatch = ReturnType<typeof useAppDispatch>

/** Returns a call failure; rethrows anything else, which is a bug. */
export function asCallFailure(error: unknown) {
  if (isCallFailure(error)) return error
  throw error
}

/** The calls that send a row. */
export function rowCalls(dispatch: Dispatch): Pick<RowSender, 'draft' | 'submit' | 'isSent'> {
  const list = async (): Promise<{ adverts: readonly Advert[] } | { failure: CallFailure }> => {
    const { data, error } = await dispatch(
      api.endpoints.advertList.initiate(undefined, { forceRefetch: true, subscribe: false }),
    )
    return data ? { adverts: data } : { failure: asCallFailure(error) }
  }
  return {
    draft: async (securityId) => {
      const { data, error } = await dispatch(api.endpoints.draftRow.initiate({ securityId }))
      if (data) return { advert: data }
      const failure = asCallFailure(error)
      if (failure.errorCode !== 'ADVERT-ERROR-001') return { failure }
      // An earlier attempt, whose response was lost, may have drafted it.
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
      return data ? { advert: data } : { failure: asCallFailure(error) }
    },
    isSent: async (advertId) => {
      const listed = await list()
      if ('failure' in listed) return listed
      const advert = listed.adverts.find(({ id }) => id === advertId)
      return { isSent: advert !== undefined && advert.advertisementStatus !== 'UNSENT' }
    },
  }
}
