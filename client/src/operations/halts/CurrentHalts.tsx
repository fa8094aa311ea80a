import type { CurrentHalt } from '@aitai/contract/schemas/console/operations.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { formatMoment } from '../../ui/format/format.ts'
import { useLanguage, useText } from '../../ui/text/use-text.ts'

interface Props {
  halts: readonly CurrentHalt[]
  /** What was just done, for a few seconds. */
  done: string
  /** Null for somebody who may look only. */
  onResume: ((halt: CurrentHalt) => void) | null
}

/** What is halted now, since when, by whom and why, the newest first. */
export function CurrentHalts({ halts, done, onResume }: Props) {
  const text = useText()
  return (
    <section className="console-part" aria-label={text('operations.halts.now')}>
      <header>
        <h2>{text('operations.halts.now')}</h2>
        {/* Mounted before it has a text, to be announced. */}
        <span className="console-done" role="status">
          {done}
        </span>
      </header>
      {halts.length === 0 ? (
        <p className="checks-none">{text('operations.halts.none')}</p>
      ) : (
        <table className="console-table">
          <thead>
            <tr>
              <th scope="col">{text('operations.halts.what')}</th>
              <th scope="col">{text('operations.halts.since')}</th>
              <th scope="col">{text('operations.halts.by')}</th>
              <th scope="col">{text('operations.halts.reason')}</th>
              {onResume && (
                <th scope="col">
                  <span className="visually-hidden">{text('operations.halts.action')}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {halts.map((halt) => (
              <HaltRow key={`${halt.what} ${halt.name}`} halt={halt} onResume={onResume} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

function HaltRow({ halt, onResume }: { halt: CurrentHalt; onResume: Props['onResume'] }) {
  const text = useText()
  const language = useLanguage()
  const { what, name, since, by, isUser, reason } = halt
  return (
    <tr>
      <th scope="row">
        {name ?? text('operations.halt.PLATFORM')}
        {name !== null && <span className="halt-kind">{text(`operations.halt.${what}`)}</span>}
      </th>
      <td className="console-hours">{formatMoment(Date.parse(since), language)}</td>
      <td>{isUser ? by : text('operations.halts.byCommand', { name: by })}</td>
      <td className="halt-reason">{reason}</td>
      {onResume && (
        <td className="halt-action">
          <Button
            onClick={() => onResume(halt)}
            aria-label={
              name === null ? text('operations.resume.platform') : text('operations.resume.named', { name })
            }
          >
            {/* A part of the name for a screen reader, so that voice control finds it. */}
            {text(name === null ? 'operations.open' : 'operations.resume')}
          </Button>
        </td>
      )}
    </tr>
  )
}
