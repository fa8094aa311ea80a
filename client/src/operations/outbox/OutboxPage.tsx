import type { OperationsOutbox, UnsentMessage } from '@aitai/contract/schemas/console/support.ts'
import { useState } from 'react'
import { useOperationsOutboxQuery } from '../../shared/api/operations-api.ts'
import { polledEvery } from '../../shared/api/stale-since.ts'
import { intervals } from '../../shared/intervals.ts'
import { SegmentedControl } from '../../ui/controls/SegmentedControl.tsx'
import { formatMoment, formatNumber } from '../../ui/format/format.ts'
import { useLanguage, useText } from '../../ui/text/use-text.ts'
import { Polled } from '../Polled.tsx'
import { useAge } from '../today/use-age.ts'
import './outbox.css'

const views = ['ALL', 'waiting', 'givenUp'] as const
type View = (typeof views)[number]

/** Mails and SMS that were not sent, and why; never their texts (docs/decisions/0158-console-users.md). */
export function OutboxPage() {
  const text = useText()
  const query = useOperationsOutboxQuery(undefined, polledEvery(intervals.operationsPoll))
  return (
    <Polled query={query} label={text('operations.page.outbox')}>
      {(data) => <Outbox data={data} />}
    </Polled>
  )
}

const stateOf = ({ givenUpAt }: UnsentMessage): 'waiting' | 'givenUp' =>
  givenUpAt === null ? 'waiting' : 'givenUp'

function Outbox({ data: { at, messages, isComplete } }: { data: OperationsOutbox }) {
  const text = useText()
  const [view, setView] = useState<View>('ALL')
  const shown = messages.filter((message) => view === 'ALL' || stateOf(message) === view)
  const counts = (wanted: View): number =>
    wanted === 'ALL' ? messages.length : messages.filter((message) => stateOf(message) === wanted).length
  return (
    <>
      <div className="outbox-view">
        <SegmentedControl
          label={text('operations.outbox.view')}
          value={view}
          options={views.map((value) => ({
            value,
            label: `${text(`operations.outbox.view.${value}`)} ${formatNumber(counts(value))}`,
          }))}
          onChoose={setView}
        />
        <p className="console-aside">{text('operations.outbox.note')}</p>
      </div>
      <section className="console-part" aria-label={text('operations.outbox.unsent')}>
        <header>
          <h2>{text('operations.outbox.unsent')}</h2>
        </header>
        {shown.length === 0 ? (
          <p className="console-empty">
            {text(messages.length === 0 ? 'operations.outbox.none' : 'operations.outbox.none.view')}
          </p>
        ) : (
          <table className="console-table">
            <thead>
              <tr>
                <th scope="col">{text('operations.outbox.recipient')}</th>
                <th scope="col">{text('operations.outbox.kind')}</th>
                <th scope="col">{text('operations.outbox.subject')}</th>
                <th scope="col">{text('operations.users.state')}</th>
                <th scope="col">{text('operations.outbox.written')}</th>
                <th scope="col" data-kind="number">
                  {text('operations.outbox.tries')}
                </th>
                <th scope="col">{text('operations.outbox.cause')}</th>
                <th scope="col">{text('operations.outbox.log')}</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((message) => (
                <MessageRow key={message.id} message={message} readAt={Date.parse(at)} />
              ))}
            </tbody>
          </table>
        )}
        {!isComplete && (
          <p className="console-empty">
            {text('operations.outbox.more', { count: formatNumber(messages.length) })}
          </p>
        )}
      </section>
    </>
  )
}

function MessageRow({ message, readAt }: { message: UnsentMessage; readAt: number }) {
  const text = useText()
  const language = useLanguage()
  const age = useAge()
  const { id, at, kind, recipient, subject, tries, fault, nextAt, givenUpAt } = message
  const state = stateOf(message)
  const ofSms =
    recipient === '' ? text('operations.none') : text('operations.users.phone.ends', { digits: recipient })
  const recipientText = kind === 'sms' ? ofSms : recipient
  const moment = (iso: string): string => formatMoment(Date.parse(iso), language)
  const ended =
    givenUpAt !== null
      ? moment(givenUpAt)
      : nextAt !== null && tries > 0
        ? text('operations.outbox.next', { time: moment(nextAt) })
        : ''
  return (
    <tr>
      <th scope="row" className="outbox-recipient">
        {recipientText}
      </th>
      <td>{text(`operations.outbox.kind.${kind}`)}</td>
      <td>{subject ?? text(kind === 'sms' ? 'operations.outbox.code' : 'operations.outbox.contact')}</td>
      <td>
        <span className="console-state" data-state={state}>
          {text(`operations.outbox.state.${state}`)}
        </span>
        {ended !== '' && <span className="outbox-when">{ended}</span>}
      </td>
      <td className="console-hours" title={moment(at)}>
        {age(readAt - Date.parse(at))}
      </td>
      <td data-kind="number">{formatNumber(tries)}</td>
      <td className="outbox-fault">
        {fault === '' ? text('operations.outbox.noFault') : <code>{fault}</code>}
      </td>
      <td>
        <code title={id}>{id.slice(0, 8)}</code>
      </td>
    </tr>
  )
}
