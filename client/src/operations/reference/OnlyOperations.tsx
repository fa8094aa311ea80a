import { useText } from '../../ui/text/use-text.ts'

/** Why a user of staff can only read here. */
export function OnlyOperations() {
  const text = useText()
  return <p className="console-aside">{text('operations.reference.onlyOperations')}</p>
}
