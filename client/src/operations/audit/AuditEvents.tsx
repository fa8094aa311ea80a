import { sessionEndReasons } from '@aitai/contract/routes/console/audit-actions.ts'
import type { AuditParty, FoundAuditEvent } from '@aitai/contract/schemas/console/audit.ts'
import { useId, useState } from 'react'
import { Button } from '../../ui/controls/Button.tsx'
import { brokerNameIn } from '../../ui/format/broker-name.ts'
import { formatMoment } from '../../ui/format/format.ts'
import { Chevron } from '../../ui/labels/Chevron.tsx'
import { useLanguage, useText } from '../../ui/text/use-text.ts'
import { type Fact, FactList } from '../FactList.tsx'
import { useActionName } from './use-action-name.ts'

/** Found events, the newest first. Each opens to its details and its hash. */
export function AuditEvents({ events }: { events: readonly FoundAuditEvent[] }) {
  const text = useText()
  return (
    <table className="console-table audit-events">
      <thead>
        <tr>
          <th scope="col">{text('operations.audit.number')}</th>
          <th scope="col">{text('operations.audit.time')}</th>
          <th scope="col">{text('operations.audit.action')}</th>
          <th scope="col">{text('operations.audit.actor')}</th>
          <th scope="col">{text('operations.audit.subject')}</th>
          <th scope="col">{text('operations.audit.reason')}</th>
          <th scope="col">
            <span className="visually-hidden">{text('operations.audit.details')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {events.map((event) => (
          <EventRows key={event.seq} event={event} />
        ))}
      </tbody>
    </table>
  )
}

function EventRows({ event }: { event: FoundAuditEvent }) {
  const text = useText()
  const language = useLanguage()
  const nameOf = useActionName()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const { seq, at, action, actor, subject, outcome, reason, details, hash } = event
  const endReason = action === 'sessionEnded' ? sessionEndReasons.find((each) => each === reason) : undefined
  const idFact = (name: string, id: string): Fact | false => id !== '' && [name, <code key={name}>{id}</code>]
  return (
    <>
      <tr data-open={isOpen || undefined}>
        <th scope="row" className="audit-number">
          {seq}
        </th>
        <td className="console-hours">{formatMoment(Date.parse(at), language)}</td>
        <td>
          {nameOf(action)}
          {outcome === 'REFUSED' && <span className="audit-refused">{text('operations.audit.refused')}</span>}
        </td>
        <td>
          <Party party={actor} />
        </td>
        <td>
          <Party party={subject} />
        </td>
        <td className="audit-reason">{endReason ? text(`operations.ended.${endReason}`) : reason}</td>
        <td className="audit-open">
          <Button
            kind="quiet"
            aria-expanded={isOpen}
            aria-controls={id}
            aria-label={text('operations.audit.details.of', { seq })}
            onClick={() => setOpen(!isOpen)}
          >
            <Chevron to={isOpen ? 'down' : 'right'} />
          </Button>
        </td>
      </tr>
      {isOpen && (
        <tr id={id} className="audit-details">
          <td colSpan={7}>
            <FactList
              className="audit-facts"
              facts={[
                idFact(text('operations.audit.action'), action),
                idFact(text('operations.audit.actor'), actor.id),
                idFact(text('operations.audit.subject'), subject.id),
                idFact(text('operations.audit.details'), details === '{}' ? '' : details),
                idFact(text('operations.audit.hash'), hash),
              ]}
            />
          </td>
        </tr>
      )}
    </>
  )
}

/** Who acted or what was affected: a name, and the institution or broker of a user; otherwise what is stored. */
function Party({ party: { id, name, firm } }: { party: AuditParty }) {
  const text = useText()
  const language = useLanguage()
  if (name !== null)
    return (
      <>
        {brokerNameIn(language, name)}
        {firm !== null && <span className="audit-firm">{brokerNameIn(language, firm)}</span>}
      </>
    )
  if (id === '') return text('operations.audit.nobody')
  if (id === 'system') return text('operations.audit.system')
  const typed = /^staff:(.*)$/.exec(id)?.[1]
  if (typed !== undefined) return text('operations.halts.byCommand', { name: typed })
  return <code className="audit-id">{id}</code>
}
