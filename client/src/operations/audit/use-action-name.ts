import { type AuditAction, auditActions } from '@aitai/contract/routes/console/audit-actions.ts'
import { useText } from '../../ui/text/use-text.ts'

const known: ReadonlySet<string> = new Set(auditActions)

/** Returns a function that names an action of the audit trail; one that has no name yet, as it is stored. */
export function useActionName(): (action: string) => string {
  const text = useText()
  return (action) => (known.has(action) ? text(`operations.action.${action as AuditAction}`) : action)
}
