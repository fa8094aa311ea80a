import type { AuditExport as ExportRequest } from '@aitai/contract/schemas/console/audit.ts'
import { type FormEvent, useState } from 'react'
import { useExportAuditTrailMutation } from '../../shared/api/console-compliance-api.ts'
import { useConfirmation } from '../../shared/confirmation/use-confirmation.tsx'
import { intervals } from '../../shared/intervals.ts'
import { downloadFile } from '../../ui/browser/download.ts'
import { useTemporaryValue } from '../../ui/browser/use-temporary-value.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { Select } from '../../ui/controls/Select.tsx'
import { halfWidth } from '../../ui/format/format.ts'
import { useText } from '../../ui/text/use-text.ts'
import { ActionPopup } from '../ActionPopup.tsx'
import { ConsolePart } from '../ConsolePart.tsx'
import { DayField, todayInTokyo } from '../DayField.tsx'
import { useApprovalNeededText } from '../use-action-result.ts'
import { useDate } from '../use-date.ts'

const formats = ['csv', 'json'] as const
type Format = (typeof formats)[number]

const subjects = ['ALL', 'USER', 'FIRM'] as const
type Subject = (typeof subjects)[number]

const byteOrderMark = '\uFEFF'

/** An export that waits for a second person. */
interface WaitingRequest {
  readonly request: ExportRequest
  /** That it waits, and under which number. */
  readonly message: string
}

function saveFile({ from, to, format }: ExportRequest, data: string): void {
  const name = `aitai-audit-${from}-${to}`
  // The browser removes the mark from a text, and the digest in the audit trail counts it.
  if (format === 'csv') downloadFile(`${name}.csv`, byteOrderMark + data)
  else downloadFile(`${name}.jsonl`, data, 'application/jsonl;charset=utf-8')
}

/** Exports the records of some days as a file, with a reason, once a second person has approved it. */
export function AuditExport() {
  const text = useText()
  const date = useDate()
  const approvalNeededText = useApprovalNeededText()
  const [waiting, setWaiting] = useState<WaitingRequest | null>(null)
  const [reviewed, setReviewed] = useState<Omit<ExportRequest, 'reason'> | null>(null)
  const [done, setDone] = useTemporaryValue<string>(intervals.operationsDone)
  const [download, { isLoading }] = useExportAuditTrailMutation()
  const { confirmed, popup } = useConfirmation()
  /** Returns whether the request was accepted: the file was fetched, or now waits for a second person. */
  const fetchFile = async (request: ExportRequest): Promise<boolean> => {
    const { data, error } = await confirmed(() => download(request))
    const approvalNeeded = approvalNeededText(error)
    setWaiting(approvalNeeded === null ? null : { request, message: approvalNeeded })
    if (data === undefined) return approvalNeeded !== null
    saveFile(request, data)
    setDone(text('operations.audit.export.done'))
    return true
  }
  return (
    <ConsolePart title={text('operations.audit.export')} done={done ?? ''}>
      <ExportForm onReview={setReviewed} />
      {waiting && (
        <WaitingExport
          waiting={waiting}
          busy={isLoading}
          onFetch={() => void fetchFile(waiting.request)}
          onDiscard={() => setWaiting(null)}
        />
      )}
      {reviewed && (
        <ActionPopup
          title={text('operations.audit.export.confirm', {
            from: date(reviewed.from),
            to: date(reviewed.to),
          })}
          means={[text('operations.audit.export.hint')]}
          doLabel={text('operations.audit.export.do')}
          send={(reason) => fetchFile({ ...reviewed, reason })}
          onClose={() => setReviewed(null)}
        />
      )}
      {popup}
    </ConsolePart>
  )
}

/** The days, the subject and the format of an export. */
function ExportForm({ onReview }: { onReview: (request: Omit<ExportRequest, 'reason'>) => void }) {
  const text = useText()
  const [from, setFrom] = useState(todayInTokyo)
  const [to, setTo] = useState(todayInTokyo)
  const [format, setFormat] = useState<Format>('csv')
  const [subject, setSubject] = useState<Subject>('ALL')
  const [name, setName] = useState('')
  const missing =
    from === '' || to === '' || to < from
      ? text('operations.audit.needsPeriod')
      : subject !== 'ALL' && name.trim() === ''
        ? text('operations.audit.export.needsSubject')
        : null
  const review = (event: FormEvent): void => {
    event.preventDefault()
    if (missing !== null) return
    const about = subject === 'ALL' ? {} : { [subject === 'USER' ? 'user' : 'firm']: halfWidth(name) }
    onReview({ from, to, format, ...about })
  }
  return (
    <form className="audit-box" onSubmit={review}>
      <p className="console-aside">{text('operations.audit.export.hint')}</p>
      <div className="console-pair">
        <DayField label={text('operations.audit.from')} value={from} onChange={setFrom} />
        <DayField label={text('operations.audit.to')} value={to} onChange={setTo} />
      </div>
      <Select
        label={text('operations.audit.export.about')}
        value={subject}
        options={subjects.map((value) => ({ value, label: text(`operations.audit.export.${value}`) }))}
        onChange={setSubject}
      />
      {subject !== 'ALL' && (
        <Field
          label={text(subject === 'USER' ? 'operations.audit.export.user' : 'operations.audit.export.firm')}
          value={name}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setName(event.target.value)}
        />
      )}
      <Select
        label={text('operations.audit.export.format')}
        value={format}
        options={formats.map((value) => ({ value, label: text(`operations.audit.export.${value}`) }))}
        onChange={setFormat}
      />
      <div>
        <Button type="submit" dimmedBecause={missing}>
          {text('operations.audit.export.next')}
        </Button>
      </div>
    </form>
  )
}

interface WaitingProps {
  waiting: WaitingRequest
  busy: boolean
  onFetch: () => void
  onDiscard: () => void
}

/** The same request again fetches the file, once, after the approval. */
function WaitingExport({ waiting: { request, message }, busy, onFetch, onDiscard }: WaitingProps) {
  const text = useText()
  const date = useDate()
  const { from, to } = request
  return (
    <div className="audit-waiting">
      <p role="status">{message}</p>
      <p className="console-aside">
        {text('operations.audit.export.thenFetch', { from: date(from), to: date(to) })}
      </p>
      <div className="audit-waiting-buttons">
        <Button kind="primary" busy={busy} onClick={onFetch}>
          {text('operations.audit.export.fetch')}
        </Button>
        <Button onClick={onDiscard}>{text('operations.file.discard')}</Button>
      </div>
    </div>
  )
}
