import { useText } from '../../ui/text/use-text.ts'
import { ConsoleBody } from '../ConsoleBody.tsx'
import { AuditExport } from './AuditExport.tsx'
import { AuditSearch } from './AuditSearch.tsx'
import { ChainVerification } from './ChainVerification.tsx'
import './audit.css'

/** The audit trail for compliance: search, verify, export (docs/decisions/0159-console-reference-and-audit.md). */
export function AuditPage() {
  const text = useText()
  return (
    <ConsoleBody label={text('operations.page.audit')}>
      <div className="console-split">
        <AuditSearch />
        <div className="audit-aside">
          <ChainVerification />
          <AuditExport />
        </div>
      </div>
    </ConsoleBody>
  )
}
