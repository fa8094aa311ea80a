import { useTimedValue } from '../../ui/browser/browser-hooks.ts'

/** The state of a polled query. */
export interface PolledQuery {
  /** The time of the last response, in milliseconds UTC of this computer. */
  readonly fulfilledTimeStamp?: number | undefined
  readonly isError: boolean
}

/**
 * What a screen shows of a polled query, for `selectFromResult`: without whether a poll is running, because its
 * beginning and its end would each render the screen again.
 */
export const withoutProgress = <
  Result extends PolledQuery & {
    readonly data?: unknown
    readonly isLoading: boolean
    readonly isSuccess: boolean
  },
>({
  data,
  isError,
  isLoading,
  isSuccess,
  fulfilledTimeStamp,
}: Result) => ({ data: data as Result['data'], isError, isLoading, isSuccess, fulfilledTimeStamp })

/** Only the data, for `selectFromResult`: rendered again only when they have changed. */
export const onlyData = <Result extends { readonly data?: unknown }>({ data }: Result) => ({
  data: data as Result['data'],
})

/**
 * The options of a polled query. Data that was cached longer than an interval ago, for example of a security that is
 * selected again, is fetched at once: it would be marked as stale until the next poll.
 * @param milliseconds between two polls
 */
export const polledEvery = (milliseconds: number) => ({
  pollingInterval: milliseconds,
  refetchOnMountOrArgChange: milliseconds / 1_000,
})

/** How often staleness is checked, in milliseconds, because a hanging call causes no render. */
export const stalenessCheck = 2_000

/**
 * Since when displayed data may be stale: the time of the last response, once a poll has failed or is half an
 * interval late. Null while the data is fresh, and before the first response.
 * @param poll the interval of the polling, in milliseconds
 */
export function staleSince(
  { fulfilledTimeStamp, isError }: PolledQuery,
  poll: number,
  now: number,
): number | null {
  if (fulfilledTimeStamp === undefined) return null
  return isError || now - fulfilledTimeStamp > 1.5 * poll ? fulfilledTimeStamp : null
}

/** The same, updated while mounted. */
export function useStaleSince(polled: PolledQuery, poll: number): number | null {
  return useTimedValue(stalenessCheck, () => staleSince(polled, poll, Date.now()))
}
