import type { Route } from '@aitai/contract/routes/route.ts'
import { createApi, type EndpointBuilder } from '@reduxjs/toolkit/query/react'
import { keepUnusedDataFor } from '../intervals.ts'
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
  'Watchlist',
  'SavedConditions',
  'Operations',
  'Reference',
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

/** A query whose reply is converted. */
export const convertedQueryEndpoint = <C extends Route>(
  build: Build,
  call: C,
  convert: (reply: CallResult<C>) => CallResult<C>,
  ...provided: Tag[]
) =>
  build.query<CallResult<C>, CallArguments<C>>({
    query: requestBuilder(call),
    transformResponse: (reply) => convert(reply as CallResult<C>),
    providesTags: provided,
  })

/** A query that is sent again after each of these delays, in milliseconds, before it fails. */
export const retriedQueryEndpoint = <C extends Route>(
  build: Build,
  call: C,
  delays: readonly number[],
  ...provided: Tag[]
) =>
  build.query<CallResult<C>, CallArguments<C>>({
    queryFn: async (values, { signal }, _extra, send) => {
      const request = requestBuilder(call)(values)
      for (const delay of delays) {
        const result = await send(request)
        // A 401 is final.
        if (!result.error || result.error.status === 401 || signal.aborted)
          return result as { data: CallResult<C> }
        await new Promise((resolve) => setTimeout(resolve, delay))
      }
      return (await send(request)) as { data: CallResult<C> }
    },
    providesTags: provided,
  })

/** A mutation and the tags that it invalidates. */
export const mutationEndpoint = <C extends Route>(build: Build, call: C, ...invalidated: Tag[]) =>
  build.mutation<CallResult<C>, CallArguments<C>>({
    query: requestBuilder(call),
    // Also after a refusal, because the screen was then older than the server.
    invalidatesTags: (_result, failure) => (failure?.errorCode === 'ERR_NETWORK' ? [] : invalidated),
  })
