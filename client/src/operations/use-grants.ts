import type { StaffGrant } from '@aitai/contract/codes.ts'
import { useUser } from '../shared/store/current-user.ts'

/** The grants of the signed-in user of staff. */
export const useGrants = (): readonly StaffGrant[] => useUser()?.grants ?? []

/** Whether the user has a grant. The server decides again with each call. */
export const useHasGrant = (grant: StaffGrant): boolean => useGrants().includes(grant)
