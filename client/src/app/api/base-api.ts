import type { Route } from '@aitai/contract/routes/route.ts'
import { createApi, type EndpointBuilder } from '@reduxjs/toolkit/query/react'
import { keepUnusedDataFor } from '../../intervals.ts'
import { type CallArguments, type CallResult, requestBuilder, sendRequest } from './request.ts'

export const tags = [
  'User',
  'Equities',
  'Brokers',
  'Adverts',
  'Locates',
  'Notifications',
  'Agreements',
  'Preferences',
  'Market',
] as const
export type Tag = (typeof tags)[number]

/**
 * All server data is in this cache. A push invalidates it by tag (push-invalidation.ts), and screens poll at
 * the intervals of intervals.ts. Calls are in accounts-api.ts for everybody and desk-api.ts for desks.
 */
export const baseApi = createApi({
  baseQuery: sendRequest,
  tagTypes: tags,
  keepUnusedDataFor,
  refetchOnFocus: false,
  refetchOnReconnect: false,
  refetchOnMountOrArgChange: false,
  endpoints: () => ({}),
})

type Build = EndpointBuilder<typeof sendRequest, Tag, 'api'>

/** A query and the tags that it provides. */
export const queryEndpoint = <C extends Route>(build: Build, call: C, ...provided: Tag[]) =>
  build.query<CallResult<C>, CallArguments<C>>({ query: requestBuilder(call), providesTags: provided })

/** A mutation and the tags that it invalidates. */
export const mutationEndpoint = <C extends Route>(build: Build, call: C, ...invalidated: Tag[]) =>
  build.mutation<CallResult<C>, CallArguments<C>>({
    query: requestBuilder(call),
    // Also after a refusal, because the screen was then older than the server.
    invalidatesTags: (_result, failure) => (failure?.errorCode === 'ERR_NETWORK' ? [] : invalidated),
  })
