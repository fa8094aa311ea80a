import type { DeskTrader } from '@aitai/contract/schemas/adverts.ts'
import { skipToken } from '@reduxjs/toolkit/query/react'
import { useDeskAdvertsQuery } from '../../shared/api/desk-api.ts'
import { intervals } from '../../shared/intervals.ts'
import { useUser } from '../../shared/store/current-user.ts'

/** The live IOIs of the institution's traders, polled; nothing is fetched for a user who is not a desk head. */
export function useDesk() {
  const isDeskHead = useUser()?.isDeskHead === true
  return useDeskAdvertsQuery(isDeskHead ? undefined : skipToken, { pollingInterval: intervals.deskPoll })
}

/** The traders of the desk; null for a user who is not a desk head, and until they are known. */
export function useDeskTraders(): readonly DeskTrader[] | null {
  const { data, isError } = useDesk()
  // After the grant was withdrawn the calls are refused.
  return isError ? null : (data ?? null)
}
