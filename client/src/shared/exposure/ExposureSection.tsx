import { type ReactNode, useId } from 'react'
import { downloadFile } from '../../ui/browser/download.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { useText } from '../../ui/text/use-text.ts'

interface Props {
  className: string
  /** Beside the title. */
  controls?: ReactNode
  /** The file of the export; null while there is nothing to export. */
  file: { readonly name: string; readonly content: () => string } | null
  /** The text shown if nothing was revealed in the period; null otherwise. */
  empty: string | null
  isError: boolean
  onRetry: () => void
  note: string
  /** The tables. */
  children: ReactNode
}

/** What locates have revealed in a period: the title with the export, the tables, and what they mean. */
export function ExposureSection(props: Props) {
  const { className, controls, file, empty, isError, onRetry, note, children } = props
  const text = useText()
  const titleId = useId()
  return (
    <section className={className} aria-labelledby={titleId}>
      <div className={`${className}-title`}>
        <h2 id={titleId}>{text('exposure.title')}</h2>
        {controls}
        <Button
          dimmedBecause={file ? null : text('costs.export.none')}
          onClick={() => file && downloadFile(file.name, file.content())}
        >
          {text('exposure.export')}
        </Button>
      </div>
      {children}
      {empty !== null && <p>{empty}</p>}
      {isError && (
        <p role="alert">
          {text('exposure.loadFailed')}{' '}
          <Button kind="quiet" onClick={onRetry}>
            {text('common.retry')}
          </Button>
        </p>
      )}
      <p className="exposure-note">{note}</p>
    </section>
  )
}
