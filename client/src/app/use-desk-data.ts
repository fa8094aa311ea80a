import type { Role } from '@aitai/contract/codes.ts'
import {
  useAdvertListQuery,
  useBrokerUserExecutionListingQuery,
  useGetEquitiesQuery,
  useUserBrokersListQuery,
} from './api/desk-api.ts'

interface QueryState {
  readonly data?: unknown
  readonly isError: boolean
}

/** Without the data itself, so that the layout is not rendered again with every poll. */
const selectFromResult = ({ data, isError }: QueryState) => ({ isLoaded: data !== undefined, isError })

/**
 * Loads what the desk of a role needs before its header and its live socket start (docs/specification.md §4):
 * securities, adverts and brokers for traders, agreements for brokers, nothing for staff.
 */
export function useDeskData(role: Role | undefined) {
  const trader = { skip: role !== 'TRADER', selectFromResult }
  const broker = { skip: role !== 'BROKER', selectFromResult }
  const queries = {
    TRADER: [
      useGetEquitiesQuery(undefined, trader),
      useAdvertListQuery(undefined, trader),
      useUserBrokersListQuery(undefined, trader),
    ],
    BROKER: [useBrokerUserExecutionListingQuery(undefined, broker)],
    STAFF: [],
  }
  const needed = role ? queries[role] : []
  const missing = needed.filter(({ isLoaded }) => !isLoaded)
  const retry = (): void => {
    for (const { isError, refetch } of missing) if (isError) void refetch()
  }
  return {
    isLoaded: role !== undefined && missing.length === 0,
    failed: missing.some(({ isError }) => isError),
    retry,
  }
}
