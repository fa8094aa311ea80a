import type { Remark } from '@aitai/contract/routes/console/remarks.ts'
import type { CallFailure } from '../../shared/api/failure.ts'
import { useFailureText, useText } from '../../ui/text/use-text.ts'
import { useRemarkText } from './use-remark-text.ts'

/** Warnings about a file or a change, or concerns that the user has to confirm. */
export function Remarks({ kind, remarks }: { kind: 'concerns' | 'warnings'; remarks: readonly Remark[] }) {
  const text = useText()
  const remarkText = useRemarkText()
  if (remarks.length === 0) return null
  return (
    <section className="remarks" data-kind={kind}>
      <h3>{text(`operations.file.${kind}`)}</h3>
      <ul className="remark-lines">
        {remarks.map((remark) => (
          <li key={JSON.stringify(remark)}>{remarkText(remark)}</li>
        ))}
      </ul>
    </section>
  )
}

/**
 * Why a command was refused, with what is wrong with each line of a file. Sentences that have no code are shown as
 * `aitai` prints them: in English, where a runbook or a search finds them.
 */
export function CommandFailure({ failure }: { failure: CallFailure }) {
  const text = useText()
  const failureText = useFailureText()
  const remarkText = useRemarkText()
  const { status, remarks, message } = failure
  const lines = remarks?.map(remarkText) ?? (status === 409 ? message.split('\n') : [])
  return (
    <div className="file-failure" role="alert">
      <p>{failureText(failure)}</p>
      {lines.length > 0 && (
        <ul
          className="remark-lines"
          {...(remarks ? {} : { lang: 'en', 'aria-label': text('operations.file.says') })}
        >
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </div>
  )
}
