import { auditActions } from '@aitai/contract/routes/console/audit-actions.ts'
import type { FoundAuditEvents, AuditSearch as SearchRequest } from '@aitai/contract/schemas/console/audit.ts'
import { type FormEvent, useState } from 'react'
import { useSearchAuditTrailMutation } from '../../shared/api/console-compliance-api.ts'
import { isCallFailure } from '../../shared/api/failure.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { Select } from '../../ui/controls/Select.tsx'
import { formatNumber, halfWidth } from '../../ui/format/format.ts'
import { useFailureText, useText } from '../../ui/text/use-text.ts'
import { ConsolePart } from '../ConsolePart.tsx'
import { DayField, todayInTokyo } from '../DayField.tsx'
import { AuditEvents } from './AuditEvents.tsx'

/** The events of one search on the pages fetched so far. */
interface FoundPages extends FoundAuditEvents {
  readonly request: SearchRequest
}

/** Finds events of the audit trail. Nothing is searched before somebody asks, because each search is recorded. */
export function AuditSearch() {
  const text = useText()
  const failureText = useFailureText()
  const [search, { isLoading, error }] = useSearchAuditTrailMutation()
  const [found, setFound] = useState<FoundPages | null>(null)
  const searchFirst = async (request: SearchRequest): Promise<void> => {
    const { data } = await search(request)
    setFound(data ? { ...data, request } : null)
  }
  const fetchOlder = async ({ request, events, older }: FoundPages): Promise<void> => {
    if (older === null) return
    const { data } = await search({ ...request, before: older })
    if (data) setFound({ request, events: [...events, ...data.events], older: data.older })
  }
  return (
    <ConsolePart title={text('operations.audit.search')} hint={text('operations.audit.search.hint')}>
      <SearchForm busy={isLoading} onSearch={(request) => void searchFirst(request)} />
      <p className="audit-found" role="status">
        {found && found.events.length > 0
          ? text(found.older === null ? 'operations.audit.found' : 'operations.audit.foundNewest', {
              count: formatNumber(found.events.length),
            })
          : ''}
      </p>
      {isCallFailure(error) && (
        <p className="audit-failure" role="alert">
          {failureText(error)}
        </p>
      )}
      {found === null || found.events.length === 0 ? (
        <p className="console-empty">
          {text(
            found === null
              ? 'operations.audit.start'
              : found.older === null
                ? 'operations.audit.none'
                : 'operations.audit.noneSoFar',
          )}
        </p>
      ) : (
        <AuditEvents events={found.events} />
      )}
      {found && found.older !== null && (
        <div className="console-actions">
          <Button busy={isLoading} onClick={() => void fetchOlder(found)}>
            {text('operations.audit.older')}
          </Button>
        </div>
      )}
    </ConsolePart>
  )
}

const anyAction = ''

function SearchForm({ busy, onSearch }: { busy: boolean; onSearch: (request: SearchRequest) => void }) {
  const text = useText()
  const [from, setFrom] = useState(todayInTokyo)
  const [to, setTo] = useState(todayInTokyo)
  const [action, setAction] = useState<(typeof auditActions)[number] | typeof anyAction>(anyAction)
  const [actor, setActor] = useState('')
  const [subject, setSubject] = useState('')
  const missing = from === '' || to === '' || to < from ? text('operations.audit.needsPeriod') : null
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (missing !== null || busy) return
    const given = { action, actor: halfWidth(actor), subject: halfWidth(subject) }
    const filled = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''))
    onSearch({ from, to, ...filled })
  }
  const actions = auditActions
    .map((value) => ({ value, label: text(`operations.action.${value}`) }))
    .toSorted((a, b) => a.label.localeCompare(b.label))
  return (
    <form className="audit-form" onSubmit={submit}>
      <DayField label={text('operations.audit.from')} value={from} onChange={setFrom} />
      <DayField label={text('operations.audit.to')} value={to} onChange={setTo} />
      <Select
        label={text('operations.audit.action')}
        value={action}
        options={[{ value: anyAction, label: text('operations.audit.action.any') }, ...actions]}
        onChange={setAction}
      />
      <Field
        label={text('operations.audit.actor')}
        hint={text('operations.audit.actor.hint')}
        value={actor}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setActor(event.target.value)}
      />
      <Field
        label={text('operations.audit.subject')}
        hint={text('operations.audit.subject.hint')}
        value={subject}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setSubject(event.target.value)}
      />
      <div className="console-field-button">
        <Button kind="primary" type="submit" busy={busy} dimmedBecause={missing}>
          {text('operations.audit.do')}
        </Button>
      </div>
    </form>
  )
}
