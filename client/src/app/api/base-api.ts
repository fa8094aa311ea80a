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
 * Where all server data lives, and nowhere else; a push refreshes it by tag (live-messages.ts), and screens
 * poll by intervals.ts. Which calls there are: accounts-api.ts for everybody, api.ts for the desks.
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

/** A call that only reads, and what it shows. */
export const queryEndpoint = <C extends Route>(build: Build, call: C, ...provided: Tag[]) =>
  build.query<CallResult<C>, CallArguments<C>>({ query: requestBuilder(call), providesTags: provided })

/** A call that changes something, and what has to be read again after it. */
export const mutationEndpoint = <C extends Route>(build: Build, call: C, ...invalidated: Tag[]) =>
  build.mutation<CallResult<C>, CallArguments<C>>({
    query: requestBuilder(call),
    // Also after a refusal: the screen was then older than the server.
    invalidatesTags: (_result, failure) => (failure?.errorCode === 'ERR_NETWORK' ? [] : invalidated),
  })
