import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import { formatTimeWithZone, formatUtc } from '../../ui/format/format.ts'
import { useLanguage, useText } from '../../ui/text/use-text.ts'
import './not-executed-note.css'

/**
 * The broker's report that nothing was executed (docs/rules.md §24): who did not follow through, without
 * names, and what it costs the reader.
 */
export function NotExecutedNote({ notExecuted }: Pick<LocateNotification, 'notExecuted'>) {
  const text = useText()
  const language = useLanguage()
  if (!notExecuted) return null
  const { reportedAt, by } = notExecuted
  return (
    <div className="not-executed" role="status">
      <p>
        <b>{text(`locate.notExecuted.${by}`)}</b>
      </p>
      <p title={formatUtc(reportedAt)}>
        {text(by === 'CONTRA' ? 'locate.notExecuted.reported' : 'locate.notExecuted.reportedAndScored', {
          time: formatTimeWithZone(reportedAt, language),
        })}
      </p>
    </div>
  )
}
