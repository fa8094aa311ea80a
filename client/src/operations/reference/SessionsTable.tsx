import type { SessionsBeforeAndAfter } from '@aitai/contract/schemas/console/reference-data.ts'
import { useText } from '../../ui/text/use-text.ts'
import { ChangesPart } from './ChangesPart.tsx'

/** The next sessions of matching before and after a change, in Tokyo; those that differ are marked. */
export function SessionsTable({ sessions: { before, after } }: { sessions: SessionsBeforeAndAfter }) {
  const text = useText()
  const rows = Array.from({ length: Math.max(before.length, after.length) }, (_, i) => ({
    was: before[i]?.tokyo ?? '–',
    is: after[i]?.tokyo ?? '–',
  }))
  if (rows.every(({ was, is }) => was === is))
    return <p className="console-aside sessions-same">{text('operations.sessions.same')}</p>
  return (
    <ChangesPart title={text('operations.sessions.next')}>
      <table className="console-table sessions">
        <thead>
          <tr>
            <th scope="col">{text('operations.sessions.before')}</th>
            <th scope="col">{text('operations.sessions.after')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ was, is }) => (
            <tr key={`${was} ${is}`} data-changed={was !== is || undefined}>
              <td className="console-hours">{shownSession(was)}</td>
              <td className="console-hours">{shownSession(is)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ChangesPart>
  )
}

const shownSession = (session: string): string => session.replace(' to ', '–')
