import { useUser } from '../../shared/store/current-user.ts'
import { useText } from '../../ui/text/use-text.ts'

/** Whether the user may change reference data. */
export const useMayChange = (): boolean => useUser()?.grants.includes('operations') === true

/** Why a user of staff can only read here. */
export function OnlyOperations() {
  const text = useText()
  return <p className="console-aside">{text('operations.reference.onlyOperations')}</p>
}
