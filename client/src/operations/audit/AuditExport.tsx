import { type FormEvent, useState } from 'react'
import { useExportAuditTrailMutation } from '../../shared/api/console-compliance-api.ts'
import { intervals } from '../../shared/intervals.ts'
import { downloadFile } from '../../ui/browser/download.ts'
import { useTemporaryValue } from '../../ui/browser/use-temporary-value.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { Select } from '../../ui/controls/Select.tsx'
import { halfWidth } from '../../ui/format/format.ts'
import { useText } from '../../ui/text/use-text.ts'
import { ActionPopup } from '../ActionPopup.tsx'
import { DayField, todayInTokyo } from '../DayField.tsx'
import { useWaitsText } from '../use-waits-text.ts'

const formats = ['csv', 'json'] as const
type Format = (typeof formats)[number]

const subjects = ['ALL', 'USER', 'FIRM'] as const
type Subject = (typeof subjects)[number]

const byteOrderMark = '\uFEFF'

/** Exports the records of some days as a file, with a reason. */
export function AuditExport() {
  const text = useText()
  const [from, setFrom] = useState(todayInTokyo)
  const [to, setTo] = useState(todayInTokyo)
  const [format, setFormat] = useState<Format>('csv')
  const [subject, setSubject] = useState<Subject>('ALL')
  const [name, setName] = useState('')
  const waitsText = useWaitsText()
  const [isAsking, setAsking] = useState(false)
  const [done, setDone] = useTemporaryValue<string>(intervals.operationsDone)
  const [download, { isLoading }] = useExportAuditTrailMutation()
  const missing =
    from === '' || to === '' || to < from
      ? text('operations.audit.needsPeriod')
      : subject !== 'ALL' && name.trim() === ''
        ? text('operations.audit.export.needsSubject')
        : null
  const review = (event: FormEvent): void => {
    event.preventDefault()
    if (missing === null) setAsking(true)
  }
  const send = async (reason: string): Promise<boolean> => {
    const about = subject === 'ALL' ? {} : { [subject === 'USER' ? 'user' : 'firm']: halfWidth(name) }
    const { data, error } = await download({ from, to, format, reason, ...about })
    const waits = waitsText(error)
    if (waits !== null) setDone(waits)
    if (data === undefined) return waits !== null
    // The browser removes the mark from a text, and the digest in the audit trail counts it.
    const content = format === 'csv' ? byteOrderMark + data : data
    const type = format === 'csv' ? 'text/csv;charset=utf-8' : 'application/jsonl;charset=utf-8'
    downloadFile(`aitai-audit-${from}-${to}.${format === 'csv' ? 'csv' : 'jsonl'}`, content, type)
    setDone(text('operations.audit.export.done'))
    return true
  }
  return (
    <section className="console-part" aria-label={text('operations.audit.export')}>
      <header>
        <h2>{text('operations.audit.export')}</h2>
        <span className="console-done" role="status">
          {done ?? ''}
        </span>
      </header>
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
      {isAsking && (
        <ActionPopup
          title={text('operations.audit.export.confirm', { from, to })}
          means={[text('operations.audit.export.hint')]}
          doLabel={text('operations.audit.export.do')}
          busy={isLoading}
          send={send}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  )
}
